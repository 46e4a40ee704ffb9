/** The next legal steps of a change order; those that are off say why. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { approvalsQuery, type Decision, decide, stepsQuery, workflowQuery } from '../api/changes'
import { keys } from '../api/keys'
import type { ChangeOrder } from '../api/types'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { FormDialog } from '../kit/dialog'
import { TextAreaField, TextField } from '../kit/field'
import { ReleasePreview } from './release-preview'
import { t } from './texts'

interface Asked {
  label: string
  /** Whether the step ends in the release, which is shown before it is done. */
  isRelease?: boolean
  decision: Decision
}

export function Decisions({ order }: { order: ChangeOrder }) {
  const [asked, ask] = useState<Asked | null>(null)
  const choices = useChoices(order)
  return (
    <>
      {choices.map((choice, index) => (
        <Button
          key={choice.label}
          kind={index === choices.length - 1 ? 'primary' : 'plain'}
          reason={choice.reason}
          onClick={() => ask(choice)}
        >
          {choice.label}
        </Button>
      ))}
      {asked && <DecisionDialog order={order} asked={asked} onClose={() => ask(null)} />}
    </>
  )
}

type Choice = Asked & { reason: string | null }

/** Ways back and out first, the way forward last, where the primary button stands. */
function useChoices(order: ChangeOrder): Choice[] {
  const me = useMe()
  const instance = useQuery(workflowQuery(order.id)).data
  const steps = useQuery(stepsQuery(order.id)).data?.availableTransitions ?? []
  const votes = useQuery(approvalsQuery(order.id)).data
  if (!instance) return []
  if (!instance.instance) {
    const reason = mayDo(me, 'change_orders.update') ? null : t('mayNotCreate')
    return [{ label: t('submit'), decision: { kind: 'submit' }, reason }]
  }
  const waitsForVotes = steps.some((s) => s.guards.some((g) => g.type === 'requires_approval'))
  const taken = steps
    .filter((step) => !waitsForVotes || !step.guards.some((g) => g.type === 'requires_approval'))
    .map((step): Choice => {
      const failing = step.guards.filter((guard) => !guard.passed).map((guard) => guard.message)
      const decision: Decision = { kind: 'step', transitionId: step.id }
      const reason = step.allowed ? null : failing.join(' ') || t('mayNotCreate')
      const target = instance.instance?.states.find((state) => state.id === step.toStateId)
      return { label: step.name, decision, reason, isRelease: target?.outcome === 'release' }
    })
  if (!waitsForVotes || !votes) return forwardLast(taken)
  const voting: Choice[] = [
    { label: t('reject'), decision: { kind: 'reject' }, reason: null },
    { label: t('approve'), decision: { kind: 'approve' }, reason: null },
  ]
  return [...taken.filter((choice) => choice.label !== 'Reject'), ...voting]
}

function forwardLast(choices: Choice[]): Choice[] {
  const isBack = (choice: Choice) => /cancel|reject|withdraw/i.test(choice.label)
  return [...choices.filter(isBack), ...choices.filter((choice) => !isBack(choice))]
}

interface DecisionDialogProps {
  order: ChangeOrder
  asked: Asked
  onClose: () => void
}

function DecisionDialog({ order, asked, onClose }: DecisionDialogProps) {
  const [needsPassword, setNeedsPassword] = useState(false)
  const isVote = asked.decision.kind === 'approve' || asked.decision.kind === 'reject'
  const take = useWrite({
    send: (said: { comment?: string; password?: string }, headers) =>
      decide(order.id, { ...asked.decision, ...said }, headers),
    changes: [keys.changeOrders, keys.items],
    done: isVote ? t('voted') : undefined,
    onDone: onClose,
    onProblem: (problem) => {
      const isSignature = problem.detailOf('password') !== undefined
      if (isSignature) setNeedsPassword(true)
      return isSignature && !needsPassword
    },
  })
  const submit = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '').trim()
    take.mutate({
      ...(text('comment') && { comment: text('comment') }),
      ...(text('password') && { password: text('password') }),
    })
  }
  return (
    <FormDialog
      title={`${asked.label}: ${order.itemNumber}`}
      action={asked.label}
      isBusy={take.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      {asked.isRelease && <ReleasePreview id={order.id} />}
      <TextAreaField label={t('comment')} name="comment" />
      {needsPassword && (
        <TextField
          label={t('password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
      )}
    </FormDialog>
  )
}
