import { PASSWORD_LENGTH } from '#domain/password.ts'
import { acceptInvitation } from '#features/accounts/commands.server.ts'
import { getInvitation } from '#features/accounts/queries.server.ts'
import { newPasswordInput } from '#features/accounts/schema.ts'
import { languageOf } from '#messages/language.ts'
import { answer, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { speak, useT } from '#web/i18n.tsx'
import { pageTitle } from '#web/seo.tsx'
import { enter, passwordPageHeaders, readToken, visitOf } from '#web/session.server.ts'
import { Form, FormReply, SubmitButton, TextField } from '#web/ui/form.tsx'
import type { Route } from './+types/invite.ts'
import { Sheet } from './sheet.tsx'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(speak(languageOf(location.pathname))('page.account.invite.title'))

/** Looking at the page uses nothing up; the form that is sent does. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(() => getInvitation(codeOf(url), context.get(requestContext).now))

export const action = ({ request, url, context }: Route.ActionArgs) =>
  answer(request, newPasswordInput, async ({ password }) => {
    const started = await acceptInvitation(codeOf(url), password, visitOf(request, context), readToken(request))
    return enter(request, url, started)
  })

export const headers = passwordPageHeaders

export default function InviteScreen({ loaderData: { email, role }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { min, max } = PASSWORD_LENGTH[role]

  return (
    <Sheet title={t('page.account.invite.title')} text={t('page.account.invite.text', { email })}>
      <Form reloadDocument>
        <FormReply reply={reply} />
        {/* Tells a password manager whose password this is. */}
        <input type="email" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
        <TextField
          name="password"
          type="password"
          label={t('page.account.newPassword')}
          help={t('page.account.passwordHelp', { min })}
          autoComplete="new-password"
          minLength={min}
          maxLength={max}
          reply={reply}
          required
        />
        <SubmitButton wide>{t('page.account.invite.set')}</SubmitButton>
      </Form>
    </Sheet>
  )
}

function codeOf(url: URL): string {
  return url.searchParams.get('code') ?? ''
}
