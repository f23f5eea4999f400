import { z } from 'zod'
import { shownName } from '#domain/access.ts'
import { listSavedViews } from '#features/accounts/saved-views/queries.server.ts'
import { sendTest } from '#features/mail/commands.server.ts'
import { mailWay } from '#features/mail/mail-server/queries.server.ts'
import type { MailWay } from '#features/mail/mail-server/schema.ts'
import { searchMail } from '#features/mail/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { asked } from '#web/parts/list.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireAdmin, requireUser } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/mail.ts'
import { OUTBOX, searchOf } from './outbox.tsx'
import { shownMessages } from './shown-messages.ts'

export const loader = shows(async ({ request, context }: Route.LoaderArgs) => {
  const { uid, email } = requireAdmin(context)
  const view = asked(OUTBOX, new URL(request.url))
  const [found, way, saved] = await Promise.all([
    searchMail(searchOf(view)),
    mailWay(),
    listSavedViews(uid, OUTBOX.place),
  ])
  const shown = shownMessages(found, { view, saved, filter: 'whom' })
  return { shown, way, email }
})

/** A message to whoever asks, by the way every message goes; what became of it is on its own page. */
export const action = saves('mail.test', z.object({}), async (change, _, { url, context }: Route.ActionArgs) => {
  const user = requireUser(context)
  const id = await sendTest(change, {
    recipient: user.email,
    name: shownName(user),
    language: languageOf(url.pathname),
  })
  return `/admin/mail/${id}?done=test`
})

export default function MailScreen({ loaderData: { shown, way, email }, actionData }: Route.ComponentProps) {
  const t = useT()
  return (
    <ListScreen
      of={OUTBOX}
      shown={shown}
      subtitle={t('page.mail.outbox.subtitle')}
      actions={<LinkButton to="/admin/mail/notices">{t('page.notices.link')}</LinkButton>}
      after={way.server ? <Way way={way} email={email} /> : null}
    >
      <FormReply reply={actionData} />
      {way.server ? null : <Way way={way} email={email} />}
    </ListScreen>
  )
}

/** The mail server in force, or what to do where there is none; and a message to oneself to try it. */
function Way({ way: { server, sender }, email }: { way: MailWay; email: string }) {
  const t = useT()
  return (
    <Card title={t('page.mail.way.title')}>
      {server ? (
        <Stack>
          <Facts>
            <Fact name={t('page.mail.way.server')}>{`${server.host}:${server.port}`}</Fact>
            <Fact name={t('page.mail.way.safety')}>{t(`page.mail.server.safeties.${server.safety}`)}</Fact>
            <Fact name={t('page.mail.way.user')}>{server.user ?? t('page.mail.way.noUser')}</Fact>
            <Fact name={t('page.mail.way.sender')}>{sender}</Fact>
          </Facts>
          <Actions>
            <Form inline>
              <SubmitButton kind="outlined">{t('page.mail.way.test', { email })}</SubmitButton>
            </Form>
            <LinkButton to="/admin/mail/server" kind="text">
              {t('page.mail.way.change')}
            </LinkButton>
          </Actions>
        </Stack>
      ) : (
        <Notice
          tone="warn"
          title={t('page.mail.way.none')}
          action={<LinkButton to="/admin/mail/server">{t('page.mail.way.set')}</LinkButton>}
        >
          <p>{t('page.mail.way.meanwhile')}</p>
        </Notice>
      )}
    </Card>
  )
}
