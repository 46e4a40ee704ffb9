/** What two people made of one report at the same time, side by side. */

import type { HeldEdit } from '../api/held-edit'
import type { Report } from '../api/reports'
import { MeanwhileDialog } from '../forms/meanwhile-dialog'
import { bothReports } from './both-reports'
import type { Draft } from './draft'

interface ReportMeanwhileProps {
  id: string
  held: HeldEdit<Report, Draft>
  theirs: Draft
}

export function ReportMeanwhile({ id, held, theirs }: ReportMeanwhileProps) {
  return (
    <MeanwhileDialog
      name={held.base.record.name}
      id={id}
      values={bothReports(held.value, theirs)}
      held={held}
    />
  )
}
