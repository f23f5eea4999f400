import { type Difference, differenceOf, settledElsewhere } from '#domain/adjustment.ts'
import { type DaysHeld, type SourceFigures, costsOf, daysOf, longestHeld, sourceFigures } from '#domain/driver-week.ts'
import { earningsOf, grossOf } from '#domain/earning.ts'
import { type FinancialSettings, underSettings } from '#domain/financial-settings.ts'
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
import { areTheVery } from '#domain/very-same.ts'
import type { Week } from '#domain/week.ts'
import type { DecidedAdjustment } from '#features/adjustments/queries.server.ts'
import type { TermsInForce } from '#features/fleet/terms/queries.server.ts'
import type { FrozenSettlement, HeldCar } from '#features/settlements/frozen-settlements/queries.server.ts'
import type { LiveRow } from '#features/imports/rows/queries.server.ts'
import type { DueInstalment } from '#features/plans/queries.server.ts'
import { keptOfOperator } from '#platform/operator.ts'

/** What is still to be settled of a frozen week; `declined` when the office has said no to just this difference. */
export type LateDifference = Difference & { declined: boolean }

/** What a driver-week is settled from, besides what was agreed and decided. */
export type DriverWeekInputs = {
  week: Week
  rows: readonly LiveRow[]
  days: DaysHeld
  /** Days of the week the driver worked for the operator, and the week of the first of all. */
  worked: number
  since: Week | null
  driven: Driven | null
  rents: ReadonlyMap<string, Cents>
  plates: ReadonlyMap<string, string>
  /** When each toll was passed, by its row; nothing where no terms ask it. */
  tollTimes: Readonly<Record<string, TollTime>>
  settings: FinancialSettings
  /** The settings as one text, to compare. */
  rules: string
}

/** What earlier weeks left: to the payment, and to the receipt. */
export type Carried = { balance: Cents; receipts: readonly OpenReceipt[] }

/** What the office decided that a draft takes in: by hand, by instalments, by rule. */
export type Decided = {
  decided: readonly DecidedAdjustment[]
  due: readonly DueInstalment[]
  recurring: readonly Adjustment[]
  rewards: readonly Adjustment[]
}

/** What one driver-week comes to: frozen as it was issued, or computed now. */
export type DriverWeekResult = {
  /** `null` until terms are agreed: without them nothing can be settled. */
  terms: TermsInForce | null
  settlement: Settlement | null
  /** The stored settlement this is, or `null` for a draft. */
  stored: {
    id: string
    version: number
    state: SettlementState
    issuedAt: Temporal.Instant
    approvedAt: Temporal.Instant | null
    paidOn: string | null
  } | null
  state: 'draft' | SettlementState
  /** For a frozen one: what the week would come to now with everything settled for it since, where that still differs. */
  late: LateDifference | null
  /** What the week would come to now as a net, while nobody has said anything to that. */
  wouldBe: Cents | null
  /** What the office decided about this week, in order: accepted or declined, on whichever week it went. */
  decided: readonly DecidedAdjustment[]
  /** The car whose rent this week asks, and that rent. */
  held: HeldCar
  /** The driver-week as the data of today have it, and what was agreed for it, if anything, before any setting: to ask what another rule would do. */
  whatIf: { driverWeek: DriverWeek; agreed: Terms | null; since: Week | null }
  /** The figures as the files have them; of a frozen statement, as they had them when it was issued. */
  sources: SourceFigures
}

/** A draft, computed now, with what was put on it; of a week issued before, less what other statements settled of it. */
export function draftResult(
  inputs: DriverWeekInputs,
  agreed: TermsInForce | null,
  { decided, due, recurring, rewards }: Decided,
  carried: Carried,
): DriverWeekResult {
  const accepted = decided.filter(({ state }) => state === 'accepted')
  const elsewhere = settledElsewhere(accepted.filter(({ about }) => about === inputs.week))
  const hasEarned = grossOf(inputs.rows.flatMap(earningsOf)) > 0
  const adjustments = [
    ...accepted.filter(({ week }) => week === inputs.week),
    ...recurring,
    ...rewards,
    ...(elsewhere ? [elsewhere] : []),
    ...due.flatMap(({ instalment, skipsIdle }) => (hasEarned || !skipsIdle ? [instalment] : [])),
  ]
  const held = heldCar(inputs, null)
  const terms = agreed && { ...agreed, terms: underSettings(agreed.terms, inputs.settings, inputs.since) }
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

/** As many drafts as are kept: of 10,000 drivers the week with files and the one that just ended, which stand side by side. */
const DRAFTS_KEPT = 24_000

/**
 * Drafts as they were worked out, for as long as all they rest on is the same: the very rows and terms, and the same words
 * of everything else. Whoever looks after a change works out the drafts of which some of that changed, and no others.
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
    const rest = inputsAsText(inputs, [decided, carried])
    const before = this.#kept.get(name)
    const isSame =
      before?.rest === rest &&
      before.rules === inputs.rules &&
      areAlike(before.agreed, agreed) &&
      areTheVery(before.rows, inputs.rows)
    const result = isSame ? before.result : draftResult(inputs, agreed, decided, carried)
    this.#kept.delete(name)
    this.#kept.set(name, { rows: inputs.rows, agreed, rules: inputs.rules, rest, result })
    // oxlint-disable-next-line typescript/no-non-null-assertion -- it is full, so it has a first
    if (this.#kept.size > DRAFTS_KEPT) this.#kept.delete(this.#kept.keys().next().value!)
    return result
  }
}

/** A draft, and what it was worked out from. */
type Draft = {
  rows: readonly LiveRow[]
  agreed: TermsInForce | null
  rules: string
  rest: string
  result: DriverWeekResult
}

export const drafts = keptOfOperator(() => new Drafts())

/** All that a driver-week is worked out from besides its rows, its terms and the settings, with what else counts, as one text to compare. */
function inputsAsText(
  { rows: _rows, days, rents, plates, settings: _settings, rules: _rules, ...others }: DriverWeekInputs,
  besides: readonly unknown[],
): string {
  const held = [...days].map(([vehicleId, count]) => [vehicleId, count, rents.get(vehicleId)])
  const seen = others.driven?.spans.map(({ vehicleId }) => plates.get(vehicleId))
  return JSON.stringify([others, held, seen, besides])
}

function areAlike(one: TermsInForce | null, other: TermsInForce | null): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** What was issued, and what today's rows would make of it under the terms and the rent of then. */
export function frozenResult(
  stored: FrozenSettlement,
  inputs: DriverWeekInputs,
  agreed: TermsInForce | null,
  decided: readonly DecidedAdjustment[],
): DriverWeekResult {
  const { id, version, state, settlement, terms, termsFrom, issuedAt, approvedAt, paidOn, sources } = stored
  const about = decided.filter((one) => one.about === inputs.week)
  const { week, difference } = sinceIssued(
    stored,
    inputs,
    about.filter((one) => one.state === 'accepted'),
  )
  const last = about.at(-1)
  // A no is to this difference and this version of the statement.
  const isDeclined =
    last?.state === 'declined' &&
    last.amount === difference?.amount &&
    Temporal.Instant.compare(last.decidedAt, issuedAt) >= 0
  const late = difference && { ...difference, declined: isDeclined }
  return {
    terms: { terms, from: termsFrom },
    settlement,
    stored: { id, version, state, issuedAt, approvedAt, paidOn },
    state,
    late,
    wouldBe: late && !late.declined ? sum([settlement.net, late.amount]) : null,
    decided: about,
    held: stored.held ?? { vehicleId: null, rent: ZERO },
    whatIf: { driverWeek: week, agreed: agreed?.terms ?? null, since: inputs.since },
    sources,
  }
}

type SinceIssued = { week: DriverWeek; difference: Difference | null }

/** What was worked out of a statement, by its lines, which are as they were issued: the very same is not worked out twice. */
const workedOut = new WeakMap<readonly Line[], SinceIssued & { rows: readonly LiveRow[]; text: string }>()

/** An issued week as the data of today have it, and how far that is from what was issued and `accepted` since. */
function sinceIssued(
  { settlement: { lines }, terms, termsFrom, held }: FrozenSettlement,
  inputs: DriverWeekInputs,
  accepted: readonly DecidedAdjustment[],
): SinceIssued {
  const text = inputsAsText(inputs, [held, accepted])
  const before = workedOut.get(lines)
  if (before?.text === text && areTheVery(before.rows, inputs.rows)) return before
  const carried = { balance: ZERO, receipts: [] }
  const week = driverWeek(inputs, { terms, from: termsFrom }, heldCar(inputs, held), carried, [])
  const difference = differenceOf(lines, accepted, settle(week).lines)
  workedOut.set(lines, { week, difference, rows: inputs.rows, text })
  return { week, difference }
}

/** The car held longest, and its rent: that of the moment it was issued for the car it was issued with. */
function heldCar({ days, rents }: DriverWeekInputs, issued: HeldCar | null): HeldCar {
  const vehicleId = longestHeld(days)
  if (issued && issued.vehicleId === vehicleId) return issued
  return { vehicleId, rent: rents.get(vehicleId ?? '') ?? ZERO }
}

/** Everything one driver-week depends on. */
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
    costs: rows.flatMap(costsOf).map((cost) => timedToll(cost, tollTimes[cost.row])),
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

/** A toll with what is known of its moment: of what nobody can tell the driver is not charged. */
function timedToll(cost: Cost, time: TollTime | undefined): Cost {
  if (cost.kind !== 'toll' || time === undefined) return cost
  return { ...cost, offTrip: time === 'empty', ...(time === 'unknown' ? { tripUnknown: true } : {}) }
}

/** The readings a reader sees, each with the plate of its car. */
function readingsOf(driven: Driven | null, plates: DriverWeekInputs['plates']): OdometerSpan[] {
  return (driven?.spans ?? []).flatMap(({ vehicleId, from, to, first, last, isEstimate }) =>
    first === null || last === null
      ? []
      : [{ plate: plates.get(vehicleId) ?? '', from, to, first, last, ...(isEstimate ? { isEstimate } : {}) }],
  )
}
