import { z } from 'zod'
import type { ContractNotice } from '#domain/contract.ts'
import type { DepartureEvent } from '#domain/departure.ts'
import { SOURCES } from '#domain/import.ts'
import { CONNECTION_LACKS, DECIDING_KINDS } from '#domain/monday.ts'
import type { AccountChange } from '#domain/notice.ts'
import type { AlertKind } from '#domain/position-alert.ts'
import type { PlanEvent } from '#domain/plan.ts'
import type { TicketTopic } from '#domain/ticket.ts'
import { type Week, weekName } from '#domain/week.ts'
import type { NoticeFacts } from '#features/mail/inbox/schema.ts'
import { chosenIds } from '#forms/fields.ts'
import { PROVIDERS } from '#integrations/connections/providers.ts'
import type { Translator } from '#messages/catalogue.ts'
import type { Language } from '#messages/language.ts'

/** The drivers to notify, one or many. */
export const tellInput = z.object({ drivers: chosenIds('field.required') })

/** Stops the notices to drivers about the week; those already sent stay sent. */
export const stopInput = z.object({ stop: z.literal('on') })

type OfNotice<Kind extends MailedNotice['kind']> = Extract<MailedNotice, { kind: Kind }>

/** The params of each message. Moments are ISO texts, links are paths of this site; a code is in its link. */
export type MailParams = {
  'statement-issued': { week: string; version: number }
  'statement-paid': OfNotice<'statement-paid'>
  'dispute-accepted': OfNotice<'dispute-accepted'>
  'dispute-declined': OfNotice<'dispute-declined'>
  'payment-returned': OfNotice<'payment-returned'>
  'dispute-reopened': OfNotice<'dispute-reopened'>
  paper: OfNotice<'paper'>
  damage: OfNotice<'damage'>
  ticket: OfNotice<'ticket'>
  'damage-report': OfNotice<'damage-report'>
  'iban-changed': { ends: string; heldUntil: string }
  'contact-changed': { to: string }
  plan: { event: PlanEvent }
  departure: { event: DepartureEvent }
  fine: { number: string }
  contract: { event: ContractNotice; id: string; hasAccount: boolean }
  'contract-link': { number: number; link: string; again: boolean; until: string }
  'contract-code': { code: string; number: number }
  /** `approved`: for a person whose application was accepted. */
  invite: { link: string; approved?: boolean }
  /** `forced`: the office asked for it, and the old password signs nobody in any more. */
  'password-reset': { email: string; link: string; forced?: boolean }
  'email-verification': { email: string; link: string }
  'email-change': { email: string; newEmail: string; link: string }
  'email-changed': { newEmail: string; link?: string }
  'password-changed': { email: string; at: string }
  'second-factor-added': { email: string; at: string }
  'passkey-added': { email: string; at: string; device: string }
  'new-sign-in': { email: string; at: string; device: string; address: string }
  'account-changed': { email: string; at: string; change: AccountChange }
  'account-disabled': { email: string }
  'account-closed': { email: string }
  'money-person': { email: string; at: string }
  'application-received': { link: string }
  'application-arrived': { applicant: string; link: string }
  'application-rejected': { reason: string }
  'application-letter': { subject: string; text: string; link: string }
  test: { link: string }
  monday: { week: string; lines: readonly MondayLine[]; nextAt: string | null }
  'negative-forecast': { count: number; link: string }
  'disputes-late': { count: number; link: string }
  'receipt-missing': { count: number; link: string }
  digest: { count: number; lines: readonly { what: string; to: string }[] }
  report: { report: string; link: string; stop: string }
  'books-broken': { count: number; link: string }
  'backup-failed': { link: string }
  'drill-failed': { link: string }
  'ticket-arrived': { driver: string; topic: TicketTopic; link: string }
  'damage-report-arrived': { driver: string; plate: string; link: string }
  'car-alert': { plate: string; kind: AlertKind; zone: string; at: string; link: string }
  'contact-arrived': { from: string; topic: 'statement' | 'application' | 'fleet' | 'other'; link: string }
}
export type TemplateName = keyof MailParams

/** Notices that are mailed as well, in their spoken words. */
export type MailedNotice = Extract<
  NoticeFacts,
  {
    kind:
      | 'statement-paid'
      | 'payment-returned'
      | 'dispute-accepted'
      | 'dispute-declined'
      | 'dispute-reopened'
      | 'paper'
      | 'damage'
      | 'damage-report'
      | 'ticket'
  }
>

/** A message to write, to one address, in its reader's language. */
export type NewMail<Name extends TemplateName> = {
  template: Name
  params: MailParams[Name] & { name?: string }
  recipient: string
  language: string
  driverId?: string | null
  /** WhatsApp goes first: the message that the mail waits for, and until when. */
  held?: MailHold | null
}

/** A WhatsApp message with the same content as a mail, and the moment until which the mail may wait for it. */
type MailHold = { id: number; until: Temporal.Instant }

/**
 * `sent` to a mail server · `kept` as a file, without a mail server · `spared`, as WhatsApp arrived · `waiting` for its
 * first or next try · `dead`, given up · `untold`: no message was ordered yet · `no-address` / `bad-address`: cannot be
 * reached by e-mail.
 */
export type Delivery = 'sent' | 'kept' | 'spared' | 'waiting' | 'dead' | 'untold' | 'no-address' | 'bad-address'

/** One driver of a week with the state of the message about the statement. Plain text, for the screen. */
export type DriverMessage = {
  driver: { id: string; ref: string; name: string }
  delivery: Delivery
  /** The address it went or goes to. */
  address: string | null
  /** The moment it was sent, or of the next try while it waits. */
  at: string | null
  tries: number
  /** The mail server's words, or `address` / `unreadable`. */
  reason: string | null
  /** The driver has an account to see the statement with. */
  hasAccount: boolean
  /** A notice is in the driver's area; `readAt` is when the driver read it. */
  isNoticed: boolean
  readAt: string | null
}

export const MAIL_STATES = ['waiting', 'sent', 'kept', 'spared', 'dead'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** A message of the outbox, for the office. Moments are text. */
export type OutboxMessage = {
  id: number
  state: MailState
  recipient: string
  driver: { id: string; name: string } | null
  template: string
  language: Language
  tries: number
  createdAt: string
  /** When it was sent, or the next try while it waits. */
  at: string | null
  reason: string | null
}

/** The columns by which the outbox can be grouped; `created` is the month in Lisbon. */
export const MAIL_GROUPINGS = ['message', 'driver', 'state', 'created'] as const
export type MailGrouping = (typeof MAIL_GROUPINGS)[number]

/**
 * A search in the outbox: words of the recipient, to `drivers` or `others` or both, a state or any, one group, an
 * order, a page.
 */
export type MailSearch = {
  q: string
  state: string
  whom: string
  /** Only messages with one of these values; `null` for all. */
  within: { by: MailGrouping; values: readonly (string | null)[] } | null
  by: string
  descending: boolean
  page: number
  size: number
}

/** The parts as the reader gets them, with codes masked; `null` where the message cannot be written. */
export type OpenMessage = OutboxMessage & {
  parts: { subject: string; text: string; html: string } | null
  masked: boolean
  /**
   * Whether a person with the power over the house may read the codes, to hand them over, as no mail server carries them.
   */
  canOpen: boolean
}

/** Replaces a code. */
export const MASK = '••••'

/** Masks the one-time codes in the links of a text, and the one that stands alone in params: whoever sees a code could use it. */
export function maskCodes(text: string): string {
  return text
    .replaceAll(/(\/sign\/)[\w-]{43}/g, `$1${MASK}`)
    .replaceAll(/([?&;](?:oobCode|code)=)[\w-]+/g, `$1${MASK}`)
    .replaceAll(/("code": ?")\w+/g, `$1${MASK}`)
}

const count = z.number().int()

/**
 * One line of the Monday mail, each with its place: a connection that did not deliver everything; a source that is
 * missing or incomplete (missing days, drivers and accounts, unreadable files); a source that came late and is there
 * now; deliveries that wait for a person; questions to decide, by kind, with the first of each; statements ready for
 * approval.
 */
export const mondayLine = z.discriminatedUnion('is', [
  z.object({ is: z.literal('connection'), provider: z.enum(PROVIDERS), state: z.enum(CONNECTION_LACKS) }),
  z.object({
    is: z.literal('source'),
    source: z.enum(SOURCES),
    state: z.enum(['missing', 'part']),
    days: count,
    drivers: count,
    accounts: count,
    unread: count,
  }),
  z.object({ is: z.literal('came'), source: z.enum(SOURCES) }),
  z.object({ is: z.literal('drops'), count }),
  z.object({ is: z.literal('decide'), kind: z.enum(DECIDING_KINDS), count, first: z.string() }),
  z.object({ is: z.literal('approve'), count }),
])

export type MondayLine = z.output<typeof mondayLine>

/** Whether something may still come by itself; decisions of people are not waited for. */
export function mayStillCome(lines: readonly MondayLine[]): boolean {
  return lines.some(({ is }) => is === 'source' || is === 'connection')
}

/** The subject of the message: something is late, something is to be decided, or the week is ready for approval. */
export function sumOf(lines: readonly MondayLine[]): 'late' | 'decide' | 'ready' {
  if (mayStillCome(lines)) return 'late'
  return lines.some(({ is }) => is === 'decide' || is === 'drops') ? 'decide' : 'ready'
}

/** The words of a line, and the address at which it is resolved. */
export function mondayWords(line: MondayLine, week: Week, t: Translator): { what: string; to: string } {
  const page = `/admin/weekly/${weekName(week)}`
  switch (line.is) {
    case 'connection': {
      const provider = t(`page.connections.providers.${line.provider}`)
      return {
        what: t(`page.monday.lines.connection.${line.state}`, { provider }),
        to: `/admin/data/connections/${line.provider}`,
      }
    }
    case 'source':
      return { what: sourceWords(line, t), to: `${page}#sources` }
    case 'came':
      return { what: t('page.monday.lines.came', { source: t(`page.week.sourceNames.${line.source}`) }), to: page }
    case 'drops':
      return { what: t('page.monday.lines.drops', { count: line.count }), to: '/admin/data/deliveries' }
    case 'decide':
      return {
        what: t(`page.monday.lines.decide.${line.kind}`, { count: line.count }),
        to: `${page}#${encodeURIComponent(line.first)}`,
      }
    case 'approve':
      return { what: t('page.monday.lines.approve', { count: line.count }), to: page }
  }
}

function sourceWords(line: Extract<MondayLine, { is: 'source' }>, t: Translator): string {
  const source = t(`page.week.sourceNames.${line.source}`)
  if (line.state === 'missing' && line.unread === 0) return t('page.monday.lines.missing', { source })
  const parts = (['days', 'drivers', 'accounts', 'unread'] as const).flatMap((what) =>
    line[what] > 0 ? [t(`page.monday.lines.part.${what}`, { count: line[what] })] : [],
  )
  return t('page.monday.lines.partly', { source, parts: parts.join(', ') })
}
