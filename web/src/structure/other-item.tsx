/** Finds the other item that a structure is compared with. */

import { useState } from 'react'
import { Button } from '../kit/button'
import { ChoiceField } from './choice-field'
import type { StructureProps } from './structure-view'
import { t } from './texts'
import { useParts } from './use-parts'

interface OtherItemProps {
  other: string | undefined
  props: StructureProps
  onChoose: (number: string | undefined) => void
}

export function OtherItem({ other, props, onChoose }: OtherItemProps) {
  const [text, setText] = useState('')
  const { found, isWaiting } = useParts(text, props.context)
  if (other)
    return (
      <Button onClick={() => onChoose(undefined)}>{t('withoutOther', { number: other })}</Button>
    )
  return (
    <ChoiceField
      label={t('otherItem')}
      placeholder={t('otherItem')}
      text={text}
      onText={setText}
      isWaiting={isWaiting}
      choices={found.map((item) => ({
        id: item.itemNumber,
        code: item.itemNumber,
        label: item.name,
      }))}
      onChoose={(number) => {
        setText('')
        onChoose(number)
      }}
    />
  )
}
