/** The workflows that items and change orders go through: states, steps, what each step asks for. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Workflow as WorkflowIcon } from 'lucide-react'
import {
  type Workflow,
  workflowApproversQuery,
  workflowReportQuery,
  workflowsQuery,
} from '../api/admin'
import { typeName } from '../items/labels'
import { buttonClass } from '../kit/button'
import { wordOf } from '../kit/i18n'
import { PageHead } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { QueryError } from '../records/query-error'
import { StateMark } from '../records/state-mark'
import { Prop, Props } from '../records/two-lines'
import styles from './admin.module.css'
import { AdminTabs } from './admin-tabs'
import { NewWorkflow } from './new-workflow'
import { StepsTable } from './steps-table'
import { t } from './texts'

export function WorkflowsPage() {
  const found = useQuery(workflowsQuery)
  const [address] = useAddress()
  const all = found.data ?? []
  const chosen = all.find(({ id }) => id === address.workflow) ?? all[0]
  return (
    <>
      <PageHead
        title={t('workflows')}
        count={found.data?.length}
        tabs={<AdminTabs />}
        actions={<NewWorkflow />}
      />
      {found.isLoading && <LoadingRows />}
      {found.error && <QueryError error={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.length === 0 && <EmptyState icon={WorkflowIcon} title={t('noWorkflows')} />}
      {chosen && (
        <div className={styles.two}>
          <nav className={styles.side} aria-label={t('workflows')}>
            {all.map((workflow) => (
              <Link
                key={workflow.id}
                to="/admin/workflows"
                search={{ workflow: workflow.id }}
                aria-current={workflow === chosen}
              >
                {wordOf(workflow.name)}
                <small>{kindText(workflow)}</small>
              </Link>
            ))}
          </nav>
          <WorkflowDetail key={chosen.id} workflow={chosen} />
        </div>
      )}
    </>
  )
}

function kindText({ definitionType, isActive }: Workflow): string {
  const kind = definitionType === 'lifecycle' ? t('lifecycle') : t('changeWorkflow')
  return isActive ? kind : `${kind} · ${t('inactive')}`
}

function WorkflowDetail({ workflow }: { workflow: Workflow }) {
  const appliesTo = [...workflow.applicableItemTypes, ...workflow.changeTypes].map(typeName)
  return (
    <section className={styles.detail} aria-label={wordOf(workflow.name)}>
      <header className={styles.detailHead}>
        <h2>{wordOf(workflow.name)}</h2>
        <span className="muted">{t('version', { version: workflow.version })}</span>
        <Link to="/admin/workflows/$id" params={{ id: workflow.id }} className={buttonClass({})}>
          {t('openDesigner')}
        </Link>
      </header>
      {workflow.description && <p>{wordOf(workflow.description)}</p>}
      <Props>
        <Prop name={t('kind')}>{kindText(workflow)}</Prop>
        <Prop name={t('appliesTo')}>{appliesTo.join(', ') || t('whatNamesIt')}</Prop>
        <Prop name={t('states')}>
          <span className={styles.states}>
            {workflow.states.map((state) => (
              <StateMark key={state.id} state={state.name} />
            ))}
          </span>
        </Prop>
      </Props>
      <Problems id={workflow.id} />
      <StepsTable workflow={workflow} />
      <Approvers id={workflow.id} />
    </section>
  )
}

/** What the server finds amiss; nothing where all is well. */
function Problems({ id }: { id: string }) {
  const report = useQuery(workflowReportQuery(id)).data
  const told = [...(report?.errors ?? []), ...(report?.warnings ?? [])].map(sentenceOf)
  if (told.length === 0) return null
  return (
    <ul className={styles.problems} aria-label={t('problems')}>
      {told.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  )
}

function sentenceOf(problem: unknown): string {
  if (typeof problem === 'object' && problem !== null && 'message' in problem) {
    return String(problem.message)
  }
  return String(problem)
}

function Approvers({ id }: { id: string }) {
  const states = useQuery(workflowApproversQuery(id)).data ?? []
  const named = states.filter(({ approvers }) => approvers.length > 0)
  if (named.length === 0) return null
  return (
    <div>
      <h3>{t('approvers')}</h3>
      <Props>
        {named.map(({ stateId, stateName, approvers }) => (
          <Prop key={stateId} name={wordOf(stateName ?? stateId)}>
            {approvers.map((one) => one.userName ?? wordOf(one.roleName ?? t('gone'))).join(', ')}
          </Prop>
        ))}
      </Props>
    </div>
  )
}
