import type { OwnDriverId } from '#domain/access.ts'
import type { OwedTo } from '#domain/departure.ts'
import type { IbanState } from '#domain/driver.ts'
import type { Cents } from '#domain/money.ts'
import type { LineCode, Settlement } from '#domain/settlement-types.ts'
import type { SettlementState } from '#domain/settlement-state.ts'
import type { Terms } from '#domain/terms.ts'
import type { Week } from '#domain/week.ts'
import type { Evidence } from '#features/imports/evidence/schema.ts'

/** One statement as its page shows it: plain text and numbers. */
export type StatementView = {
  week: Week
  name: string
  driver: { id: string; ref: string; name: string }
  state: 'draft' | SettlementState
  version: number | null
  settlementId: string | null
  issuedAt: string | null
  paidOn: string | null
  /** Day of the transfer: made, asked of the bank, or the next one there would be (`planned`). */
  payDay: { day: string; planned: boolean } | null
  paymentNote: string | null
  regime: Terms['regime']
  termsFrom: string
  cars: readonly string[]
  iban: { ends: string | null; state: IbanState }
  settlement: Settlement
  /** Where it goes what the week leaves owed: who has left has no next week. */
  owedTo: OwedTo
  /** The small words under each line, by its index. */
  notes: readonly (string | null)[]
  /** The rows the lines stand on, by id. */
  rows: Readonly<Record<string, Evidence>>
  /** The week before, where it was issued; adjustments are nothing to compare. */
  previous: { week: Week; net: Cents; groups: Settlement['groups']; lines: Partial<Record<LineCode, Cents>> } | null
  /** Earnings of up to eight earlier weeks, oldest first. */
  past: readonly Cents[]
  /** What the driver invoices and what it is made of, in short sentences; `null` where there is nothing to say of it. */
  receipt: { value: Cents; words: string } | null
  /** What the operator invoices to the driver besides, VAT inside; `null` where everything is inside the receipt. */
  apart: { total: Cents; words: string } | null
  /** The weeks that adjustments of this statement are about, as addresses name them. */
  weekNames: Readonly<Record<Week, string>>
  wouldBe: Cents | null
  /** What came too late for this frozen statement, and what became of it; only the office is told. */
  settled: readonly SettledLate[]
  /** Rows of the driver of which the office said that they do not count, each with why; only the office is told. */
  setAside: readonly { row: Evidence; reason: string }[]
}

/** A difference of a frozen statement: accepted on another week, declined with the reason, or still to be decided there. */
export type SettledLate = {
  state: 'accepted' | 'declined' | 'proposed'
  amount: Cents
  on: Week
  onName: string
  reason: string
}

/** One statement in a list of the driver's. */
export type OwnStatementRow = {
  /** The record it was issued for: the reader's, or one that was merged into it. */
  driverId: OwnDriverId
  /** The short name of that record, when it was merged; `null` for the reader's own. */
  formerRef: string | null
  week: Week
  /** The week as the reader's addresses name it. */
  name: string
  state: SettlementState
  net: Cents
  payable: Cents
  paidOn: string | null
}

export type DriverHome = {
  name: string
  /** Drives for nobody here until the office ends it. */
  isSuspended: boolean
  /** Leaves or has left, and has not come back. */
  leaves: boolean
  /** What has not been paid yet, all weeks together; the day is that of `shown`. */
  toReceive: { amount: Cents; weeks: number; day: StatementView['payDay'] } | null
  /** Whose amount, day and state stand first: the newest of those still to be paid, or the newest of all. */
  shown: StatementView | null
  latest: StatementView | null
  statements: readonly OwnStatementRow[]
  /** What the last statements came to, the oldest first: the small line. */
  nets: readonly Cents[]
  running: RunningWeek | null
  /** Until when a line of `shown` can be contested; `null` once that time is over. */
  contestUntil: string | null
  iban: StatementView['iban']
}

/** The lines of a week that grow day by day, as the car is driven. */
export const SPENT_CODES = ['energy.fuel', 'energy.charging', 'tolls', 'parking'] as const satisfies readonly LineCode[]
export type SpentCode = (typeof SPENT_CODES)[number]

/** A week of which files have come and no statement yet: what it comes to with them, which will change. */
export type RunningWeek = {
  week: Week
  /** The week goes on; otherwise it has ended and waits to be approved. */
  isOn: boolean
  net: Cents
  earnings: Cents
  costs: Cents
  adjustments: Cents
  /** What was spent on the road so far, and the moment of the last movement that a file said; fuel, charging, tolls, parking. */
  spent: readonly { code: SpentCode; amount: Cents; last: string | null }[]
  /** When the newest of the files with the driver's movements came. */
  asOf: string
}

/** A line of an imported file, cell by cell under its heading. */
export type OriginalLine = {
  file: string
  line: number
  cells: readonly { column: string; value: string }[]
  original: string
  amount: Cents
}
