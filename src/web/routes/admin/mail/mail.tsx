import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { shownName } from '#domain/access.ts'
import { listSavedViews } from '#features/accounts/saved-views/queries.server.ts'
import { sendKept, sendTest } from '#features/mail/commands.server.ts'
import { mailWay } from '#features/mail/mail-server/queries.server.ts'
import type { MailWay } from '#features/mail/mail-server/schema.ts'
import { countKeptAsFiles, searchMail } from '#features/mail/queries.server.ts'
import { countConsents, findAccount } from '#features/mail/whatsapp/queries.server.ts'
import type { AccountInView } from '#features/mail/whatsapp/schema.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { readListRequest } from '#web/parts/list.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireAdmin, requireUser } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/mail.ts'
import { outboxSearch } from './outbox-search.server.ts'
import { OUTBOX } from './outbox.tsx'
import { shownMessages } from './shown-messages.ts'
import { WhatsAppChip } from './whatsapp-chip.tsx'

export const loader = shows(async ({ request, context }: Route.LoaderArgs, { now, t }) => {
  const { uid, email } = requireAdmin(context)
  const view = readListRequest(OUTBOX, new URL(request.url))
  const { search, groups } = await outboxSearch(view, t)
  const [found, way, saved, kept, whatsApp, drivers] = await Promise.all([
    searchMail(search),
    mailWay(),
    listSavedViews(uid, OUTBOX.place),
    countKeptAsFiles(now),
    findAccount(),
    countConsents(),
  ])
  const shown = { ...shownMessages(found, { view, saved, filter: 'whom' }), groups }
  return { shown, way, email, kept, whatsApp, drivers }
})

const mailAct = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('test') }),
  z.object({ intent: z.literal('send-kept'), count: z.coerce.number().int().positive('field.invalid') }),
])

/**
 * Sends a test message to the reader, in the way of every message; its own page shows the result. Or sends all messages that were
 * only stored while there was no mail server.
 */
export const action = saves(
  ({ intent }) => `mail.${intent}`,
  mailAct,
  async (change, act, { url, context }: Route.ActionArgs) => {
    if (act.intent === 'send-kept') {
      await sendKept(change, act.count)
      return '/admin/mail?done=kept-sent'
    }
    const user = requireUser(context)
    const id = await sendTest(change, {
      recipient: user.email,
      name: shownName(user),
      language: languageOf(url.pathname),
    })
    return `/admin/mail/${id}?done=test`
  },
)

export default function MailScreen({
  loaderData: { shown, way, email, kept, whatsApp, drivers },
  actionData,
}: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  return (
    <ListScreen
      of={OUTBOX}
      shown={shown}
      subtitle={t('page.mail.outbox.subtitle')}
      actions={<LinkButton to="/admin/mail/notices">{t('page.notices.link')}</LinkButton>}
      after={
        <Stack>
          {way.server ? <MailServer way={way} email={email} /> : null}
          <ByWhatsApp account={whatsApp} drivers={drivers} />
        </Stack>
      }
    >
      {query.get('done') === 'kept-sent' && !actionData ? <Done>{t('page.mail.kept.done')}</Done> : null}
      <FormReply reply={actionData} />
      {way.server && kept > 0 ? <Kept count={kept} /> : null}
      {way.server ? null : <MailServer way={way} email={email} />}
    </ListScreen>
  )
}

/** Messages stored while there was no mail server, and one press that sends them. */
function Kept({ count }: { count: number }) {
  const t = useT()
  return (
    <Notice tone="warn">
      <p>{t('page.mail.kept.text', { count })}</p>
      <Form intent="send-kept" inline>
        <input type="hidden" name="count" value={count} />
        <SubmitButton kind="outlined">{t('page.mail.kept.send', { count })}</SubmitButton>
      </Form>
    </Notice>
  )
}

/** Whether notices go by WhatsApp too. */
function ByWhatsApp({ account, drivers }: { account: AccountInView | null; drivers: number }) {
  const t = useT()
  const isOn = account !== null && account.state === 'connected' && !account.paused
  return (
    <Card title={t('page.whatsApp.card')} aside={<WhatsAppChip account={account} />}>
      <Stack>
        <Words>{isOn ? t('page.whatsApp.on', { count: drivers }) : t('page.whatsApp.off')}</Words>
        <Actions>
          <LinkButton to="/admin/mail/whatsapp" kind="text">
            {t(account ? 'page.whatsApp.open' : 'page.whatsApp.set')}
          </LinkButton>
        </Actions>
      </Stack>
    </Card>
  )
}

/** The mail server in force, or what to do without one; and a test message to oneself. */
function MailServer({ way: { server, sender }, email }: { way: MailWay; email: string }) {
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
            <Form intent="test" inline>
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
