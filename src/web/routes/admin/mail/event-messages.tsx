import type { NoticeEvent } from '#domain/notice.ts'
import {
  type EventMessage,
  MESSAGE_STATES,
  type MessageSearch,
  type MessageState,
} from '#features/mail/notice-tellings/schema.ts'
import { type ListRequest, type List, list } from '#web/parts/list.ts'
import { whatsAppReason } from '#web/parts/sent-by-hand.ts'
import { State, type StateTone } from '#web/ui/state.tsx'
import { MESSAGES_A_PAGE } from './shown-messages.ts'

const TONES: Record<MessageState, StateTone> = {
  read: 'ok',
  unread: 'info',
  nobody: 'warn',
  told: 'ok',
  waiting: 'info',
  asking: 'info',
  unsure: 'warn',
  sent: 'ok',
  delivered: 'ok',
  kept: 'info',
  spared: 'info',
  failed: 'bad',
  dropped: 'info',
  dead: 'bad',
}

const inState = (wanted: MessageState) => ({
  words: `page.notices.messages.states.${wanted}` as const,
  holds: ({ state }: EventMessage) => state === wanted,
})
const byChannel = (wanted: EventMessage['channel']) => ({
  words: `page.notices.columns.${wanted}` as const,
  holds: ({ channel }: EventMessage) => channel === wanted,
})

/** Every message of an event, by each way, with its result. The database finds and sorts them. */
export function messagesOf(event: NoticeEvent): List<EventMessage> {
  return list({
    place: `/admin/mail/notices/${event}`,
    words: (word) => (word === 'title' ? `page.notices.events.${event}` : `page.notices.messages.${word}`),
    searchTexts: ({ who }: EventMessage) => [who],
    href: ({ place }) => place,
    views: Object.fromEntries(MESSAGE_STATES.map((state) => [state, inState(state)])),
    filters: {
      channel: {
        words: 'page.notices.messages.channel',
        any: 'page.notices.messages.anyChannel',
        parts: {
          inbox: byChannel('inbox'),
          mail: byChannel('mail'),
          push: byChannel('push'),
          whatsapp: byChannel('whatsapp'),
        },
      },
    },
    first: { by: 'created', descending: true },
    columns: {
      who: { value: ({ who }) => who, sorts: true },
      state: {
        value: ({ state }, t) => t(`page.notices.messages.states.${state}`),
        cell: ({ state }, t) => <State tone={TONES[state]}>{t(`page.notices.messages.states.${state}`)}</State>,
      },
      channel: {
        value: ({ channel, device }, t) => [t(`page.notices.columns.${channel}`), device].filter(Boolean).join(' · '),
      },
      created: { value: ({ at }) => at, kind: 'moment', sorts: true },
      since: { value: ({ since }) => since, kind: 'moment', wideOnly: true },
      by: { value: ({ by: teller }) => teller, exception: true },
      reason: {
        value: ({ reason, channel }, t) =>
          reason === null
            ? null
            : channel === 'whatsapp'
              ? whatsAppReason(t, reason)
              : (t.find(channel === 'push' ? `page.push.reasons.${reason}` : `page.mail.screen.reasons.${reason}`) ??
                reason),
        exception: true,
      },
    },
    head: (column) => `page.notices.messages.columns.${column}`,
  })
}

/** The questions of the address, as the database query needs them. */
export function searchOf({ q, view, filters, sort, page }: ListRequest): MessageSearch {
  const { by: order, descending } = sort
  return { q, state: view, channel: filters['channel'] ?? '', by: order, descending, page, size: MESSAGES_A_PAGE }
}
