/** The votes on a change order as signed records: who, when, what it means, to which content. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, ShieldCheck } from 'lucide-react'
import { mayDo, useMe } from '../api/account'
import { approvalsQuery, stepsQuery } from '../api/changes'
import type { Answer } from '../api/types'
import { formatDateTime } from '../kit/format'
import { sentenceOf, wordOf } from '../kit/i18n'
import { Person } from '../records/person'
import { t } from './texts'
import styles from './votes.module.css'

type Vote = Answer<'/api/change-orders/{order_id}/approvals', 'get'>['approvals'][number]

export function Votes({ id }: { id: string }) {
  const answer = useQuery(approvalsQuery(id)).data
  const now = answer?.currentState?.id
  // Those that were given stay in sight once the change has gone on.
  const votes =
    answer?.approvals.filter(({ stateId, vote }) => vote !== null || stateId === now) ?? []
  const steps = useQuery(stepsQuery(id)).data?.availableTransitions ?? []
  const isAsked = steps.some(({ guards }) =>
    guards.some(({ type }) => type === 'requires_approval'),
  )
  const mayGiveRoles = mayDo(useMe(), 'users.update')
  const isOpen = isAsked && answer?.complete === false && answer.rejected === 0
  const isStuck = isOpen && answer.votersAsked === 0
  return (
    <section>
      <h2 id="votes">{t('approvals')}</h2>
      {isStuck && (
        <p role="note">
          {t('nobodyVotes')}{' '}
          {mayGiveRoles && (
            <Link to="/admin/people" className="link">
              {t('people')}
            </Link>
          )}
        </p>
      )}
      {!isStuck && votes.length === 0 && (
        <p className="muted">{t(isAsked ? 'anyVote' : 'noVotes')}</p>
      )}
      <ul aria-labelledby="votes">
        {votes.map((vote) => (
          <li
            key={`${vote.stateId} ${vote.visit} ${vote.approver.userId} ${vote.approver.roleId}`}
            className={styles.vote}
          >
            <VoteRow vote={vote} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function VoteRow({ vote }: { vote: Vote }) {
  const { approver, votedAt, comment, meaning } = vote
  const name = vote.signedName ?? approver.userName ?? wordOf(approver.roleName ?? '')
  return (
    <>
      <span className={styles.voter}>
        <Person name={name} />
        <b>
          {vote.vote === null ? t('open') : t(vote.vote === 'approve' ? 'approved' : 'rejected')}
        </b>
      </span>
      <span className="muted">
        {votedAt && (
          <small>
            <time dateTime={votedAt}>{formatDateTime(votedAt)}</time>
          </small>
        )}
        {meaning && <small>{sentenceOf(meaning)}</small>}
        {comment && (
          <small>
            <q>{comment}</q>
          </small>
        )}
        <Binding vote={vote} />
      </span>
    </>
  )
}

/** What the vote is bound to, and whether all of it is still as it was signed. */
function Binding({ vote }: { vote: Vote }) {
  const { contentDigest, valid, signed, current } = vote
  return (
    <>
      {contentDigest && (
        <small title={contentDigest}>
          {t('digest', { digest: contentDigest.replace(/^sha256:/, '').slice(0, 12) })}
          {current === false && <b> {t('contentChanged')}</b>}
        </small>
      )}
      {valid !== null && valid !== undefined && (
        <small className={styles.signature} data-valid={valid} title={vote.signature ?? ''}>
          {valid ? <ShieldCheck size={13} /> : <CircleAlert size={13} />}
          {t(valid ? (signed ? 'signatureValid' : 'recordValid') : 'signatureBroken')}
        </small>
      )}
    </>
  )
}
