/** Numbering schemes: how designs and categories number their items. */

import { useQuery } from '@tanstack/react-query'
import { Hash } from 'lucide-react'
import { useMemo, useState } from 'react'
import { categoriesQuery, fetchSchemes, type NumberingScheme } from '../api/registers'
import { late } from '../forms/late'
import { Button } from '../kit/button'
import type { FormField } from '../kit/form-fields'
import type { Column } from '../kit/grid/columns'
import { DesignField } from '../records/pickers'
import { TwoLines } from '../records/two-lines'
import { EditLink, RegisterPage, type Values, yesOrNo } from './register-page'
import { t } from './texts'

const ReservedDialog = late(async () => (await import('./reserved-dialog')).ReservedDialog)

export function NumberingPage() {
  const [isShown, setShown] = useState(false)
  const categories = useQuery(categoriesQuery).data ?? []
  const nameOf = (scheme: NumberingScheme) =>
    categories.find(({ id }) => id === scheme.categoryId)?.name ?? t('forDesign')
  // biome-ignore lint/correctness/useExhaustiveDependencies: names come with the categories
  const columns = useMemo(() => schemeColumns(nameOf), [categories])
  const choices = categories.map(({ id, name }) => ({ value: id, label: name }))
  const reserved = <Button onClick={() => setShown(true)}>{t('reserved')}</Button>
  return (
    <>
      <RegisterPage
        register="numbering-schemes"
        actions={reserved}
        title={t('numbering')}
        icon={Hash}
        newLabel={t('newScheme')}
        emptyNote={t('numberingNote')}
        columns={columns}
        nameOf={(scheme) => `${scheme.prefix} (${nameOf(scheme)})`}
        narrow={(one) => <TwoLines number={exampleOf(one)} name={one.prefix} more={nameOf(one)} />}
        fetchPage={fetchSchemes}
        fields={(one) => [...(one ? [] : owners(choices)), ...schemeFields(one)]}
        bodyOf={bodyOf}
      />
      {isShown && <ReservedDialog onClose={() => setShown(false)} />}
    </>
  )
}

function owners(choices: { value: string; label: string }[]): FormField[] {
  return [
    {
      name: 'designId',
      label: t('forDesign'),
      kind: 'text',
      hint: t('forHint'),
      control: (told) => <DesignField {...told} />,
    },
    { name: 'categoryId', label: t('forCategory'), kind: 'choice', choices, placeholder: '–' },
  ]
}

function schemeFields(one: NumberingScheme | null): FormField[] {
  return [
    {
      name: 'prefix',
      label: t('prefix'),
      kind: 'text',
      isRequired: true,
      maxLength: 30,
      value: one?.prefix,
    },
    {
      name: 'digits',
      label: t('digits'),
      kind: 'number',
      isRequired: true,
      isHalf: true,
      value: String(one?.digits ?? 6),
    },
    {
      name: 'next',
      label: t('next'),
      kind: 'number',
      isRequired: true,
      isHalf: true,
      value: String(one?.next ?? 1),
    },
    yesOrNo('checkDigit', t('checkDigit'), one?.checkDigit),
  ]
}

function bodyOf({ digits, next, checkDigit, ...rest }: Values) {
  return {
    ...rest,
    ...(digits !== undefined && { digits: Number(digits) }),
    ...(next !== undefined && { next: Number(next) }),
    ...(checkDigit !== undefined && { checkDigit: checkDigit === 'true' }),
  }
}

const exampleOf = ({ prefix, digits, next }: NumberingScheme) =>
  prefix + String(next).padStart(digits, '0')

function schemeColumns(nameOf: (scheme: NumberingScheme) => string): Column<NumberingScheme>[] {
  return [
    { id: 'for', label: t('numbersFor'), width: 260, grows: true, text: nameOf },
    {
      id: 'prefix',
      label: t('prefix'),
      width: 140,
      text: (one) => one.prefix,
      render: (one) => <EditLink to="/admin/numbering" id={one.id} text={one.prefix} />,
    },
    { id: 'digits', label: t('digits'), width: 90, text: (one) => String(one.digits) },
    { id: 'example', label: t('example'), width: 180, text: exampleOf },
    {
      id: 'checkDigit',
      label: t('checkDigit'),
      width: 120,
      text: (one) => t(one.checkDigit ? 'yes' : 'no'),
    },
  ]
}
