/** Numbers that one has reserved: more are taken, and given back. */

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { mayDo, useMe } from '../api/account'
import { problemOf } from '../api/problem'
import { RESERVED, releaseNumber, reservedQuery, reserveNumbers } from '../api/registers'
import { useWrite } from '../api/write'
import { IconButton } from '../kit/button'
import { FormDialog } from '../kit/dialog'
import { TextField } from '../kit/field'
import { sentenceOf } from '../kit/i18n'
import styles from './registers.module.css'
import { t } from './texts'

export function ReservedDialog({ onClose }: { onClose: () => void }) {
  const reason = mayDo(useMe(), 'parts.create') ? null : t('mayNotReserve')
  const reserve = useWrite({
    send: reserveNumbers,
    changes: [RESERVED],
    done: t('reservedDone'),
    onProblem: () => true,
  })
  const problem = reserve.error === null ? null : problemOf(reserve.error)
  const submit = (form: FormData) => {
    const itemNumber = String(form.get('itemNumber')).trim()
    reserve.mutate(itemNumber ? { itemNumber } : { count: Number(form.get('count')) || 1 })
  }
  return (
    <FormDialog
      title={t('reserved')}
      action={t('reserve')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={reserve.isPending}
      reason={reason}
    >
      <p className="muted">{t('reservedNote')}</p>
      <Numbers />
      <TextField
        label={t('howMany')}
        name="count"
        type="number"
        min={1}
        max={500}
        defaultValue="1"
        refusal={problem?.detailOf('count')}
      />
      <TextField
        label={t('ownNumber')}
        name="itemNumber"
        maxLength={100}
        refusal={
          problem && !problem.detailOf('count')
            ? (problem.detailOf('itemNumber') ?? sentenceOf(problem.message))
            : undefined
        }
      />
    </FormDialog>
  )
}

function Numbers() {
  const found = useQuery(reservedQuery).data
  const give = useWrite({
    send: async (number: string, headers) => {
      await releaseNumber(number, headers)
      return number
    },
    changes: [RESERVED],
    done: (number: string) => t('givenBack', { number }),
  })
  if (!found) return null
  if (found.numbers.length === 0) return <p className="muted">{t('noReserved')}</p>
  return (
    <ul className={styles.numbers} aria-label={t('reserved')}>
      {found.numbers.map(({ itemNumber }) => (
        <li key={itemNumber}>
          <span className="mono">{itemNumber}</span>
          <IconButton
            icon={X}
            label={t('giveBack', { number: itemNumber })}
            onClick={() => give.mutate(itemNumber)}
          />
        </li>
      ))}
    </ul>
  )
}
