import type { Criterion, PeriodKind } from './goal.ts'
import type { Interest } from './interest.ts'
import type { BasisPoints, Cents } from './money.ts'
import type { Terms } from './terms.ts'
import type { Week } from './week.ts'

/** Id of an import row: the only way from a line back to the file and its line. */
export type RowId = string

/** One platform's week of one driver, in cents; see `rulings.md` C.1–C.4. Costs and fees are positive sizes here. */
export type Earning = {
  platform: 'uber' | 'bolt'
  row: RowId
  /** Amount that the platform pays: Uber "Pago a si", Bolt "Pagamento previsto". May be negative: the cash kept is already taken off. */
  payment: Cents
  /** Cash the driver has in hand, ≥ 0. */
  cashKept: Cents
  tips: Cents
  /** Tolls given back by the platform, with their VAT. */
  tollRefunds: Cents
  expenseRefunds: Cents
  /** Fee of the platform, ≥ 0 (Uber "Taxa de serviço", Bolt "Total de taxas"). */
  platformFee: Cents
  /** VAT contained in the trips where the file itemises it, else `null`. */
  tripVat: Cents | null
  /** Fare with VAT (Uber "Tarifa") or earnings without tips: the base of the 6/106 estimate. */
  fare: Cents
}

/** A cost row attributed to the driver: `amount` is a positive size in cents. */
export type Cost = {
  kind: 'toll' | 'parking' | 'fuel' | 'adblue' | 'wash' | 'charging'
  row: RowId
  amount: Cents
  /** Whether the toll was passed with no passenger on board; absent where no trip times are known. */
  offTrip?: boolean
  /**
   * Set where the known trips do not say whether a passenger was on board. The toll then counts as passed with one, so
   * that nobody is charged by a guess.
   */
  tripUnknown?: true
}

/** Everything the settlement of one driver's week depends on. Nothing else may change a cent. */
export type DriverWeek = {
  week: Week
  terms: Terms
  /** First day of the version of the terms that applies, shown as "rule in force since". */
  termsFrom: string
  earnings: readonly Earning[]
  costs: readonly Cost[]
  /** Days (0–7) the driver held a fleet car at 12:00 Lisbon. */
  daysHeld: number
  /** Days (0–7) the driver worked for the operator; absent for the whole week. */
  daysActive?: number
  /** Kilometres of the week as read from the car; `null` or absent where nobody measured them: then nothing is guessed. */
  kilometres?: number | null
  /** Odometer readings at both ends of each time with a car, with its plate. They only explain; no amount depends on them. */
  readings?: readonly OdometerSpan[]
  /** Rent of the car held, used when the terms name none. */
  vehicleRent: Cents
  /**
   * Balance of earlier weeks: ≤ 0 the driver owes it, > 0 it is owed to the driver (an earlier week was voided and came
   * out better). It is shown and moves the payment, but is not posted again (`rulings.md` C.9).
   */
  carriedBalance: Cents
  /** Receipt amounts that earlier weeks left to this week's receipt (`rulings.md` J.6); absent for none. */
  receiptCarried?: readonly OpenReceipt[]
  /**
   * Adjustments that the office decided for this week, in the order they were decided or agreed, each with its reason;
   * see `docs/decisions/010-adjustments.md`.
   */
  adjustments: readonly Adjustment[]
}

/** Kinds of adjustment written by hand, in the order of the form. */
export const MANUAL_KINDS = ['fine', 'damage', 'advance', 'prize', 'other'] as const
export type ManualKind = (typeof MANUAL_KINDS)[number]

/**
 * `plan` is an instalment that is due; the ceiling may cut it · `late` settles what came too late for an earlier week ·
 * `settled` is the other side of it, in a week that is issued again: a later statement has already settled this much of
 * it · `referral` pays what a rule promised for bringing a driver, or takes some of it back (`commission.ts`) · `goal`
 * pays what a reached goal promised, or takes some of it back (`goal.ts`) · the others are written by hand.
 */
export type AdjustmentKind = ManualKind | RewardKind | 'late' | 'settled' | 'plan'

/** Kinds of adjustment that a rule promises and works out by itself. */
export const REWARD_KINDS = ['referral', 'goal'] as const
export type RewardKind = (typeof REWARD_KINDS)[number]

/** A credit (> 0) or debit (< 0) in cents, signed as the driver sees it. */
export type Adjustment = {
  /** Id of its record; `null` for `settled`, which sums several, and for `plan`, which names its plan. */
  id: string | null
  kind: AdjustmentKind
  amount: Cents
  /** Printed on the statement; may be empty only where `changes` say why. */
  reason: string
  /** The earlier week a `late` one is about. */
  about: Week | null
  /**
   * Lines of the earlier week, each with what its statement said and what it comes to now; their differences sum to
   * `amount`. Empty for adjustments written by hand, unless they correct a contested line.
   */
  changes: readonly Change[]
  /** Rows that came too late (`came`), and rows of the earlier statement that are the driver's no longer (`gone`). */
  came: readonly RowId[]
  gone: readonly RowId[]
  /** For an instalment: its plan, and the day it was agreed; the oldest plan is served first. `interest` where the plan bears any. */
  plan?: { id: string; since: string; interest?: Interest }
  /** For a reward: what it has come to in all, and what other statements paid of it; `amount` is the rest. */
  reward?: { earned: Cents; given: Cents; goal?: GoalResult }
}

/** Goal behind a line: its weeks, what was reached in them, and what the level asks, in the unit of the criterion. */
export type GoalResult = {
  criterion: Criterion
  period: PeriodKind
  first: Week
  last: Week
  threshold: number
  reached: number
}

/**
 * The amount that a week asked of an instalment, and the amount that it left in the plan, as positive sizes in cents; `due` = taken + `left`.
 * A charge is worked out on what was taken and leaves nothing.
 */
export type TakenInstalment = { id: string; due: Cents; left: Cents; reason: string }

/**
 * One line of an earlier week: what statements gave for it so far and what it comes to now, in cents. `cash` is the
 * change of the cash in hand, which no line shows by itself but which counts in the driver's receipt; absent where it
 * did not change.
 */
export type Change = { code: WeekCode; from: Cents; to: Cents; cash?: Cents }

/** Amount that a week left to the receipts of later ones, in cents: below zero where its own value was below zero. */
export type OpenReceipt = { week: Week; amount: Cents }

export type LineGroup = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I'

/** Codes of the lines that the week itself brings about. */
export type WeekCode =
  | 'income.uber'
  | 'income.bolt'
  | 'vat.trips'
  | 'fee.fixed'
  | 'fee.percent'
  | 'fee.split'
  /** The amount of an employee's week that stays with the company. */
  | 'fee.employer'
  | 'vehicle.rent'
  | 'vehicle.kilometres'
  | 'energy.fuel'
  | 'energy.charging'
  | 'energy.adblue'
  | 'car.wash'
  | 'tolls'
  | 'parking'

export type LineCode =
  | WeekCode
  | 'balance.carried'
  | 'balance.deferred'
  | `adjustment.${AdjustmentKind}`
  /** The charge on the instalment of the line before it. */
  | 'adjustment.interest'
  | 'receipt.vat'
  | 'receipt.withholding'

/**
 * A step of "why this number": a named term with its figure, in reading order. Read from the top with a running figure
 * at 0: a `term` is added, a `subtotal` names the figure reached, a `change` adds what a line of an earlier week moved by,
 * a `rate` or a `fraction` puts its amount (a share of the figure) in the figure's place, and a `note` changes nothing.
 * The last figure is the amount of the line.
 */
export type Step =
  | { kind: 'term'; term: StepTerm; platform: 'uber' | 'bolt' | null; amount: Cents }
  | { kind: 'subtotal'; term: StepTerm; amount: Cents }
  | { kind: 'rate'; term: StepTerm; rate: BasisPoints; amount: Cents }
  | { kind: 'fraction'; term: StepTerm; numerator: number; denominator: number; amount: Cents }
  | { kind: 'change'; term: WeekCode; from: Cents; to: Cents; amount: Cents; cash?: Cents }
  | { kind: 'note'; term: StepNote; amount: Cents | null }
  | ({ kind: 'goal' } & GoalResult)
  /** Kilometres driven, and kilometres that the rent includes: extra kilometres are counted from these. */
  | { kind: 'driven'; kilometres: number; included: number; spans: readonly OdometerSpan[] }

/** Two readings of a car, in kilometres, with their moments (ISO instants); an estimate where a reading was worked out from positions. */
export type OdometerSpan = { plate: string; from: string; to: string; first: number; last: number; isEstimate?: true }

export type StepTerm =
  | 'fare'
  | 'platform-fee'
  | 'tips'
  | 'toll-refunds'
  | 'expense-refunds'
  | 'cash-kept'
  | 'payment'
  | 'other-earnings'
  | 'trip-vat'
  | 'gross'
  | 'commissionable'
  | 'fee-base'
  | 'energy'
  | 'energy-cap'
  | 'pot'
  | 'week-result'
  | 'driver-share'
  | 'operator-share'
  | 'costs'
  | 'income'
  | 'rent-week'
  | 'days-held'
  | 'rows'
  | 'tolls-charged'
  | 'tolls-refunded'
  | 'fixed-fee'
  | 'carried'
  | 'vat-rate'
  | 'withholding-rate'
  | 'written'
  | 'fee-floor'
  | 'fee-cap'
  | 'days-active'
  | 'kilometres-extra'
  | 'tolls-off-trip'
  | 'week-left'
  | 'deductions'
  | 'deduction-ceiling'
  | 'instalment-due'
  | 'instalment-left'
  | 'kept-for-charge'
  | 'instalments-taken'
  | 'plan-interest'
  | 'interest-charged'
  | 'charged-ahead'
  | 'receipt-value'
  | 'receipt-of-week'
  | 'receipt-carried'
  | 'reward-earned'
  | 'reward-given'

export type StepNote =
  | 'tips-and-refunds-outside-base'
  | 'cash-already-inside'
  | 'fee-only-with-income'
  | 'vat-not-itemised'
  | 'vat-of-toll-refund-excluded'
  | 'rent-without-income'
  | 'refunds-already-in-income'
  | 'carried-not-posted-again'
  | 'credit-not-posted-again'
  | 'operator-bears-tolls'
  | 'tolls-untold'
  | 'came-after-the-statement'
  | 'settled-on-another-statement'
  | 'rest-stays-owed'
  | 'rest-stays-in-the-plan'
  | 'ceiling-leaves-nothing'

export type Line = {
  group: LineGroup
  code: LineCode
  /** Cents, signed as the driver sees it. */
  amount: Cents
  /** Base of a rate, and the rate, where the line has one: `amount` = ± share(base, rate). */
  base: Cents | null
  rate: BasisPoints | null
  /** Explanation of the amount, step by step, with its figures. */
  steps: readonly Step[]
  /** Rows behind the amount; empty only for lines that come from the terms or the balance alone. */
  rows: readonly RowId[]
  /** For an adjustment: its record, its reason, the week it is about, and which of the rows no longer count. */
  adjustment: (Pick<Adjustment, 'id' | 'reason' | 'about' | 'gone'> & { plan?: TakenInstalment }) | null
}

export type Settlement = {
  lines: readonly Line[]
  /** Exact sum of the lines. */
  net: Cents
  /** max(net, 0): never a payment of nothing or less. */
  payable: Cents
  /** min(net, 0): the debt that goes on to the next week. */
  carriedOver: Cents
  /** Sums of the three folds on screen and on paper (`rulings.md` C.14); together they are `net`. */
  groups: { earnings: Cents; costs: Cents; adjustments: Cents }
  /**
   * Amount that an independent driver invoices for the work of the week and for what earlier weeks left open
   * (`rulings.md` C.10, J.6). Below zero nothing is invoiced and it goes on to the next receipt.
   */
  receiptValue: Cents
  /** Part of it that earlier weeks left open, by week; `null` for statements from before this was recorded. */
  receiptCarried: readonly OpenReceipt[] | null
}
