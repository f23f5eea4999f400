import { z } from 'zod'
import { markMessage } from '#features/visitors/contact/commands.server.ts'
import { listMessages } from '#features/visitors/contact/queries.server.ts'
import type { ContactMessage } from '#features/visitors/contact/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form, FormReply } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Links, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Dot } from '#web/ui/state.tsx'
import type { Route } from './+types/messages.ts'
import { RecruitmentTabs } from './recruitment-tabs.tsx'
import { waitingAt } from './waiting.server.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => {
  const [messages, waiting] = await Promise.all([listMessages(), waitingAt(now)])
  return { messages, waiting }
})

const markInput = z.object({ message: z.coerce.number().int(), state: z.enum(['new', 'answered'], 'field.choice') })

export const action = saves('contact.mark', markInput, async (change, { message, state }) => {
  await markMessage(change, message, state)
  return `/admin/recruitment/messages#message-${message}`
})

/** Messages of visitors in full; those that wait for an answer come first. */
export default function MessagesScreen({ loaderData: { messages, waiting }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.recruitment.messagesTitle')}
        back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
      />
      <Stack>
        <RecruitmentTabs current="messages" waiting={waiting} />
        <FormReply reply={reply} />
        {messages.length === 0 ? (
          <EmptyState title={t('page.recruitment.messages.empty')}>
            {t('page.recruitment.messages.emptyText')}
          </EmptyState>
        ) : (
          <Items>
            {messages.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </Items>
        )}
      </Stack>
    </>
  )
}

function Message({ message }: { message: ContactMessage }) {
  const t = useT()
  const { id, state, topic, name, email, phone, text, createdAt, answered } = message
  const about = t('page.recruitment.messages.about', { topic: t(`page.mail.topics.${topic}`) })
  const subject = encodeURIComponent(`${about} (${formatInstant(createdAt, t.language)})`)
  return (
    <Item
      id={`message-${id}`}
      heading="h2"
      title={name}
      mark={<Dot tone={state === 'new' ? 'warn' : 'ok'} />}
      aside={
        <small>
          {t(`page.recruitment.messages.states.${state}`)} · {about} · {formatInstant(createdAt, t.language)}
        </small>
      }
      acts={
        <Form inline>
          <input type="hidden" name="message" value={id} />
          <input type="hidden" name="state" value={state === 'new' ? 'answered' : 'new'} />
          <Button type="submit" kind={state === 'new' ? 'outlined' : 'text'}>
            {t(state === 'new' ? 'page.recruitment.messages.mark' : 'page.recruitment.messages.unmark')}
          </Button>
        </Form>
      }
    >
      <Words look="said">{text}</Words>
      {answered ? (
        <Words look="small">
          {answered.by
            ? t('page.recruitment.messages.answeredBy', { by: answered.by, at: formatInstant(answered.at, t.language) })
            : t('page.recruitment.messages.answeredAt', { at: formatInstant(answered.at, t.language) })}
        </Words>
      ) : null}
      <Links>
        <a href={`mailto:${email}?subject=${subject}`}>
          {t('page.recruitment.messages.reply')} ({email})
        </a>
        {phone ? (
          <a href={`tel:${phone}`}>
            {t('page.recruitment.messages.call')} ({phone})
          </a>
        ) : null}
        <LinkButton to={`/admin/privacy/erasures/of/message:${id}`} kind="text">
          {t('page.privacy.erase.start')}
        </LinkButton>
      </Links>
    </Item>
  )
}
