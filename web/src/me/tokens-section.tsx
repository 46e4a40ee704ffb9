/** Personal tokens: for scripts and programs that act in one's name. */

import { useQuery } from '@tanstack/react-query'
import { Copy, KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { keys } from '../api/keys'
import { type NewToken, type PersonalToken, revokeToken, tokensQuery } from '../api/own-account'
import { problemOf } from '../api/problem'
import { problemText } from '../api/tell'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { formatDate } from '../kit/format'
import { Section } from '../kit/page'
import { EmptyState, ErrorState } from '../kit/states'
import { notify } from '../kit/toast'
import styles from './me.module.css'
import { NewTokenDialog } from './new-token-dialog'
import { t } from './texts'

export function TokensSection() {
  const tokens = useQuery(tokensQuery)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<NewToken | null>(null)
  const create = (
    <Button icon={Plus} onClick={() => setMaking(true)}>
      {t('newToken')}
    </Button>
  )
  return (
    <Section title={t('tokens')} actions={create}>
      <p className="muted">{t('tokensNote')}</p>
      {made && <MadeToken token={made} />}
      {tokens.error !== null && <ErrorState message={problemText(problemOf(tokens.error))} />}
      {tokens.data?.length === 0 && !made && <EmptyState icon={KeyRound} title={t('noTokens')} />}
      {tokens.data !== undefined && tokens.data.length > 0 && (
        <ul className={styles.rows}>
          {tokens.data.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
      {isMaking && (
        <NewTokenDialog
          onClose={() => setMaking(false)}
          onMade={(token) => {
            setMaking(false)
            setMade(token)
          }}
        />
      )}
    </Section>
  )
}

function TokenRow({ token }: { token: PersonalToken }) {
  const [isAsking, setAsking] = useState(false)
  const revoke = useWrite({
    send: () => revokeToken(token.id),
    changes: [keys.tokens],
    done: t('tokenRevoked', { name: token.name }),
  })
  const scopes = token.scopes ? t('scopes', { count: token.scopes.length }) : t('allRights')
  const until = token.expiresAt
    ? t('until', { date: formatDate(token.expiresAt) })
    : t('withoutEnd')
  return (
    <li>
      <span className="grow">
        <strong>{token.name}</strong>
        <small>
          {t('madeOn', { date: formatDate(token.createdAt) })} · {until} · {scopes}
        </small>
      </span>
      {isAsking ? (
        <>
          <Button onClick={() => setAsking(false)}>{t('keep')}</Button>
          <Button kind="danger" autoFocus onClick={() => revoke.mutate()}>
            {t('reallyRevoke')}
          </Button>
        </>
      ) : (
        <Button
          kind="quiet"
          aria-label={t('revokeNamed', { name: token.name })}
          onClick={() => setAsking(true)}
        >
          {t('revoke')}
        </Button>
      )}
    </li>
  )
}

/** The one moment at which a token can be read. */
function MadeToken({ token }: { token: NewToken }) {
  const copy = () =>
    navigator.clipboard.writeText(token.token).then(
      () => notify({ kind: 'good', text: t('copied') }),
      () => notify({ kind: 'bad', text: t('notCopied') }),
    )
  return (
    <div className={styles.made} role="status">
      <p>{t('shownOnce', { name: token.name })}</p>
      <div className={styles.line}>
        <code className="mono">{token.token}</code>
        <Button icon={Copy} onClick={() => void copy()}>
          {t('copy')}
        </Button>
      </div>
    </div>
  )
}
