/** The way to the organisation's provider, and from there to the page that was wanted. */

import type { SignOnMethods } from '../api/sign-in'
import { buttonClass } from '../kit/button'
import { t } from './texts'

interface ProviderLinkProps {
  methods: SignOnMethods
  next: string
  /** In a tab of its own, so that this page stays as it is. */
  isBeside?: boolean
}

export function ProviderLink({ methods: { oidc }, next, isBeside }: ProviderLinkProps) {
  if (!oidc) return null
  return (
    <a
      className={buttonClass({ large: true, wide: true })}
      href={`/api/auth/oidc/login?next=${encodeURIComponent(next)}`}
      {...(isBeside && { target: '_blank', rel: 'noopener' })}
    >
      {oidc.name ? t('singleSignOn', { name: oidc.name }) : t('singleSignOnPlain')}
    </a>
  )
}
