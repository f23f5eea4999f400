import { Refusal } from '#domain/refusal.ts'
import { signInByPasskey } from '#features/sessions/passkeys/commands.server.ts'
import { passkeySignIn } from '#features/sessions/passkeys/schema.ts'
import { languageOf } from '#messages/language.ts'
import { answer } from '#web/answer.server.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { pageTitle } from '#web/seo.tsx'
import { redirectAfterSignIn, passwordPageHeaders, readToken, visitOf } from '#web/session.server.ts'
import { FormReply } from '#web/ui/form.tsx'
import type { Route } from './+types/passkey.ts'
import { PasskeySignIn } from './passkey-form.tsx'
import { passkeysHere } from './passkey-site.server.ts'
import { Sheet } from './sheet.tsx'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(translatorFor(languageOf(location.pathname))('page.account.passkey.title'))

export const action = ({ request, url, context }: Route.ActionArgs) =>
  answer(request, passkeySignIn, async ({ passkey }) => {
    const site = await passkeysHere(languageOf(url.pathname))
    if (!site) throw new Refusal('passkey.not-here')
    return redirectAfterSignIn(
      request,
      url,
      await signInByPasskey(passkey, site, visitOf(request, context), readToken(request)),
      context,
    )
  })

export const headers = passwordPageHeaders

/** The page that receives a sign-in by passkey; it shows a refusal, with the other ways to sign in. */
export default function PasskeyScreen({ actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const after = (
    <>
      <Link to="/login">{t('page.account.passkey.byPassword')}</Link>
      <Link to="/contact">{t('page.account.passkey.lost')}</Link>
    </>
  )
  return (
    <Sheet title={t('page.account.passkey.title')} text={t('page.account.passkey.text')} after={after}>
      <FormReply reply={reply} />
      <PasskeySignIn first />
    </Sheet>
  )
}
