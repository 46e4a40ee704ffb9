/** The designer of one workflow: drawn or in a table, checked while it is edited, tried on a mock change. */

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import type { Tagged } from '../api/client'
import { previewQuery, type Workflow, workflowQuery } from '../api/workflows'
import { Button } from '../kit/button'
import { wordOf } from '../kit/i18n'
import { PageHead, Tabs, tabMark } from '../kit/page'
import { useShortcut } from '../kit/shortcuts'
import { LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { QueryError } from '../records/query-error'
import { DefinitionPanel } from './definition-panel'
import styles from './designer.module.css'
import { type Chosen, culpritOf, type Draft, type State } from './draft'
import { Findings } from './findings'
import { MockRun } from './mock-run'
import { SaveConflict } from './save-conflict'
import { StatePanel } from './state-panel'
import { StepPanel } from './step-panel'
import { TableView } from './table-view'
import { t } from './texts'
import { bodyOf, type HeldDraft, useDelayed, useDraft } from './use-draft'

const Graph = lazy(() => import('./workflow-graph').then((m) => ({ default: m.WorkflowGraph })))
const TABS = ['diagram', 'table', 'mock'] as const

export function DesignerPage() {
  const { id = '' } = useParams({ strict: false })
  const found = useQuery({ ...workflowQuery(id), refetchOnWindowFocus: false })
  if (found.error)
    return <QueryError isPage error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LoadingRows columns={3} rows={6} />
  return <Designer key={id} found={found.data} />
}

export interface PanelProps {
  workflow: Workflow
  draft: Draft
  edit: (next: Draft) => void
  choose: (chosen: Chosen) => void
  /** What becomes of a change that ends in a state, as given or as the server infers it. */
  outcomeOf: (state: State) => NonNullable<State['outcome']>
  /** Why nothing can be changed. */
  reason: string | null
}

function Designer({ found }: { found: Tagged<Workflow> }) {
  const workflow = found.record
  const reason = mayDo(useMe(), 'workflows.update') ? null : t('mayNotEdit')
  const [chosen, choose] = useState<Chosen>(null)
  const held = useDraft(found)
  const { value: draft, edit, isChanged } = held
  const checked = useQuery(previewQuery(useDelayed(bodyOf(workflow, draft)))).data
  const [address] = useAddress()
  const tab = TABS.find((one) => one === address.tab) ?? 'diagram'
  useShortcut('mod+s', t('save'), () => isChanged && !reason && held.save())
  const outcomeOf = (state: State) => checked?.outcomes[state.id] ?? state.outcome ?? 'none'
  const panel: PanelProps = { workflow, draft, edit, choose, outcomeOf, reason }
  return (
    <>
      <PageHead
        crumbs={
          <Link to="/admin/workflows" search={{ workflow: workflow.id }}>
            {t('workflows')}
          </Link>
        }
        windowTitle={wordOf(draft.name)}
        title={wordOf(draft.name)}
        actions={isChanged && <SaveButtons held={held} reason={reason} />}
        tabs={<DesignerTabs tab={tab} />}
      >
        <span className="muted">{t('version', { version: workflow.version })}</span>
      </PageHead>
      <div className={styles.work}>
        <div className={styles.main}>
          {tab === 'diagram' && (
            <Suspense fallback={<LoadingRows columns={3} rows={4} />}>
              <Graph {...panel} chosen={chosen} checked={checked} />
            </Suspense>
          )}
          {tab === 'table' && <TableView {...panel} />}
          {tab === 'mock' && <MockRun {...panel} />}
        </div>
        <aside className={styles.side} aria-label={t('details')}>
          {reason && <p className="muted">{reason}</p>}
          <Findings {...{ draft, checked }} onChoose={(path) => choose(culpritOf(draft, path))} />
          <ChosenPanel panel={panel} chosen={chosen} />
        </aside>
      </div>
      {held.theirs && <SaveConflict held={held} theirs={held.theirs.record} />}
    </>
  )
}

function ChosenPanel({ panel, chosen }: { panel: PanelProps; chosen: Chosen }) {
  const { draft } = panel
  const state = chosen?.kind === 'state' && draft.states.find(({ id }) => id === chosen.id)
  if (state) return <StatePanel key={state.id} {...panel} state={state} />
  const step = chosen?.kind === 'step' && draft.transitions.find(({ id }) => id === chosen.id)
  if (step) return <StepPanel key={step.id} {...panel} step={step} />
  return <DefinitionPanel {...panel} />
}

function SaveButtons({ held, reason }: { held: HeldDraft; reason: string | null }) {
  return (
    <>
      <Button onClick={held.discard}>{t('discard')}</Button>
      <Button
        kind="primary"
        shortcut="Ctrl S"
        reason={reason}
        aria-busy={held.isSaving}
        onClick={held.save}
      >
        {t('save')}
      </Button>
    </>
  )
}

function DesignerTabs({ tab }: { tab: string }) {
  return (
    <Tabs label={t('views')}>
      {TABS.map((name) => (
        <Link
          key={name}
          to="."
          search={{ tab: name === 'diagram' ? undefined : name }}
          activeOptions={{ exact: true, includeSearch: true }}
          {...tabMark(name === tab)}
        >
          {t(name)}
        </Link>
      ))}
    </Tabs>
  )
}
