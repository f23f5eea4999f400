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
  /** The day of the transfer: made, ordered at the bank, or the next one possible (`planned`). */
  payDay: { day: string; planned: boolean } | null
  paymentNote: string | null
  /** The bank returned its payment, and it is not paid again yet. */
  cameBack: boolean
  /** The reason may be the account, so the driver is asked to look at the IBAN. */
  asksIban: boolean
  regime: Terms['regime']
  termsFrom: string
  cars: readonly string[]
  iban: { ends: string | null; state: IbanState }
  settlement: Settlement
  /** The place to which a debt of the week goes: a driver who has left has no next week. */
  owedTo: OwedTo
  /** The small explanation under each line, by its index. */
  notes: readonly (string | null)[]
  /** The rows behind the lines, by id. */
  rows: Readonly<Record<string, Evidence>>
  /**
   * The statement of the week before, where one was issued: what each line was then, by its place, and the lines that
   * only that statement has.
   */
  previous: {
    week: Week
    net: Cents
    groups: Settlement['groups']
    before: readonly (Cents | null)[]
    gone: readonly { code: LineCode; amount: Cents; adjustment: { about: Week | null } | null }[]
  } | null
  /** Earnings of up to eight earlier weeks, oldest first. */
  past: readonly Cents[]
  /** The amount that the driver invoices, with an explanation; `null` where there is none. */
  receipt: { value: Cents; words: string } | null
  /** The amount that the operator invoices to the driver apart, VAT included; `null` where the receipt covers everything. */
  apart: { total: Cents; words: string } | null
  /** The weeks that adjustments of this statement are about, with their names in addresses. */
  weekNames: Readonly<Record<Week, string>>
  wouldBe: Cents | null
  /** Late differences of this frozen statement and what became of them; for the office only. */
  settled: readonly SettledLate[]
  /** Rows of the driver that the office said do not count, with the reason; for the office only. */
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

/** One statement in the driver's list. */
export type OwnStatementRow = {
  /** The record that it was issued for: the reader's, or one that was merged into it. */
  driverId: OwnDriverId
  /** The short name of a merged record; `null` for the reader's own. */
  formerRef: string | null
  week: Week
  /** The name of the week in the reader's addresses. */
  name: string
  state: SettlementState
  net: Cents
  payable: Cents
  paidOn: string | null
  /** The bank returned its payment, and it is not paid again yet. */
  cameBack: boolean
  /** The reason may be the account, so the driver is asked to look at the IBAN. */
  asksIban: boolean
}

export type DriverHome = {
  name: string
  /** The office has suspended the driver, who does not drive here until it ends that. */
  isSuspended: boolean
  /** The driver leaves or has left, and has not come back. */
  leaves: boolean
  /** The sum not paid yet, of all weeks together; the day is that of `mainStatement`. */
  toReceive: { amount: Cents; weeks: number; day: StatementView['payDay'] } | null
  /**
   * The statement whose amount, day and state come first on the page: the newest that is not paid yet, or the newest
   * of all.
   */
  mainStatement: StatementView | null
  /** The weeks whose payment the bank returned, maybe because of the account, the newest first, until they are paid again. */
  cameBack: readonly Week[]
  latest: StatementView | null
  statements: readonly OwnStatementRow[]
  /** The nets of the last statements, oldest first, for the small chart. */
  nets: readonly Cents[]
  running: RunningWeek | null
  /** The moment until which a line of `mainStatement` can be contested; `null` once it is over. */
  contestUntil: string | null
  iban: StatementView['iban']
}

/** The lines of a week that grow day by day as the car is driven. */
export const SPENT_CODES = ['energy.fuel', 'energy.charging', 'tolls', 'parking'] as const satisfies readonly LineCode[]
export type SpentCode = (typeof SPENT_CODES)[number]

/** A week with files and no statement yet: its figures so far, which will change. */
export type RunningWeek = {
  week: Week
  /** The week is the current one; otherwise it has ended and waits for approval. */
  isCurrent: boolean
  net: Cents
  earnings: Cents
  costs: Cents
  adjustments: Cents
  /** Money spent on the road so far by kind, with the moment of the last movement in the files. */
  spent: readonly { code: SpentCode; amount: Cents; last: string | null }[]
  /** When the newest file with the driver's movements came. */
  asOf: string
}

/** A line of an imported file, each cell with its heading. */
export type OriginalLine = {
  file: string
  line: number
  cells: readonly { column: string; value: string }[]
  original: string
  amount: Cents
}
