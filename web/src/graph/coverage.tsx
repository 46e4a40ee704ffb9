/** Requirements of a design and the parts that meet them, as a matrix. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { useMemo, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { designByCodeQuery } from '../api/designs'
import { type Coverage, type CoveringPart, coverageQuery, type Requirement } from '../api/graph'
import { keys } from '../api/keys'
import { linkRequirement, type RequirementLink } from '../api/requirement-links'
import { useWrite } from '../api/write'
import { CheckField } from '../kit/field'
import { type Column, defaultLayout } from '../kit/grid/columns'
import { Grid } from '../kit/grid/grid'
import { type GridState, START } from '../kit/grid/selection'
import { wordOf } from '../kit/i18n'
import { Bar } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { itemAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import { TwoLines } from '../records/two-lines'
import { CoverField } from './cover-field'
import styles from './graph.module.css'
import { t } from './texts'

export function CoverageMatrix() {
  const { code = '' } = useParams({ strict: false })
  const design = useQuery(designByCodeQuery(code)).data?.record
  const id = design?.id ?? ''
  const found = useQuery({ ...coverageQuery(id), enabled: design !== undefined })
  if (found.error) return <QueryError error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LoadingRows columns={5} />
  if (found.data.requirements.length === 0) {
    return (
      <EmptyState icon={ListChecks} title={t('noRequirements')}>
        {t('noRequirementsNote')}
      </EmptyState>
    )
  }
  return <Matrix coverage={found.data} designId={id} />
}

function useLink(designId: string) {
  const client = useQueryClient()
  const { queryKey } = coverageQuery(designId)
  return useWrite({
    send: (link: RequirementLink, headers) => linkRequirement(link, headers),
    changes: [queryKey, keys.items],
    onProblem: () => {
      void client.invalidateQueries({ queryKey })
      return false
    },
  })
}

function Matrix({ coverage, designId }: { coverage: Coverage; designId: string }) {
  const [address, change] = useAddress()
  const navigate = useNavigate()
  const may = mayDo(useMe(), 'relationships.create')
  const link = useLink(designId)
  const isOpenOnly = address.open === 'true'
  const { requirements, parts, total } = coverage
  const unmet = requirements.filter(({ metBy }) => metBy.size === 0)
  const rows = isOpenOnly ? unmet : requirements
  const columns = useMemo(() => columnsOf(parts, may), [parts, may])
  const layout = useMemo(() => defaultLayout(columns), [columns])
  const [state, setState] = useState<GridState>(START)
  const current = rows[state.row]
  return (
    <>
      <Bar label={t('coverage')}>
        <CheckField
          label={t('onlyOpen')}
          checked={isOpenOnly}
          onChange={() => change({ open: isOpenOnly ? undefined : 'true' })}
        />
        {current && (
          <CoverField
            requirement={current}
            reason={may ? null : t('mayNotLink')}
            onCover={(targetId) => link.mutate({ requirementId: current.id, targetId })}
          />
        )}
        <span className={styles.note} role="status">
          {t('coveredOf', { covered: requirements.length - unmet.length, count: total })}
        </span>
      </Bar>
      {rows.length === 0 ? (
        <EmptyState icon={ListChecks} title={t('allMet')} />
      ) : (
        <Grid
          label={t('coverage')}
          columns={columns}
          layout={layout}
          count={rows.length}
          rowAt={(index) => rows[index]}
          keyOf={(row) => row.id}
          state={state}
          onState={setState}
          onOpen={(row) => void navigate({ to: itemAddress(row) as string })}
          onChanges={(changes) => {
            for (const { row, column, value } of changes) {
              const linkId = row.metBy.get(column.id)
              if ((value === YES) === (linkId !== undefined)) continue
              link.mutate({ requirementId: row.id, targetId: column.id, linkId })
            }
          }}
          narrow={(row) => (
            <TwoLines number={row.itemNumber} name={row.name} more={<Met row={row} />} />
          )}
        />
      )}
    </>
  )
}

const YES = '●'

function Met({ row }: { row: Requirement }) {
  const count = row.metBy.size
  return count === 0 ? (
    <span className={styles.missing}>{t('unmet')}</span>
  ) : (
    <span>{t('metBy', { count })}</span>
  )
}

/** `High` for the wire's `high`. */
function priorityOf({ priority }: Requirement): string {
  const word = wordOf(priority ?? '')
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function columnsOf(parts: readonly CoveringPart[], may: boolean): Column<Requirement>[] {
  return [
    {
      id: 'number',
      label: t('requirement'),
      width: 150,
      text: (row) => row.itemNumber,
      render: (row) => (
        <Link to={itemAddress(row) as string} className="mono" tabIndex={-1}>
          {row.itemNumber}
        </Link>
      ),
    },
    { id: 'name', label: t('name'), width: 300, grows: true, text: (row) => row.name },
    { id: 'priority', label: t('priority'), width: 90, text: priorityOf },
    {
      id: 'met',
      label: t('covered'),
      width: 120,
      text: (row) => String(row.metBy.size),
      render: (row) => <Met row={row} />,
    },
    ...parts.map(
      (part): Column<Requirement> => ({
        id: part.id,
        label: part.itemNumber,
        width: 118,
        text: (row) => (row.metBy.has(part.id) ? YES : ''),
        render: (row) =>
          row.metBy.has(part.id) && (
            <span className={styles.met} title={part.name}>
              <span aria-hidden>{YES}</span>
              <span className="sr-only">{t('metByPart', { name: part.name })}</span>
            </span>
          ),
        edit: {
          kind: 'choice',
          value: (row) => (row.metBy.has(part.id) ? YES : ''),
          choices: ['', YES],
          reason: () => (may ? null : t('mayNotLink')),
        },
      }),
    ),
  ]
}
