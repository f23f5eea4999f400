import { languageOf } from '#messages/language.ts'
import { speak, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { pageTitle } from '#web/seo.tsx'
import type { Route } from './+types/forgot.ts'
import { Sheet } from './sheet.tsx'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(speak(languageOf(location.pathname))('page.account.forgot.title'))

/** Until messages can be sent, the office hands out the link. */
export default function ForgotScreen() {
  const t = useT()
  const after = (
    <>
      <Link to="/contact">{t('page.account.forgot.contact')}</Link>
      <Link to="/login">{t('page.account.forgot.back')}</Link>
    </>
  )
  return <Sheet title={t('page.account.forgot.title')} text={t('page.account.forgot.text')} after={after} />
}
