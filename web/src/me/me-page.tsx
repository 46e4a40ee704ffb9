/** Oneself: the account, how the application looks, and the ways in. */

import { useMe } from '../api/account'
import { SharesSection } from '../exports/share-list'
import { PageColumn, PageHead } from '../kit/page'
import { AppearanceSection, MailSection } from './appearance-section'
import { PasswordSection } from './password-section'
import { ProfileSection } from './profile-section'
import { SecondFactorSection } from './second-factor-section'
import { SignOnsSection } from './sign-ons-section'
import { t } from './texts'
import { TokensSection } from './tokens-section'

export function MePage() {
  const me = useMe()
  return (
    <>
      <PageHead title={t('title')} />
      <PageColumn>
        {me && <ProfileSection me={me} />}
        <AppearanceSection />
        <MailSection />
        {me && <PasswordSection me={me} />}
        <SecondFactorSection />
        <SignOnsSection />
        <TokensSection />
        <SharesSection />
      </PageColumn>
    </>
  )
}
