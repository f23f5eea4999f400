import { type Difference, differenceOf, adjustmentForLaterSettlement } from '#domain/adjustment.ts'
import { type DaysHeld, type SourceFigures, costsOf, daysOf, longestHeld, sourceFigures } from '#domain/driver-week.ts'
import { earningsOf, grossOf } from '#domain/earning.ts'
import { type FinancialSettings, applySettings } from '#domain/financial-settings.ts'
import { type Cents, ZERO, sum } from '#domain/money.ts'
import type {
  Adjustment,
  Cost,
  DriverWeek,
  Line,
  OdometerSpan,
  OpenReceipt,
  Settlement,
} from '#domain/settlement-types.ts'
import type { Driven } from '#domain/odometer.ts'
import { settle } from '#domain/settlement.ts'
import type { SettlementState } from '#domain/settlement-state.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import type { TollTime } from '#domain/toll-rides.ts'
import { haveSameItems } from '#domain/very-same.ts'
import type { Week } from '#domain/week.ts'
import type { DecidedAdjustment } from '#features/adjustments/queries.server.ts'
import type { TermsInForce } from '#features/fleet/terms/queries.server.ts'
import type { FrozenSettlement, HeldCar } from '#features/settlements/frozen-settlements/queries.server.ts'
import type { LiveRow } from '#features/imports/rows/queries.server.ts'
import type { DueInstalment } from '#features/plans/queries.server.ts'
import { keptOfOperator } from '#platform/operator.ts'

/**
 * A difference of a frozen week that is still to be settled; `declined` when the office declined exactly this
 * difference.
 */
export type LateDifference = Difference & { declined: boolean }

/** The data that a driver-week is settled from, besides terms and decisions. */
export type DriverWeekInputs = {
  week: Week
  rows: readonly LiveRow[]
  days: DaysHeld
  /** Days of the week on which the driver worked for the operator, and the week of the very first of all. */
  worked: number
  since: Week | null
  driven: Driven | null
  rents: ReadonlyMap<string, Cents>
  plates: ReadonlyMap<string, string>
  /** For each toll, by its row, whether it was passed with a passenger; empty where no terms ask for it. */
  tollTimes: Readonly<Record<string, TollTime>>
  settings: FinancialSettings
  /** The settings as one text: two inputs with the same text have the same settings. */
  rules: string
}

/** What earlier weeks leave for this one: the balance of the account, and the receipts that are still open. */
export type Carried = { balance: Cents; receipts: readonly OpenReceipt[] }

/** Adjustments that a draft takes in: decided by hand, due as instalments, or recurring by rule. */
export type Decided = {
  decided: readonly DecidedAdjustment[]
  due: readonly DueInstalment[]
  recurring: readonly Adjustment[]
  rewards: readonly Adjustment[]
}

/** The result of one driver-week: frozen as it was issued, or computed now. */
export type DriverWeekResult = {
  /** `null` until terms are agreed: without them nothing can be settled. */
  terms: TermsInForce | null
  settlement: Settlement | null
  /** The stored settlement behind it; `null` for a draft. */
  stored: {
    id: string
    version: number
    state: SettlementState
    issuedAt: Temporal.Instant
    approvedAt: Temporal.Instant | null
    paidOn: string | null
  } | null
  state: 'draft' | SettlementState
  /**
   * For a frozen week: the difference to what it would come to now, less all that was settled for it since; `null` when
   * there is none.
   */
  late: LateDifference | null
  /** The net that the week would come to now, while nobody has decided about the difference. */
  wouldBe: Cents | null
  /**
   * The office's decisions about differences of this week, in order: accepted or declined, whichever week the money
   * went on.
   */
  decided: readonly DecidedAdjustment[]
  /** The car for which this week charges rent, and that rent. */
  held: HeldCar
  /** The driver-week by today's data, and the terms agreed for it, if any, before settings apply: to try other rules on. */
  whatIf: { driverWeek: DriverWeek; agreed: Terms | null; since: Week | null }
  /** The figures as the files give them; for a frozen statement, as they gave them when it was issued. */
  sources: SourceFigures
}

/** Computes a draft with its adjustments; for a week issued before, less what other statements settled of it. */
export function draftResult(
  inputs: DriverWeekInputs,
  agreed: TermsInForce | null,
  { decided, due, recurring, rewards }: Decided,
  carried: Carried,
): DriverWeekResult {
  const accepted = decided.filter(({ state }) => state === 'accepted')
  const settledLater = adjustmentForLaterSettlement(accepted.filter(({ about }) => about === inputs.week))
  const hasEarned = grossOf(inputs.rows.flatMap(earningsOf)) > 0
  const adjustments = [
    ...accepted.filter(({ week }) => week === inputs.week),
    ...recurring,
    ...rewards,
    ...(settledLater ? [settledLater] : []),
    ...due.flatMap(({ instalment, skipsIdle }) => (hasEarned || !skipsIdle ? [instalment] : [])),
  ]
  const held = heldCar(inputs, null)
  const terms = agreed && { ...agreed, terms: applySettings(agreed.terms, inputs.settings, inputs.since) }
  const week = driverWeek(inputs, terms ?? { terms: PLAIN_TERMS, from: inputs.week }, held, carried, adjustments)
  return {
    terms,
    settlement: terms && settle(week),
    whatIf: { driverWeek: week, agreed: agreed?.terms ?? null, since: inputs.since },
    stored: null,
    state: 'draft',
    late: null,
    wouldBe: null,
    decided: [],
    held,
    sources: sourceFigures(inputs.rows),
  }
}

/**
 * Number of drafts kept: with 10,000 drivers, those of the week with files and of the one that just ended, which are shown
 * together.
 */
const DRAFTS_KEPT = 24_000

/**
 * Drafts kept for as long as all their input is the same: the very same rows and terms, and the same text of everything
 * else. After a change only the drafts that depend on it are computed again.
 */
class Drafts {
  readonly #kept = new Map<string, Draft>()

  result(
    name: string,
    inputs: DriverWeekInputs,
    agreed: TermsInForce | null,
    decided: Decided,
    carried: Carried,
  ): DriverWeekResult {
    const otherInput = inputsAsText(inputs, [decided, carried])
    const earlier = this.#kept.get(name)
    const isSame =
      earlier?.otherInput === otherInput &&
      earlier.rules === inputs.rules &&
      areAlike(earlier.agreed, agreed) &&
      haveSameItems(earlier.rows, inputs.rows)
    const result = isSame ? earlier.result : draftResult(inputs, agreed, decided, carried)
    this.#kept.delete(name)
    this.#kept.set(name, { rows: inputs.rows, agreed, rules: inputs.rules, otherInput, result })
    // oxlint-disable-next-line typescript/no-non-null-assertion -- it is full, so it has a first
    if (this.#kept.size > DRAFTS_KEPT) this.#kept.delete(this.#kept.keys().next().value!)
    return result
  }
}

/** A draft, and the input it was computed from. */
type Draft = {
  rows: readonly LiveRow[]
  agreed: TermsInForce | null
  rules: string
  otherInput: string
  result: DriverWeekResult
}

export const drafts = keptOfOperator(() => new Drafts())

/** All input of a driver-week other than its rows, terms and settings, with `besides`, as one text to compare by. */
function inputsAsText(
  { rows: _rows, days, rents, plates, settings: _settings, rules: _rules, ...others }: DriverWeekInputs,
  besides: readonly unknown[],
): string {
  const held = [...days].map(([vehicleId, count]) => [vehicleId, count, rents.get(vehicleId)])
  const platesOfSpans = others.driven?.spans.map(({ vehicleId }) => plates.get(vehicleId))
  return JSON.stringify([others, held, platesOfSpans, besides])
}

function areAlike(one: TermsInForce | null, other: TermsInForce | null): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** An issued settlement, and what today's rows would make of it under the terms and rent it was issued with. */
export function frozenResult(
  stored: FrozenSettlement,
  inputs: DriverWeekInputs,
  agreed: TermsInForce | null,
  decided: readonly DecidedAdjustment[],
): DriverWeekResult {
  const { id, version, state, settlement, terms, termsFrom, issuedAt, approvedAt, paidOn, sources } = stored
  const aboutThisWeek = decided.filter((adjustment) => adjustment.about === inputs.week)
  const { week, difference } = sinceIssued(
    stored,
    inputs,
    aboutThisWeek.filter((adjustment) => adjustment.state === 'accepted'),
  )
  const lastDecision = aboutThisWeek.at(-1)
  // A declined difference stays declined only while its amount and the version of the statement are the same.
  const isDeclined =
    lastDecision?.state === 'declined' &&
    lastDecision.amount === difference?.amount &&
    Temporal.Instant.compare(lastDecision.decidedAt, issuedAt) >= 0
  const late = difference && { ...difference, declined: isDeclined }
  return {
    terms: { terms, from: termsFrom },
    settlement,
    stored: { id, version, state, issuedAt, approvedAt, paidOn },
    state,
    late,
    wouldBe: late && !late.declined ? sum([settlement.net, late.amount]) : null,
    decided: aboutThisWeek,
    held: stored.held ?? { vehicleId: null, rent: ZERO },
    whatIf: { driverWeek: week, agreed: agreed?.terms ?? null, since: inputs.since },
    sources,
  }
}

type SinceIssued = { week: DriverWeek; difference: Difference | null }

/**
 * Differences that were computed, by the lines of their statement, which never change once issued: the very same input is
 * not computed twice.
 */
const differencesKept = new WeakMap<readonly Line[], SinceIssued & { rows: readonly LiveRow[]; text: string }>()

/** An issued week by today's data, and its difference to what was issued and `accepted` since. */
function sinceIssued(
  { settlement: { lines }, terms, termsFrom, held }: FrozenSettlement,
  inputs: DriverWeekInputs,
  accepted: readonly DecidedAdjustment[],
): SinceIssued {
  const text = inputsAsText(inputs, [held, accepted])
  const earlier = differencesKept.get(lines)
  if (earlier?.text === text && haveSameItems(earlier.rows, inputs.rows)) return earlier
  const carried = { balance: ZERO, receipts: [] }
  const week = driverWeek(inputs, { terms, from: termsFrom }, heldCar(inputs, held), carried, [])
  const difference = differenceOf(lines, accepted, settle(week).lines)
  differencesKept.set(lines, { week, difference, rows: inputs.rows, text })
  return { week, difference }
}

/** The car held longest, and its rent; for the car that the week was issued with, the rent of that time. */
function heldCar({ days, rents }: DriverWeekInputs, issued: HeldCar | null): HeldCar {
  const vehicleId = longestHeld(days)
  if (issued && issued.vehicleId === vehicleId) return issued
  return { vehicleId, rent: rents.get(vehicleId ?? '') ?? ZERO }
}

/** Everything that one driver-week depends on. */
function driverWeek(
  { week, rows, days, worked, driven, plates, tollTimes }: DriverWeekInputs,
  { terms, from }: TermsInForce,
  held: HeldCar,
  carried: Carried,
  adjustments: readonly Adjustment[],
): DriverWeek {
  return {
    week,
    terms,
    termsFrom: from,
    earnings: rows.flatMap(earningsOf),
    costs: rows.flatMap(costsOf).map((cost) => tollWithTime(cost, tollTimes[cost.row])),
    daysHeld: daysOf(days),
    daysActive: worked,
    kilometres: driven?.kilometres ?? null,
    readings: readingsOf(driven, plates),
    vehicleRent: held.rent,
    carriedBalance: carried.balance,
    receiptCarried: carried.receipts,
    adjustments,
  }
}

/** Adds to a toll whether the car was empty when it passed. Where nobody knows, the toll does not count as one of an empty car. */
function tollWithTime(cost: Cost, time: TollTime | undefined): Cost {
  if (cost.kind !== 'toll' || time === undefined) return cost
  return { ...cost, offTrip: time === 'empty', ...(time === 'unknown' ? { tripUnknown: true } : {}) }
}

/** The odometer readings of the statement, each with the plate of its car. */
function readingsOf(driven: Driven | null, plates: DriverWeekInputs['plates']): OdometerSpan[] {
  return (driven?.spans ?? []).flatMap(({ vehicleId, from, to, first, last, isEstimate }) =>
    first === null || last === null
      ? []
      : [{ plate: plates.get(vehicleId) ?? '', from, to, first, last, ...(isEstimate ? { isEstimate } : {}) }],
  )
}
