import type { MessageOutcome, PlatformMessage } from '#features/connections/messages/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Words } from '#web/ui/layout.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const TONES: Readonly<Record<MessageOutcome, StateTone>> = {
  kept: 'ok',
  older: 'plain',
  nobody: 'info',
  unread: 'info',
  late: 'warn',
}

type Props = { messages: readonly PlatformMessage[]; address: string; isSigning: boolean; provider: string }

/** Messages that a platform sent, and the result of each; without a signing key, the address it should send them to. */
export function MessageLog({ messages, address, isSigning, provider }: Props) {
  const t = useT()
  return (
    <Card title={t('page.connections.messages.title')}>
      <Stack>
        <Words look="small">{t(`page.connections.messages.${isSigning ? 'text' : 'unset'}`, { provider })}</Words>
        <p>
          <code id="message-address">{address}</code>
        </p>
        <CopyButton of="message-address" label={t('page.connections.messages.copy')} />
        {messages.length === 0 ? null : (
          <Table
            caption={t('page.connections.messages.caption', { provider })}
            rows={messages}
            rowKey={({ id }) => id}
            columns={columnsOf(t)}
          />
        )}
      </Stack>
    </Card>
  )
}

function columnsOf(t: Translator): Column<PlatformMessage>[] {
  return [
    { head: t('page.connections.messages.columns.at'), cell: ({ happenedAt }) => <Moment at={happenedAt} /> },
    { head: t('page.connections.messages.columns.kind'), first: true, wraps: true, cell: ({ kind }) => kind },
    { head: t('page.connections.messages.columns.driver'), cell: ({ driver }) => driver ?? '–' },
    { head: t('page.connections.messages.columns.state'), wraps: true, cell: ({ state }) => state ?? '–' },
    {
      head: t('page.connections.messages.columns.outcome'),
      cell: ({ outcome }) => <State tone={TONES[outcome]}>{t(`page.connections.messages.outcomes.${outcome}`)}</State>,
    },
  ]
}
