/** The variants of an item's page: a family with all of its variants, seen from any of them. */

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ListTree, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { type Variant, type VariantTable, variantsQuery } from '../api/variants'
import { late } from '../forms/late'
import { useItemHere } from '../items/use-item'
import { Button } from '../kit/button'
import { type Column, type ColumnChoice, defaultLayout } from '../kit/grid/columns'
import { Grid } from '../kit/grid/grid'
import { type GridState, START } from '../kit/grid/selection'
import { wordOf } from '../kit/i18n'
import { Bar } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { itemAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import { StateMark } from '../records/state-mark'
import { TwoLines } from '../records/two-lines'
import { t } from './texts'

const dialogs = () => import('./variant-dialogs')
const FamilyDialog = late(async () => (await dialogs()).FamilyDialog)
const AddVariantsDialog = late(async () => (await dialogs()).AddVariantsDialog)

export function VariantsTab() {
  const { item, version, editReason } = useItemHere()
  const found = useQuery(variantsQuery(item.id, version.context))
  const [dialog, open] = useState<'family' | 'add' | null>(null)
  const addReason = useAddReason()
  if (found.error) return <QueryError error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LoadingRows columns={4} />
  const { record: table, etag } = found.data
  const isFamily = table.family?.id === item.id
  const close = () => open(null)
  return (
    <>
      {table.family === null ? (
        <EmptyState
          icon={ListTree}
          title={t('noVariants')}
          actions={
            <Button reason={editReason} onClick={() => open('family')}>
              {t('makeFamily')}
            </Button>
          }
        >
          {t('noVariantsNote')}
        </EmptyState>
      ) : (
        <>
          <Bar label={t('variants')}>
            {isFamily ? (
              <span>{t('differBy', { names: table.attributes.join(', ') })}</span>
            ) : (
              <span>
                {t('variantOf')}{' '}
                <Link to={itemAddress(table.family, 'variants', version.at)} className="mono">
                  {table.family.itemNumber}
                </Link>{' '}
                {table.family.name}
              </span>
            )}
            <span style={{ flex: 1 }} />
            {isFamily && (
              <Button reason={editReason} onClick={() => open('family')}>
                {t('variantsBy')}
              </Button>
            )}
            <Button icon={Plus} reason={addReason} onClick={() => open('add')}>
              {t('addVariants')}
            </Button>
          </Bar>
          <VariantGrid table={table} />
        </>
      )}
      {dialog === 'family' && <FamilyDialog table={table} etag={etag} onClose={close} />}
      {dialog === 'add' && <AddVariantsDialog table={table} onClose={close} />}
    </>
  )
}

/** Variants are parts of their own: also a released family takes new ones. */
function useAddReason(): string | null {
  const { version } = useItemHere()
  const me = useMe()
  if (version.kind === 'commit') return t('readOnlyThen')
  return mayDo(me, 'parts.create') && mayDo(me, 'parts.update') ? null : t('mayNotCreate')
}

function VariantGrid({ table }: { table: VariantTable }) {
  const { item, version } = useItemHere()
  const navigate = useNavigate()
  const columns = useMemo(() => variantColumns(table, item.id, version.at), [table, item, version])
  const [kept, setLayout] = useState<readonly ColumnChoice[] | null>(null)
  const [state, setState] = useState<GridState>(START)
  if (table.variants.length === 0) {
    return <EmptyState icon={ListTree} title={t('noVariantsYet')} />
  }
  return (
    <Grid
      label={t('variants')}
      columns={columns}
      layout={kept ?? defaultLayout(columns)}
      onLayout={setLayout}
      count={table.variants.length}
      rowAt={(index) => table.variants[index]}
      keyOf={(variant) => variant.id}
      state={state}
      onState={setState}
      onOpen={(variant) => void navigate({ to: itemAddress(variant, '', version.at) })}
      narrow={(variant) => (
        <TwoLines
          number={variant.itemNumber}
          name={variant.name}
          more={
            <>
              <StateMark state={variant.state} />
              <span>{table.attributes.map((name) => variant.attributes[name]).join('; ')}</span>
            </>
          }
        />
      )}
    />
  )
}

function variantColumns(
  { attributes }: VariantTable,
  here: string,
  at: string | undefined,
): Column<Variant>[] {
  return [
    {
      id: 'number',
      label: t('number'),
      width: 200,
      text: (one) => one.itemNumber,
      render: (one) =>
        one.id === here ? (
          <strong className="mono">{one.itemNumber}</strong>
        ) : (
          <Link to={itemAddress(one, 'variants', at)} className="mono" tabIndex={-1}>
            {one.itemNumber}
          </Link>
        ),
    },
    ...attributes.map((name) => ({
      id: `attributes.${name}`,
      label: name,
      width: 150,
      text: (one: Variant) => one.attributes[name] ?? '',
    })),
    { id: 'name', label: t('name'), width: 260, grows: true, text: (one) => one.name },
    { id: 'revision', label: t('revision'), width: 60, text: (one) => one.revision },
    {
      id: 'state',
      label: t('state'),
      width: 128,
      text: (one) => wordOf(one.state),
      render: (one) => <StateMark state={one.state} />,
    },
  ]
}
