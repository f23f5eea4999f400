import { EMAIL_MAX } from '#domain/email.ts'
import { requestReset, requireResetService } from '#features/accounts/action-codes/commands.server.ts'
import { accountMailLeaves, isAccountMailLate } from '#features/accounts/action-codes/queries.server.ts'
import { forgottenInput } from '#features/accounts/action-codes/schema.ts'
import { signInWays } from '#features/sessions/sign-ins/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { answer } from '#web/answer.server.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { pageTitle } from '#web/seo.tsx'
import { passwordPageHeaders, visitOf } from '#web/session.server.ts'
import { TextField } from '#web/ui/fields.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Done } from '#web/ui/notice.tsx'
import type { Route } from './+types/forgot.ts'
import { Captcha } from './captcha.tsx'
import styles from './sheet.module.css'
import { Sheet } from './sheet.tsx'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(translatorFor(languageOf(location.pathname))('page.account.forgot.title'))

/** Google sends its own messages only with a solved reCAPTCHA; for those we send ourselves an unsolved one does no harm. */
export const loader = async () => ({
  ...(await signInWays()),
  leaves: await accountMailLeaves(),
  isLate: await isAccountMailLate(),
})

export const action = ({ request, url, context }: Route.ActionArgs) =>
  answer(request, forgottenInput, async ({ email, captcha }) => {
    await requireResetService()
    requestReset(email, visitOf(request, context), languageOf(url.pathname), captcha)
    return { asked: true } as const
  })

export const headers = passwordPageHeaders

export default function ForgotScreen({ loaderData: { captcha, leaves, isLate }, actionData }: Route.ComponentProps) {
  const t = useT()
  const isAsked = actionData !== undefined && 'asked' in actionData
  const after = (
    <>
      <Link to="/login">{t('page.account.forgot.back')}</Link>
      <Link to="/contact">{t('page.account.forgot.contact')}</Link>
    </>
  )
  if (isAsked) {
    return (
      <Sheet title={t('page.account.forgot.title')} after={after}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- pages without a script take the focus by the attribute */}
        <div tabIndex={-1} autoFocus className={styles.said}>
          <Done>
            <p>{t(`page.account.forgot.${!leaves ? 'kept' : isLate ? 'sentLate' : 'sent'}`)}</p>
          </Done>
        </div>
      </Sheet>
    )
  }
  return (
    <Sheet
      title={t('page.account.forgot.title')}
      text={t(`page.account.forgot.${!leaves ? 'noServer' : isLate ? 'late' : 'text'}`)}
      after={after}
    >
      <Form>
        <TextField
          name="email"
          type="email"
          label={t('page.account.email')}
          autoComplete="username"
          inputMode="email"
          maxLength={EMAIL_MAX}
          spellCheck={false}
          required
        />
        <Captcha demand={captcha} purpose="getOobCode" />
        <SubmitButton wide>{t('page.account.forgot.ask')}</SubmitButton>
      </Form>
    </Sheet>
  )
}
