import type { NoticeChannel } from '#domain/notice.ts'
import type { PushInList } from '#features/mail/push/schema.ts'
import type { WhatsAppInList } from '#features/mail/whatsapp/schema.ts'

/**
 * The state of a message. A notice is `read`, `unread`, `told` by WhatsApp by hand, or seen by `nobody`: its driver has
 * no account, and no mail of it left or can leave. A mail is `waiting`, `sent`, `kept` as a file, `spared` because
 * WhatsApp arrived, or `dead`. A message to a phone has the same states, or is `dropped`: not sent, for a reason.
 * WhatsApp has Meta's states: after `failed` the mail goes.
 */
export const MESSAGE_STATES = [
  'read',
  'unread',
  'nobody',
  'told',
  'waiting',
  'asking',
  'unsure',
  'sent',
  'delivered',
  'kept',
  'spared',
  'dropped',
  'failed',
  'dead',
] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** One message of an event. Moments are text. */
export type EventMessage = {
  /** The channel and the number of the message. */
  id: string
  /** The address of the page with more about it. */
  place: string
  channel: NoticeChannel
  state: MessageState
  who: string
  driverId: string | null
  at: string
  /** When it was read or sent, by a server or by hand, or when the next try is. */
  since: string | null
  /** The person who sent it by WhatsApp. */
  by: string | null
  /** The mail server's words, or those of the push service. */
  reason: string | null
  /** The device that a message to a phone went to. */
  device: string | null
}

/** A search in the messages of an event: words of the recipient, a state or any, a channel or all, an order, a page. */
export type MessageSearch = {
  q: string
  state: string
  channel: string
  by: string
  descending: boolean
  page: number
  size: number
}

/** A notice to a driver with its text for WhatsApp. */
export type SpokenNotice = {
  id: number
  event: string
  driver: { id: string; name: string; language: 'pt' | 'en'; hasAccount: boolean }
  at: string
  readAt: string | null
  text: string
  /** Opens WhatsApp with the text; `null` when the record has no number that can be dialled. */
  address: string | null
  sentByHand: { at: string; by: string | null } | null
  /** Its messages to the driver's phones. */
  phones: readonly PushInList[]
  /** Its messages by WhatsApp that the product sent. */
  whatsApps: readonly WhatsAppInList[]
}
