import type { SourceState } from '#domain/completeness.ts'
import type { DriverName, IbanState } from '#domain/driver.ts'
import type { Source } from '#domain/import.ts'
import type { Flow } from '#domain/money-flow.ts'
import type { Cents } from '#domain/money.ts'
import type { SettlementState, WeekState } from '#domain/settlement-state.ts'
import type { Week } from '#domain/week.ts'
import type { GivenAnswer } from '#features/weeks/answers/schema.ts'
import type { BatchView } from '#features/payments/schema.ts'
import type { Question, Tick } from '#features/weeks/questions/schema.ts'
import type { Progress } from '#features/weeks/week-sources/queries.server.ts'
import type { WeekStatusView } from '#features/weeks/status/schema.ts'

/** The contribution of one source to a week. */
export type SourceCard = {
  source: Source
  total: Cents
  /** Number of drivers in a weekly report; of movements in other sources. */
  drivers: number
  movements: number
  unmatched: number
  files: readonly { id: number; name: string; at: string }[]
  /** Number of files of this source that could not be read and wait for an answer. */
  unread: number
  /** There is no file of it, though the fleet usually has one. */
  missing: boolean
  /** Our own accounts at this source whose report is not there, though another account's is. */
  lacking: readonly string[]
  /** How complete the source is. */
  state: SourceState
  /** Days that are over and that no file of it covers. */
  days: readonly string[]
  /** Drivers who drove by what the platform itself reports, and have nothing in its file. */
  undocumented: readonly DriverName[]
}

/** One line of the table of drivers. */
export type WeekDriverRow = {
  id: string
  ref: string
  name: string
  regime: string | null
  state: SettlementState
  net: Cents | null
  earnings: Cents | null
  costs: Cents | null
  adjustments: Cents | null
  /**
   * Earnings against the median of up to eight earlier weeks, in basis points; `null` with fewer than three weeks
   * worked.
   */
  deviation: number | null
  ticks: Record<Source, Tick>
  questions: number
  /** Has an anomaly that nobody has answered. */
  isUnusual: boolean
  iban: IbanState
}

/** The reason why a payable statement cannot go to the bank. */
export type Blocked = {
  driverId: string
  name: string
  amount: Cents
  reason: Exclude<IbanState, 'ready'> | 'receipt'
}

/** The day on which the week is paid: planned, asked of the bank, or the last on which somebody was paid. */
export type WeekPayment = { is: 'planned' | 'asked' | 'paid'; on: string }

export type WeekPage = {
  week: Week
  name: string
  previous: { week: Week; name: string }
  next: { week: Week; name: string } | null
  days: readonly { day: string; state: 'done' | 'now' | 'todo'; movements: number }[]
  isOver: boolean
  /**
   * The week is before the first that drivers are paid for: it has no statements, and what comes late for it goes on
   * the open week.
   */
  isBeforeFirstPaid: boolean
  /** The whole week is approved: its rows and terms are asked about and answered no more. */
  isFrozen: boolean
  state: WeekState
  status: WeekStatusView
  /**
   * The days on which the later states were reached, or are planned to be; `transferOn` is the day that a bank file made
   * now would carry.
   */
  moments: { calculated: boolean; approvedOn: string | null; payment: WeekPayment; transferOn: string }
  sources: readonly SourceCard[]
  /** How far connected platforms have reported the week, day by day. */
  progress: readonly Progress[]
  questions: readonly Question[]
  /** Answers given in this week, each to be taken back where it was given. */
  answers: readonly GivenAnswer[]
  drivers: readonly WeekDriverRow[]
  /** The week's money from the platforms through the statements to the bank. */
  flow: Flow
  checks: WeekChecks & {
    earnings: Cents
    costs: Cents
    adjustments: Cents
    toBank: Cents
    outside: Cents
    blocked: readonly Blocked[]
  }
  approval: {
    drivers: number
    net: Cents
    withoutTerms: number
    unmatched: number
    unmatchedTotal: Cents
    /** Names of files that could not be read and wait for an answer. */
    unread: readonly string[]
    /** Payment takes a second person: the one who approved may not pay. */
    takesTwo: boolean
    /** Earlier weeks that have movements and no statement yet, oldest first: what drivers come to owe in them is not in this one. */
    earlier: readonly Week[]
    /** The newest approval is in force, and none of its statements is in a bank file or paid. */
    canUndo: boolean
  }
  /** Approved statements that are payable and in no bank file yet; `cameBack` names those that a bank returned without a reason. */
  payable: { count: number; total: Cents; cameBack: readonly string[] }
  batches: readonly BatchView[]
}

/** A week without its answers, for callers that only show or ask where it stands. */
export type WeekOutline = Omit<WeekPage, 'answers'>

/** The page of a week without its table of drivers, as a large table does not travel whole. */
export type WeekShown = Omit<WeekPage, 'drivers'> & WeekPeople

/** Counts about the table of drivers. */
export type WeekPeople = {
  people: {
    count: number
    /** Number of drivers with terms, and so with a statement. */
    settled: number
    calm: number
    /** Number of these drivers who have too few earlier weeks to compare this one with. */
    uncompared: number
    hasIssued: boolean
    /** Drivers whose statement is approved and whose bank account raises a question. */
    approved: readonly string[]
  }
}

/** Sources in = settled + unmatched + company, always (signed cents). */
type WeekChecks = {
  sourcesIn: Cents
  settled: Cents
  unmatched: Cents
  company: Cents
  net: Cents
  payable: Cents
  carriedOver: Cents
}
