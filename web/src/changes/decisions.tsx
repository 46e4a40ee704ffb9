/** The next legal steps of a change order; those that are off say why. */

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import {
  approvalsQuery,
  type Decision,
  decide,
  progressQuery,
  stepsQuery,
  type Upcoming,
  workflowQuery,
} from '../api/changes'
import { keys } from '../api/keys'
import type { Answer, ChangeOrder, Me } from '../api/types'
import { useWrite } from '../api/write'
import { keepNoBlank } from '../forms/no-blank'
import { Button } from '../kit/button'
import { FormDialog } from '../kit/dialog'
import { TextAreaField, TextField } from '../kit/field'
import { passFocus } from '../kit/pass-focus'
import { useShortcut } from '../kit/shortcuts'
import { guardWords } from './guard-words'
import { stepLabel } from './labels'
import { ReleasePreview } from './release-preview'
import { t } from './texts'
import { useVotedContent, VotedContent } from './voted-content'
import { mayVote } from './voters'

/** A step that was taken is offered no more. */
const toPage = passFocus()

export interface Asked {
  label: string
  /** The state that the step leads to, where it leads there by itself. */
  to?: string
  /** Whether the step ends in the release, which is shown before it is done. */
  isRelease?: boolean
  decision: Decision
}

export function Decisions({ order }: { order: ChangeOrder }) {
  const [asked, ask] = useState<Asked | null>(null)
  const { choices: known } = useChoices(order)
  const choices = known ?? []
  const vote = choices.find(({ decision, reason }) => decision.kind === 'approve' && !reason)
  useShortcut('v', t('approve'), () => vote && ask(vote), { isOn: vote !== undefined })
  return (
    <>
      {choices.map((choice, index) => (
        <Button
          key={choice.label}
          ref={toPage}
          kind={index === choices.length - 1 ? 'primary' : 'plain'}
          reason={choice.reason}
          onClick={() => ask(choice)}
        >
          {stepLabel(choice.label)}
        </Button>
      ))}
      {asked && (
        <DecisionDialog
          order={order}
          asked={asked}
          reason={known && reasonNow(known, asked)}
          onClose={() => ask(null)}
        />
      )}
    </>
  )
}

/** Why what was asked for is not possible any more; it may have been while the dialog was open. */
export function reasonNow(choices: readonly Choice[], { label, decision }: Asked): string | null {
  // Steps of the same name lead out of several states.
  const now = choices.find(
    (one) =>
      one.label === label &&
      one.decision.kind === decision.kind &&
      one.decision.transitionId === decision.transitionId,
  )
  return now ? now.reason : t('stepGone')
}

/** Submitting starts the workflow and takes the first step that leads on. */
function submission(upcoming: Upcoming, refused: string | null): Choice {
  const stateOf = (id: string) => upcoming?.states.find((state) => state.id === id)
  const onward = upcoming?.availableTransitions.filter((s) => !stateOf(s.toStateId)?.isFinal) ?? []
  const step = onward.find(({ allowed }) => allowed) ?? onward[0]
  const failing = step?.guards.filter((guard) => !guard.passed).map(guardWords)
  const to = step && stateOf(step.toStateId)?.name
  const reason = refused ?? (failing?.join(' ') || null)
  return { label: t('submit'), to, decision: { kind: 'submit' }, reason }
}

/** What was begun by mistake need not go to review first: the workflow begins with its end. */
function cancellations(upcoming: Upcoming, refused: string | null): Choice[] {
  const ends = upcoming?.states.filter(({ outcome }) => outcome === 'cancel') ?? []
  const steps = upcoming?.availableTransitions ?? []
  return steps.flatMap(({ id, name, toStateId, guards }) => {
    const to = ends.find((state) => state.id === toStateId)?.name
    const failing = guards.filter((guard) => !guard.passed).map(guardWords)
    const decision: Decision = { kind: 'step', transitionId: id, begins: true }
    return to ? [{ label: name, to, decision, reason: refused ?? (failing.join(' ') || null) }] : []
  })
}

export type Choice = Asked & { reason: string | null }
export type OrderRef = Pick<ChangeOrder, 'id' | 'itemNumber'>

/** Ways back and out first, the way forward last, where the primary button stands; null until known. */
export function useChoices(order: OrderRef): { choices: Choice[] | null; error: unknown } {
  const me = useMe()
  const instance = useQuery(workflowQuery(order.id))
  const found = useQuery(stepsQuery(order.id))
  const votes = useQuery(approvalsQuery(order.id))
  const author = useQuery(progressQuery([order.id])).data?.get(order.id)?.owner?.id
  const error = instance.error ?? found.error ?? votes.error
  if (!instance.data || !found.data || !votes.data) return { choices: null, error }
  const known = { instance: instance.data, found: found.data, votes: votes.data, author }
  return { choices: choicesOf(me, known), error }
}

interface Known {
  instance: Answer<'/api/change-orders/{order_id}/workflow', 'get'>
  found: Answer<'/api/change-orders/{order_id}/workflow/transition', 'get'>
  votes: Answer<'/api/change-orders/{order_id}/approvals', 'get'>
  author: string | undefined
}

function choicesOf(me: Me | undefined, { instance, found, votes, author }: Known): Choice[] {
  const steps = found.availableTransitions
  if (!instance.instance) {
    const reason = mayDo(me, 'change_orders.update') ? null : t('mayNotEdit')
    return [...cancellations(instance.upcoming, reason), submission(instance.upcoming, reason)]
  }
  const waitsForVotes = steps.some((s) => s.guards.some((g) => g.type === 'requires_approval'))
  const taken = steps
    .filter((step) => !waitsForVotes || !step.guards.some((g) => g.type === 'requires_approval'))
    .map((step): Choice => {
      const failing = step.guards.filter((guard) => !guard.passed).map(guardWords)
      const decision: Decision = { kind: 'step', transitionId: step.id }
      const reason = step.allowed ? null : failing.join(' ') || t('mayNotEdit')
      const target = instance.instance?.states.find((state) => state.id === step.toStateId)
      const isRelease = target?.outcome === 'release'
      return { label: step.name, to: target?.name, decision, reason, isRelease }
    })
  if (!waitsForVotes) return forwardLast(taken)
  const nameOf = (id: string | undefined) =>
    instance.instance?.states.find((state) => state.id === id)?.name
  const onward = steps.find((s) => s.guards.some((g) => g.type === 'requires_approval'))
  const back = taken.find((choice) => choice.label === 'Reject')?.to
  const isAsked = me && mayVote(me, mayDo(me, 'change_orders.approve'), votes, author)
  const refused = isAsked ? null : t(me && me.id === author ? 'isAuthor' : 'notApprover')
  const voting: Choice[] = [
    { label: t('reject'), to: back, decision: { kind: 'reject' }, reason: refused },
    {
      label: t('approve'),
      to: nameOf(onward?.toStateId),
      decision: { kind: 'approve' },
      reason: refused,
    },
  ]
  return [...taken.filter((choice) => choice.label !== 'Reject'), ...voting]
}

function forwardLast(choices: Choice[]): Choice[] {
  const isBack = (choice: Choice) => /cancel|reject|withdraw/i.test(choice.label)
  return [...choices.filter(isBack), ...choices.filter((choice) => !isBack(choice))]
}

interface DecisionDialogProps {
  order: OrderRef
  asked: Asked
  onClose: () => void
  /** Why it cannot be done any more. */
  reason?: string | null
  /** What stands above the comment. */
  children?: ReactNode
}

export function DecisionDialog(props: DecisionDialogProps) {
  const { order, asked, reason, onClose, children } = props
  const [needsPassword, setNeedsPassword] = useState(false)
  const isVote = asked.decision.kind === 'approve' || asked.decision.kind === 'reject'
  const content = useVotedContent(order, isVote)
  const take = useWrite({
    send: (said: { comment?: string; password?: string }, headers) =>
      decide(order.id, { ...asked.decision, ...said, contentDigest: content.digest }, headers),
    changes: [keys.changeOrders, keys.items, keys.inbox],
    done: isVote ? t('voted') : undefined,
    onDone: onClose,
    onProblem: (problem) => {
      if (problem.status === 412) void content.readAnew()
      if (problem.status === 412) return true
      const isSignature = problem.detailOf('password') !== undefined
      if (isSignature) setNeedsPassword(true)
      return isSignature && !needsPassword
    },
  })
  const isCancel = /cancel/i.test(asked.label)
  const isReject = asked.decision.kind === 'reject' || /reject/i.test(asked.label)
  const submit = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '').trim()
    take.mutate({
      ...(text('comment') && { comment: text('comment') }),
      ...(text('password') && { password: text('password') }),
    })
  }
  return (
    <FormDialog
      title={`${stepLabel(asked.label)}: ${order.itemNumber}`}
      action={stepLabel(asked.label)}
      back={isCancel ? t('keepChange') : undefined}
      isDanger={isCancel}
      isBusy={take.isPending}
      reason={take.isPending ? null : reason}
      onClose={onClose}
      onSubmit={submit}
    >
      {reason && !take.isPending && <p role="alert">{reason}</p>}
      {children}
      {asked.isRelease && <ReleasePreview id={order.id} />}
      <VotedContent {...content} />
      <TextAreaField
        label={t(isReject ? 'reasonForChange' : 'comment')}
        name="comment"
        required={isReject}
        onInput={keepNoBlank}
      />
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
