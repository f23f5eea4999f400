import type { NoticeChannel } from '#domain/notice.ts'
import type { PushInList } from '#features/mail/push/schema.ts'
import type { WhatsAppInList } from '#features/mail/whatsapp/schema.ts'

/**
 * What became of a message: a notice was `read`, is `unread`, was `told` by WhatsApp, or lies where `nobody` reads it, for the
 * driver has no account and no mail of it is on its way or there. A mail is `waiting`, `sent`, `kept` as a file, `spared` because WhatsApp
 * arrived, or `dead`; so is a message to a phone, or it was `dropped`: not sent, for a reason. By WhatsApp it is as Meta says:
 * `failed` leaves it to the mail.
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
  /** Channel and number. */
  id: string
  /** Where there is more of it. */
  place: string
  channel: NoticeChannel
  state: MessageState
  who: string
  driverId: string | null
  at: string
  /** When it was read, sent by a server or by hand, or is tried next. */
  since: string | null
  /** Who sent it by WhatsApp. */
  by: string | null
  /** The mail server's words, or those of the push service. */
  reason: string | null
  /** What a message to a phone went to. */
  device: string | null
}

/** What a list asks of the messages of an event: words of whom it is for, a state or any, a channel or both, an order, a page. */
export type MessageSearch = {
  q: string
  state: string
  channel: string
  by: string
  descending: boolean
  page: number
  size: number
}

/** A notice to a driver, with what to send by WhatsApp. */
export type SpokenNotice = {
  id: number
  event: string
  driver: { id: string; name: string; language: 'pt' | 'en'; hasAccount: boolean }
  at: string
  readAt: string | null
  text: string
  /** Opens WhatsApp with the text; `null`: no number in the record that can be dialled. */
  address: string | null
  sentByHand: { at: string; by: string | null } | null
  /** What became of it on the driver's phones. */
  phones: readonly PushInList[]
  /** What became of it by WhatsApp, sent by itself. */
  whatsApps: readonly WhatsAppInList[]
}
