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

/** What one source brought to a week. */
export type SourceCard = {
  source: Source
  total: Cents
  /** Drivers of a weekly report, movements of the others. */
  drivers: number
  movements: number
  unmatched: number
  files: readonly { id: number; name: string; at: string }[]
  /** Files of it that could not be read and wait for an answer. */
  unread: number
  /** Missing though the fleet usually has it. */
  missing: boolean
  /** Accounts of ours at it whose report is not there, though another's is. */
  lacking: readonly string[]
  /** How much of it there is. */
  state: SourceState
  /** Days that are over and that no file of it covers. */
  days: readonly string[]
  /** Who drove, as the platform says when it is asked, and has nothing in its file. */
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
  /** Earnings against the median of up to eight earlier weeks, in basis points; `null` with fewer than three worked. */
  deviation: number | null
  ticks: Record<Source, Tick>
  questions: number
  /** Something out of the ordinary that nobody has answered. */
  isUnusual: boolean
  iban: IbanState
}

/** What stands between a statement and the bank. */
export type Blocked = {
  driverId: string
  name: string
  amount: Cents
  reason: Exclude<IbanState, 'ready'> | 'receipt'
}

export type WeekPage = {
  week: Week
  name: string
  previous: { week: Week; name: string }
  next: { week: Week; name: string } | null
  days: readonly { day: string; state: 'done' | 'now' | 'todo'; movements: number }[]
  isOver: boolean
  /** The week is before the first week that drivers are paid for: it has no statements, and what came late goes on the open week. */
  isLeft: boolean
  /** All is approved: what it stands on is asked and answered no more. */
  isFrozen: boolean
  state: WeekState
  status: WeekStatusView
  /** Days at which the later states were reached, or are planned for. */
  moments: { calculated: boolean; approvedOn: string | null; payOn: string; payIsPlanned: boolean }
  sources: readonly SourceCard[]
  /** How far the platforms that are asked have told it, day by day. */
  progress: readonly Progress[]
  questions: readonly Question[]
  /** Given in this week, to be taken back where they were given. */
  answers: readonly GivenAnswer[]
  drivers: readonly WeekDriverRow[]
  /** Its money from the platforms through the statements to the bank. */
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
    /** Who approves does not pay. */
    takesTwo: boolean
    /** The newest approval stands, and no bank file has any of its statements. */
    canUndo: boolean
  }
  /** Approved, payable and in no bank file yet. */
  payable: { count: number; total: Cents }
  batches: readonly BatchView[]
}

/** A week without what was answered in it: for whoever shows or asks only where it stands. */
export type WeekOutline = Omit<WeekPage, 'answers'>

/** What of a week the page shows besides its table: a large one does not travel whole. */
export type WeekShown = Omit<WeekPage, 'drivers'> & WeekPeople

/** What is told of its table. */
export type WeekPeople = {
  people: {
    count: number
    /** With terms, so that there is a statement. */
    settled: number
    calm: number
    /** How many of these drivers have too few earlier weeks to compare this one with. */
    uncompared: number
    hasIssued: boolean
    /** The drivers with a question about their account whose statement is approved. */
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
