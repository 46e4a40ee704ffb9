/** Definitions of attributes: what an attribute of a name may hold. */

import { Tags } from 'lucide-react'
import { useMemo } from 'react'
import { type AttributeDefinition, fetchDefinitions } from '../api/registers'
import type { FormField } from '../kit/form-fields'
import type { Column } from '../kit/grid/columns'
import { ProgramField } from '../records/pickers'
import { TwoLines } from '../records/two-lines'
import { EditLink, RegisterPage, type Values, yesOrNo } from './register-page'
import { t } from './texts'

const TYPES = ['text', 'number', 'date', 'choice', 'boolean', 'link'] as const
const typeText = (type: string) => t(`type_${type as (typeof TYPES)[number]}`)

export function AttributesPage() {
  const columns = useMemo(attributeColumns, [])
  return (
    <RegisterPage
      register="attribute-definitions"
      title={t('attributes')}
      icon={Tags}
      newLabel={t('newAttribute')}
      emptyNote={t('attributesNote')}
      columns={columns}
      nameOf={({ name }) => name}
      narrow={(one) => (
        <TwoLines number={typeText(one.type)} name={one.name} more={one.unit ?? ''} />
      )}
      fetchPage={fetchDefinitions}
      fields={attributeFields}
      bodyOf={bodyOf}
    />
  )
}

function attributeFields(one: AttributeDefinition | null): FormField[] {
  const only: FormField[] = [
    { name: 'name', label: t('name'), kind: 'text', isRequired: true, maxLength: 100 },
    {
      name: 'programId',
      label: t('program'),
      kind: 'text',
      control: (told) => <ProgramField {...told} placeholder={t('everyProgram')} />,
    },
  ]
  return [
    ...(one ? [] : only),
    {
      name: 'type',
      label: t('type'),
      kind: 'choice',
      isRequired: true,
      isHalf: true,
      choices: TYPES.map((value) => ({ value, label: typeText(value) })),
      value: one?.type,
    },
    {
      name: 'unit',
      label: t('unit'),
      kind: 'text',
      isHalf: true,
      // What an earlier definition holds is not hidden.
      onlyWith: { name: 'type', values: one?.unit ? ['number', one.type] : ['number'] },
      value: one?.unit ?? '',
    },
    {
      name: 'choices',
      label: t('choices'),
      kind: 'long',
      hint: t('choicesHint'),
      onlyWith: { name: 'type', values: ['choice'] },
      value: one?.choices.join('\n'),
    },
    yesOrNo('required', t('required'), one?.required),
    {
      name: 'description',
      label: t('description'),
      kind: 'long',
      value: one?.description ?? '',
    },
  ]
}

function bodyOf({ choices, required, ...rest }: Values) {
  const listed = choices?.split('\n').flatMap((line) => line.trim() || []) ?? []
  return {
    ...rest,
    ...(choices !== undefined && { choices: listed }),
    ...(required !== undefined && { required: required === 'true' }),
  }
}

function attributeColumns(): Column<AttributeDefinition>[] {
  return [
    {
      id: 'name',
      label: t('name'),
      width: 220,
      text: (one) => one.name,
      render: (one) => <EditLink to="/admin/attributes" id={one.id} text={one.name} />,
    },
    { id: 'type', label: t('type'), width: 120, text: (one) => typeText(one.type) },
    { id: 'unit', label: t('unit'), width: 90, text: (one) => one.unit ?? '' },
    {
      id: 'choices',
      label: t('choices'),
      width: 300,
      grows: true,
      text: (one) => one.choices.join(', '),
    },
    {
      id: 'required',
      label: t('required'),
      width: 90,
      text: (one) => t(one.required ? 'yes' : 'no'),
    },
  ]
}
