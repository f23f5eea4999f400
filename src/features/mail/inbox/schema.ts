import { z } from 'zod'
import { carriedNumber } from '#forms/fields.ts'
import { CONTRACT_KINDS, CONTRACT_NOTICES } from '#domain/contract.ts'
import { CORRECTABLE } from '#domain/correction.ts'
import { REQUEST_KINDS } from '#domain/data-request.ts'
import { REPORT_EVENTS } from '#domain/damage-report.ts'
import { DEPARTURE_EVENTS } from '#domain/departure.ts'
import { CAR_PAPER_EVENTS, PAPER_EVENTS } from '#domain/paper.ts'
import { PLATFORMS } from '#domain/performance.ts'
import { SHIFT_EVENTS } from '#domain/shift.ts'
import { PLAN_EVENTS } from '#domain/plan.ts'
import { TICKET_EVENTS } from '#domain/ticket.ts'
import { readWeek, weekName } from '#domain/week.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, weekNumber } from '#messages/dates.ts'

const week = z.iso.date()

/** Everything that drivers are told, each with its facts. Weeks are the day of their Monday, amounts are cents. */
export const noticeFacts = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('statement-issued'), week }),
  z.object({ kind: z.literal('statement-void'), week, reason: z.string() }),
  z.object({ kind: z.literal('statement-paid'), week }),
  // A payment was not made after all; `weeks` where it was of several, `reason` what the office says of it, or nothing.
  z.object({ kind: z.literal('payment-undone'), week, weeks: z.array(week).optional(), reason: z.string() }),
  // The bank sent the money back: the account may be closed, or its number wrong. `how`: for a reason that is the company's ·
  // refused before it was paid · not refused after all.
  z.object({ kind: z.literal('payment-returned'), week, how: z.enum(['company', 'refused', 'waits']).optional() }),
  z.object({ kind: z.literal('adjustment'), week, amount: z.int(), reason: z.string() }),
  // A reward that a rule promised is on a statement; below, a statement takes it back.
  z.object({ kind: z.literal('reward'), week, amount: z.int(), reason: z.string() }),
  z.object({ kind: z.literal('reward-taken'), week, amount: z.int(), reason: z.string() }),
  // `at`: the minute of the offence.
  z.object({ kind: z.literal('fine'), number: z.string(), at: z.string(), place: z.string() }),
  z.object({ kind: z.literal('damage'), plate: z.string(), amount: z.int() }),
  z.object({ kind: z.literal('damage-answered'), plate: z.string(), reason: z.string() }),
  // The office's decision on a driver's report of damage.
  z.object({
    kind: z.literal('damage-report'),
    event: z.enum(REPORT_EVENTS),
    id: z.string(),
    plate: z.string(),
    reason: z.string(),
  }),
  z.object({ kind: z.literal('dispute-accepted'), week, on: week }),
  // The office withdrew the adjustment on the week `on`, which had answered the dispute; or, without it, the reason that had
  // declined the dispute.
  z.object({ kind: z.literal('dispute-reopened'), week, on: week.optional() }),
  z.object({ kind: z.literal('dispute-declined'), week, reason: z.string() }),
  z.object({
    kind: z.literal('contract'),
    event: z.enum(CONTRACT_NOTICES),
    contract: z.enum(CONTRACT_KINDS),
    id: z.string(),
  }),
  z.object({ kind: z.literal('correction-done'), field: z.enum(CORRECTABLE), reason: z.string() }),
  z.object({ kind: z.literal('correction-declined'), field: z.enum(CORRECTABLE), reason: z.string() }),
  // A request about the person's own data was answered, or takes longer; the answer itself is on its page.
  z.object({
    kind: z.literal('data-request'),
    event: z.enum(['answered', 'extended']),
    asked: z.enum(REQUEST_KINDS),
  }),
  // Cash trips were turned off or on at a platform; `amount`: the debt that is the reason, zero for another reason.
  z.object({
    kind: z.literal('cash-trips'),
    event: z.enum(['off', 'on']),
    provider: z.enum(PLATFORMS),
    amount: z.int(),
  }),
  z.object({ kind: z.literal('ticket'), event: z.enum(TICKET_EVENTS), id: z.string(), number: z.string() }),
  z.object({ kind: z.literal('receipt-accepted'), week, reason: z.string() }),
  z.object({ kind: z.literal('receipt-declined'), week, reason: z.string() }),
  // A receipt that no statement asks for; `day`: its date of issue.
  z.object({ kind: z.literal('receipt-unasked'), number: z.string(), day: z.string(), reason: z.string() }),
  // `week`: the oldest of the `count` weeks.
  z.object({ kind: z.literal('receipt-missing'), week, count: z.int() }),
  z.object({ kind: z.literal('iban-changed'), ends: z.string(), heldUntil: z.string() }),
  // `heldUntil`: the moment until which the record that got the names is not paid; empty where it had been paid before.
  z.object({ kind: z.literal('keys-moved'), heldUntil: z.string() }),
  z.object({
    kind: z.literal('plan'),
    event: z.enum(PLAN_EVENTS),
    what: z.string(),
    amount: z.int(),
    count: z.int(),
    // The first week; of a week that is skipped or has its instalment again, that week.
    first: week.optional(),
    reason: z.string(),
  }),
  // `pt`, `en`: the name of the document in both languages; `day`: the day until which it is asked for, or its end.
  z.object({
    kind: z.literal('paper'),
    event: z.enum(PAPER_EVENTS),
    paper: z.string(),
    pt: z.string(),
    en: z.string(),
    day: z.iso.date().or(z.literal('')),
    reason: z.string(),
  }),
  // A document of the driver's present car; `day`: its end.
  z.object({
    kind: z.literal('car-paper'),
    event: z.enum(CAR_PAPER_EVENTS),
    plate: z.string(),
    pt: z.string(),
    en: z.string(),
    day: z.iso.date(),
  }),
  // Work on the driver's present car; `what` is the office's name for it; it is due at kilometres, on a day, or at
  // whichever comes first.
  z.object({
    kind: z.literal('car-work'),
    event: z.enum(['soon', 'due']),
    plate: z.string(),
    what: z.string(),
    km: z.int().nullable(),
    day: z.iso.date().or(z.literal('')),
  }),
  // A shift, a request about one, or a car that was given to somebody else; `hours` as `06:00–18:00`.
  z.object({
    kind: z.literal('shift'),
    event: z.enum(SHIFT_EVENTS),
    plate: z.string(),
    day: z.iso.date(),
    hours: z.string(),
  }),
  // The driver's own car grows too old; `day`: the last day on which it may be driven.
  z.object({ kind: z.literal('car-age'), event: z.enum(CAR_PAPER_EVENTS), plate: z.string(), day: z.iso.date() }),
  // `day`: the day until which the account stays open, or on which the driver is back.
  z.object({
    kind: z.literal('departure'),
    event: z.enum(DEPARTURE_EVENTS),
    day: z.iso.date(),
    amount: z.int(),
    reason: z.string(),
  }),
])
export type NoticeFacts = z.output<typeof noticeFacts>

/** A notice as the driver sees it. Moments are text. */
export type Notice = { id: number; at: string; isRead: boolean; facts: NoticeFacts }

const ABOUT_STATEMENT: ReadonlySet<NoticeFacts['kind']> = new Set([
  'statement-issued',
  'reward',
  'reward-taken',
  'statement-paid',
  'payment-undone',
  'dispute-accepted',
  'dispute-declined',
  'dispute-reopened',
])

const ABOUT_RECEIPT: ReadonlySet<NoticeFacts['kind']> = new Set([
  'receipt-accepted',
  'receipt-declined',
  'receipt-missing',
])

/** Whether a payment did not arrive because of the driver's account. */
function isAboutIban({ how }: Extract<NoticeFacts, { kind: 'payment-returned' }>): boolean {
  return how === undefined || how === 'refused'
}

/** The page with more about the subject of a notice. */
export function placeOfNotice(facts: NoticeFacts): string {
  if (facts.kind === 'receipt-missing' && facts.count > 1) return '/dashboard/payslips'
  if (facts.kind === 'payment-undone' && facts.weeks) return '/dashboard/payslips'
  if (ABOUT_RECEIPT.has(facts.kind) && 'week' in facts)
    return `/dashboard/payslips/${weekName(readWeek(facts.week))}/receipt`
  if (ABOUT_STATEMENT.has(facts.kind) && 'week' in facts) return `/dashboard/payslips/${weekName(readWeek(facts.week))}`
  if (facts.kind === 'correction-done' || facts.kind === 'correction-declined') return '/dashboard/data'
  if (facts.kind === 'payment-returned')
    return isAboutIban(facts) ? '/dashboard/data' : `/dashboard/payslips/${weekName(readWeek(facts.week))}`
  if (facts.kind === 'data-request') return '/dashboard/profile/personal-data/requests'
  if (facts.kind === 'ticket') return `/dashboard/help/tickets/${facts.id}`
  if (facts.kind === 'contract') return `/dashboard/contracts/${facts.id}`
  if (facts.kind === 'fine') return '/dashboard/fines'
  if (facts.kind === 'damage' || facts.kind === 'damage-answered') return '/dashboard/inspections'
  if (facts.kind === 'damage-report') return `/dashboard/damage-reports/${facts.id}`
  if (facts.kind === 'shift') return '/dashboard/shifts'
  if (facts.kind === 'plan') return '/dashboard/financing'
  if (facts.kind === 'departure') return facts.event === 'returned' ? '/dashboard' : '/dashboard/departure'
  if (facts.kind === 'paper' || facts.kind.startsWith('car-')) return '/dashboard/documents'
  return facts.kind === 'iban-changed' || facts.kind === 'keys-moved' ? '/dashboard/help' : '/dashboard/payslips'
}

/** The weeks of a payment that was not made, for its words. */
export function weeksOf({ week: only, weeks }: { week: string; weeks?: string[] | undefined }) {
  const all = weeks ?? [only]
  return { count: all.length, numbers: all.map((givenWeek) => weekNumber(givenWeek)).join(', ') }
}

/** The spoken words of a notice: one or two sentences without amounts, IBANs and reasons, as others may see the phone. */
export function spokenOf(facts: NoticeFacts, t: Translator): string {
  switch (facts.kind) {
    case 'plan':
      return t(`page.mail.templates.plan.texts.${facts.event}`)
    case 'departure':
      return t(`page.mail.templates.departure.texts.${facts.event}`)
    case 'contract':
      return t(`page.mail.templates.contract.texts.${facts.event}`)
    case 'ticket':
      return t(`page.notices.spoken.ticket.${facts.event}`, { number: facts.number })
    case 'fine':
      return t('page.mail.templates.fine.text', { number: facts.number })
    case 'receipt-missing':
      return t('page.mail.templates.receipt-missing.text', { count: facts.count })
    case 'paper': {
      const day = facts.day === '' ? '' : formatDayShort(facts.day, t.language)
      return t(`page.notices.spoken.paper.${facts.event}`, { paper: facts[t.language], day })
    }
    case 'correction-done':
    case 'correction-declined':
      return t(`page.notices.spoken.${facts.kind}`, { field: t(`page.corrections.fields.${facts.field}`) })
    case 'data-request':
      return t(`page.notices.spoken.data-request.${facts.event}`)
    case 'car-paper': {
      const day = formatDayShort(facts.day, t.language)
      return t(`page.notices.spoken.car-paper.${facts.event}`, { paper: facts[t.language], plate: facts.plate, day })
    }
    case 'car-work':
      return t(`page.notices.spoken.car-work.${facts.event}`, { what: facts.what, plate: facts.plate })
    case 'shift':
      return t(`page.shifts.told.${facts.event}.title`, {
        plate: facts.plate,
        day: formatDayShort(facts.day, t.language),
      })
    case 'car-age': {
      const day = formatDayShort(facts.day, t.language)
      return t(`page.notices.spoken.car-age.${facts.event}`, { plate: facts.plate, day })
    }
    case 'cash-trips':
      return t(`page.notices.spoken.cash-trips.${facts.event}`, {
        provider: t(`page.connections.providers.${facts.provider}`),
      })
    case 'damage-report':
      return t(`page.notices.spoken.damage-report.${facts.event}`, { plate: facts.plate })
    case 'damage':
    case 'damage-answered':
      return t(`page.notices.spoken.${facts.kind}`, { plate: facts.plate })
    case 'iban-changed':
    case 'keys-moved':
    case 'receipt-unasked':
      return t(`page.notices.spoken.${facts.kind}`)
    case 'payment-undone':
      return t('page.notices.spoken.payment-undone', weeksOf(facts))
    case 'payment-returned':
      return t(`page.notices.spoken.payment-returned.${facts.how ?? 'account'}`, { number: weekNumber(facts.week) })
    case 'dispute-reopened':
      return t(`page.notices.spoken.dispute-reopened.${facts.on ? 'accepted' : 'declined'}`, {
        number: weekNumber(facts.week),
      })
    case 'adjustment':
    case 'dispute-accepted':
    case 'dispute-declined':
    case 'receipt-accepted':
    case 'receipt-declined':
    case 'reward':
    case 'reward-taken':
    case 'statement-issued':
    case 'statement-paid':
    case 'statement-void':
      return t(`page.notices.spoken.${facts.kind}`, { number: weekNumber(facts.week) })
  }
}

/** The notice to mark as read; without one, all of them. */
export const readInput = z.object({ notice: carriedNumber().optional() })
