import type { WhatsAppInList, WhatsAppState } from '#features/mail/whatsapp/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { whatsAppReason } from '#web/parts/sent-by-hand.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Actions } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const TONES: Readonly<Record<WhatsAppState, StateTone>> = {
  waiting: 'info',
  asking: 'info',
  unsure: 'warn',
  sent: 'info',
  delivered: 'ok',
  read: 'ok',
  failed: 'bad',
  dropped: 'plain',
}

/** The last messages, with the result of each. */
export function Log({ messages }: { messages: readonly WhatsAppInList[] }) {
  const t = useT()
  return (
    <Card title={t('page.whatsApp.log.title')}>
      <Stack>
        {messages.length === 0 ? (
          <Words look="soft">{t('page.whatsApp.log.none')}</Words>
        ) : (
          <Table
            caption={t('page.whatsApp.log.caption')}
            rows={messages}
            rowKey={({ id }) => String(id)}
            columns={logColumns(t)}
          />
        )}
        <Actions>
          <LinkButton to="/admin/mail/whatsapp" kind="text">
            {t('page.whatsApp.log.refresh')}
          </LinkButton>
        </Actions>
      </Stack>
    </Card>
  )
}

function logColumns(t: Translator): Column<WhatsAppInList>[] {
  return [
    { head: t('page.whatsApp.log.columns.to'), cell: ({ driver, to }) => driver?.name ?? to },
    {
      head: t('page.whatsApp.log.columns.what'),
      cell: ({ event }) =>
        event === 'test' ? t('page.whatsApp.log.test') : (t.find(`page.notices.events.${event}`) ?? event),
    },
    {
      head: t('page.whatsApp.log.columns.state'),
      first: true,
      wraps: true,
      cell: ({ state, reason }) => (
        <>
          <State tone={TONES[state]}>{t(`page.whatsApp.chips.${state}`)}</State>
          {reason === null ? null : <small> {whatsAppReason(t, reason)}</small>}
        </>
      ),
    },
    { head: t('page.whatsApp.log.columns.at'), cell: ({ at }) => <Moment at={at} /> },
  ]
}
