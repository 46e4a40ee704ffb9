import { useMe } from '../api/account'
import { PageColumn, PageHead } from '../kit/page'
import { t } from './texts'

export function HomePage() {
  const me = useMe()
  return (
    <>
      <PageHead title={t('title')} />
      <PageColumn>{me && t('hello', { name: me.name })}</PageColumn>
    </>
  )
}
