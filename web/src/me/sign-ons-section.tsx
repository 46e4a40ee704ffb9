/** Where one is signed in, and the end of it. */

import { useQuery } from '@tanstack/react-query'
import { keys } from '../api/keys'
import { endSignOn, type SignOn, signOnsQuery } from '../api/own-account'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { formatWhen } from '../kit/format'
import { Section } from '../kit/page'
import { clientName } from './client-name'
import styles from './me.module.css'
import { t } from './texts'

export function SignOnsSection() {
  const signOns = useQuery(signOnsQuery).data ?? []
  return (
    <Section title={t('signOns')}>
      <ul className={styles.rows}>
        {signOns.map((signOn) => (
          <SignOnRow key={signOn.id} signOn={signOn} />
        ))}
      </ul>
    </Section>
  )
}

function SignOnRow({ signOn }: { signOn: SignOn }) {
  const end = useWrite({
    send: () => endSignOn(signOn.id),
    changes: [keys.signOns],
    done: t('signOnEnded'),
  })
  const since = t('signedInAt', { when: formatWhen(signOn.createdAt) })
  return (
    <li>
      <span className="grow">
        <strong title={signOn.client ?? undefined}>
          {signOn.client ? clientName(signOn.client) : t('unknownClient')}
        </strong>
        <small>{[since, signOn.address].filter(Boolean).join(' · ')}</small>
      </span>
      {signOn.isCurrent ? (
        <span className="muted">{t('thisOne')}</span>
      ) : (
        <Button kind="quiet" onClick={() => end.mutate()}>
          {t('endSignOn')}
        </Button>
      )}
    </li>
  )
}
