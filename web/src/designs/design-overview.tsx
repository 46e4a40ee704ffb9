/** What a design is, and its newest commits. */

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { designByCodeQuery } from '../api/designs'
import { programsQuery } from '../api/programs'
import type { Design } from '../api/types'
import { formatWhen } from '../kit/format'
import { PageColumn, Section } from '../kit/page'
import { Prop, Props } from '../records/two-lines'
import { CommitList } from './commit-list'
import { phaseText } from './phase'
import { t } from './texts'

export function DesignOverview() {
  const { code = '' } = useParams({ strict: false })
  const design = useQuery(designByCodeQuery(code)).data?.record
  return design ? <About design={design} /> : null
}

function About({ design }: { design: Design }) {
  const programs = useQuery(programsQuery).data?.programs
  const program = programs?.find(({ id }) => id === design.programId)
  return (
    <PageColumn>
      <Section title={t('about')}>
        {design.description && <p>{design.description}</p>}
        <Props>
          <Prop name={t('phase')}>{phaseText(design.phase)}</Prop>
          <Prop name={t('program')}>
            {program ? (
              <Link to="/programs/$code" params={{ code: program.code }} className="link">
                {program.code} · {program.name}
              </Link>
            ) : (
              t('everybody')
            )}
          </Prop>
          <Prop name={t('updatedAt')}>{formatWhen(design.updatedAt)}</Prop>
        </Props>
      </Section>
      <CommitList
        designId={design.id}
        code={design.code}
        branchId={design.mainBranchId}
        name="main"
      />
    </PageColumn>
  )
}
