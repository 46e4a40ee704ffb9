/** Categories: the tree of the kinds of parts, and what new parts of a kind take over. */

import { useQuery } from '@tanstack/react-query'
import { FolderTree } from 'lucide-react'
import { categoriesQuery, fetchCategories } from '../api/registers'
import type { FormField } from '../kit/form-fields'
import type { Column } from '../kit/grid/columns'
import { TwoLines } from '../records/two-lines'
import { type Category, defaultsText, inTree, pathOf, readDefaults, withinOf } from './categories'
import { EditLink, RegisterPage, type Values } from './register-page'
import { t } from './texts'

export function CategoriesPage() {
  const all = useQuery(categoriesQuery).data ?? []
  return (
    <RegisterPage
      register="categories"
      title={t('categories')}
      icon={FolderTree}
      newLabel={t('newCategory')}
      emptyNote={t('categoriesNote')}
      columns={categoryColumns(all)}
      nameOf={({ name }) => name}
      narrow={(one) => (
        <TwoLines number={pathOf(one, all)} name={one.name} more={one.description ?? ''} />
      )}
      fetchPage={fetchTree}
      fields={(one) => categoryFields(one, all)}
      bodyOf={bodyOf}
    />
  )
}

async function fetchTree(page: number, limit: number) {
  const found = await fetchCategories(page, limit)
  return { ...found, rows: inTree(found.rows) }
}

function categoryFields(one: Category | null, all: readonly Category[]): FormField[] {
  const within = withinOf(one, all)
  const places = inTree(all).filter(({ id }) => !within.has(id))
  return [
    {
      name: 'name',
      label: t('name'),
      kind: 'text',
      isRequired: true,
      maxLength: 100,
      value: one?.name,
    },
    {
      name: 'parentId',
      label: t('above'),
      kind: 'choice',
      choices: places.map((place) => ({ value: place.id, label: pathOf(place, all) })),
      placeholder: t('onTop'),
      value: one?.parentId ?? '',
    },
    {
      name: 'description',
      label: t('description'),
      kind: 'long',
      value: one?.description ?? '',
    },
    {
      name: 'defaultAttributes',
      label: t('defaults'),
      kind: 'long',
      hint: t('defaultsHint'),
      value: defaultsText(one),
    },
  ]
}

function bodyOf({ defaultAttributes, ...rest }: Values) {
  if (defaultAttributes === undefined) return rest
  return { ...rest, defaultAttributes: readDefaults(defaultAttributes) }
}

function categoryColumns(all: readonly Category[]): Column<Category>[] {
  return [
    {
      id: 'name',
      label: t('name'),
      width: 320,
      text: (one) => pathOf(one, all),
      render: (one) => <EditLink to="/admin/categories" id={one.id} text={pathOf(one, all)} />,
    },
    {
      id: 'description',
      label: t('description'),
      width: 320,
      grows: true,
      text: (one) => one.description ?? '',
    },
    {
      id: 'defaults',
      label: t('defaults'),
      width: 320,
      text: (one) => defaultsText(one).replaceAll('\n', ', '),
    },
  ]
}
