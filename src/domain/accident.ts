import { type Cents, ZERO, minus, sum } from './money.ts'

/** State of the agreed statement of an accident: none was made yet (the default), both signed it, or one of them refused to. */
export const DECLARATIONS = ['none', 'signed', 'refused'] as const

/** Whether somebody was hurt. */
export const INJURIES = ['no', 'yes'] as const

/**
 * Days in which an accident is usually reported to the insurer (the policy says it; to be confirmed), and days after
 * which nobody is asked about it any more.
 */
export const TO_REPORT = { within: 8, asked: 30 } as const

/** How far an accident is: the insurer was not told yet, it decides, or nothing is left to do. */
export type AccidentState = 'unreported' | 'reported' | 'closed'

/** Answers how far an accident is. The days are those on which the insurer was told and the claim was closed; `null` until then. */
export function accidentState(of: { reportedOn: string | null; closedOn: string | null }): AccidentState {
  if (of.closedOn !== null) return 'closed'
  return of.reportedOn === null ? 'unreported' : 'reported'
}

/** Whether the usual days to tell the insurer of an accident have passed. */
export function isLateToReport(happenedAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, happenedAt.add({ hours: TO_REPORT.within * 24 })) > 0
}

/**
 * What an accident waits for, the most urgent first: to be told to the insurer, late or in time; to be closed, because the
 * insurer paid; the insurer's answer; nothing.
 */
export const ACCIDENT_NEXTS = ['late', 'report', 'close', 'answer', 'nothing'] as const
export type AccidentNext = (typeof ACCIDENT_NEXTS)[number]

/** Answers what an accident waits for. `paid`: what the insurer paid, cents; `null` until it did. */
export function accidentNext(
  of: { happenedAt: Temporal.Instant; reportedOn: string | null; paid: Cents | null; closedOn: string | null },
  now: Temporal.Instant,
): AccidentNext {
  const state = accidentState(of)
  if (state === 'closed') return 'nothing'
  if (state === 'unreported') return isLateToReport(of.happenedAt, now) ? 'late' : 'report'
  return of.paid === null ? 'answer' : 'close'
}

/** The money of an accident: repairs with an invoice, charges of drivers, the insurer's payment, and what stays with the company. */
export type AccidentBalance = { repairs: Cents; drivers: Cents; insurer: Cents; company: Cents }

/** What an accident comes to, in cents, from its damages and the payment of the insurer; `null` while no money is known. */
export function accidentBalance(
  damages: readonly { invoice: Cents | null; charged: Cents }[],
  paid: Cents | null,
): AccidentBalance | null {
  const repairs = sum(damages.map(({ invoice }) => invoice ?? ZERO))
  const drivers = sum(damages.map(({ charged }) => charged))
  const insurer = paid ?? ZERO
  if (repairs === 0 && drivers === 0 && insurer === 0) return null
  return { repairs, drivers, insurer, company: sum([repairs, minus(drivers), minus(insurer)]) }
}

/** The person liable for damage: whoever drove, somebody else, or nobody, because things wear out. */
export const DAMAGE_CAUSES = ['driver', 'third-party', 'wear'] as const
export type DamageCause = (typeof DAMAGE_CAUSES)[number]
