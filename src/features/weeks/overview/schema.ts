import type { Power } from '#domain/access.ts'
import type { RequestKind } from '#domain/data-request.ts'
import type { DutyKind } from '#domain/duty.ts'
import type { CompanyFact } from '#domain/company.ts'
import type { Source } from '#domain/import.ts'
import type { Cents } from '#domain/money.ts'
import type { Month } from '#domain/month.ts'
import type { startSteps } from '#domain/start.ts'
import type { Week } from '#domain/week.ts'
import type { DriverName } from '#domain/driver.ts'
import type { CompanyGoal } from '#features/adjustments/company-goals/schema.ts'
import type { BlockedOnPlatform } from '#features/connections/collected/queries.server.ts'
import type { ConnectionState, Provider } from '#features/connections/schema.ts'
import type { Preparation } from '#features/contracts/preparations/queries.server.ts'
import type { WeekStep } from '#domain/week-status.ts'
import type { WeekOutline } from '#features/weeks/schema.ts'
import type { StateFacts } from '#features/weeks/status/schema.ts'
import type { CompanyFigures } from '#features/weeks/figures/schema.ts'

/** Things that several drivers may lack. */
export type DriverNeed = 'no-terms' | 'iban-missing' | 'iban-invalid' | 'iban-held' | 'no-keys'

/**
 * One thing that waits for somebody. Money is in cents, days are ISO dates. Of the drivers it counts, the first three
 * are named; `inWeek`: whether they have a statement in the open week.
 */
export type Need =
  /** The next step of the open week; `late` when the day of its bank file has passed. */
  | (StateFacts & { kind: 'week'; word: WeekStep; late: boolean })
  | { kind: 'late-batch'; week: Week; batch: number; on: string; count: number; total: Cents }
  | { kind: 'unmatched'; count: number; total: Cents }
  | { kind: 'receipt'; count: number; since: string }
  /** Fines without a known driver; `left`: the working days left for the most pressing. */
  | { kind: 'fine'; count: number; left: number; only: string | null }
  /**
   * Contracts to be signed by the company, signed on paper, or with other terms than those in force; the oldest came at
   * `since`.
   */
  | { kind: 'contract' | 'signed-paper' | 'contract-terms'; count: number; since: string; only: string | null }
  /** Contracts that were begun and not drafted; `oldest`: whose it is, and what its text still lacks. */
  | { kind: 'contract-begun'; count: number; since: string; oldest: BegunPreparation }
  /** Documents that were sent and nobody has checked; the oldest came at `since`. */
  | { kind: 'paper'; count: number; since: string }
  /** Documents that count here and that a platform refused, with the one that waits longest. */
  | { kind: 'paper-refused'; count: number; since: string; paper: string }
  /** Drivers and cars that a platform refused or blocked, with the one that waits longest. */
  | { kind: 'platform-refused'; count: number; first: Omit<BlockedOnPlatform, 'since'> }
  /**
   * Acts on platforms that wait for somebody: to be confirmed, done in the portal, or answered after a refusal.
   */
  | { kind: 'platform-act'; count: number; since: string; only: string | null }
  /** Documents that have ended or end within a month, the nearest on `first`. */
  | { kind: 'papers-ending'; count: number; ended: number; first: string }
  /** Requests about personal data that nobody has answered, with the first of them. */
  | { kind: 'data-request'; count: number; late: number; first: { kind: RequestKind; by: string } }
  /** Breaches about which the authority has to be notified: the one whose hours end first. */
  | { kind: 'breach'; count: number; id: string; hoursLeft: number }
  /** Duties of the company that are due within two weeks or late, with the first of them. */
  | { kind: 'duty'; count: number; late: number; first: { kind: DutyKind; by: string } }
  /** Months with other figures than the accountant was given, and the newest of them. */
  | { kind: 'month-changed'; count: number; newest: Month }
  /**
   * Drivers with hours near or over a limit that nobody of the office has seen; how many are over, and the driver when
   * there is only one.
   */
  | { kind: 'working-time'; count: number; over: number; only: string | null }
  /**
   * Exports of times whose columns nobody has explained; the one when there is only one, and since when the oldest
   * waits.
   */
  | { kind: 'times-waiting'; count: number; since: string; only: string | null }
  /**
   * Connections that bring nothing until somebody acts, or have failed for more than a day; the first of them, and
   * since when.
   */
  | { kind: 'connection'; count: number; provider: Provider; state: FailingState; since: string }
  /** Cars that are or soon will be too old for the activity, with the first of them. */
  | { kind: 'car-age'; count: number; ended: number; first: { vehicle: string; plate: string; on: string } }
  /** Errors that drivers report in their records; the oldest was reported at `since`. */
  | { kind: 'correction'; count: number; since: string; only: string | null }
  /** Free cars that drivers ask for, and swaps that wait for the office; the oldest was asked for at `since`. */
  | { kind: 'shift'; count: number; since: string; only: string | null }
  /** Tasks about applications that are due; the oldest since that day. */
  | { kind: 'task'; count: number; since: string; only: string | null }
  /** Recent accidents that were not reported to the insurer, with the oldest. */
  | { kind: 'accident'; count: number; first: { id: string; vehicle: string; at: string }; late: boolean }
  /** Reports of damage that wait for the office; `first` came first, at `since`. */
  | { kind: 'damage-report'; count: number; since: string; vehicle: string; first: string }
  /** Damages that drivers contest; `first` is the oldest, from `since`. */
  | { kind: 'damage'; count: number; since: string; vehicle: string; first: string }
  /** Work on cars that is due; `vehicle` is the car of the first. */
  | { kind: 'upkeep'; count: number; vehicle: string }
  /**
   * Lines that drivers contest; `only` is the one when there is just one, `by` the last day to answer the oldest,
   * `late` once it is over.
   */
  | { kind: 'dispute'; count: number; total: Cents; only: string | null; by: string | null; late: boolean }
  /** Cars that moved when they should not; `only` is the alert when there is just one, `since` when the first began. */
  | { kind: 'car-alert'; count: number; only: number | null; since: string }
  /**
   * Tickets of drivers; `only` is the one when there is just one, `by` the promised day of the first, `late` once it
   * is over.
   */
  | { kind: 'ticket'; count: number; only: string | null; by: string; late: boolean }
  | { kind: DriverNeed; count: number; drivers: DriverName[] }
  | { kind: 'source-missing'; week: Week; name: string; sources: Source[] }
  | {
      kind: 'negative'
      count: number
      drivers: (DriverName & { balance: Cents; inWeek: boolean })[]
      total: Cents
      week: string | null
    }
  | {
      kind: 'applications' | 'messages' | 'looks' | 'mail' | 'requests' | 'uninvited' | 'facts' | 'bank-gaps'
      count: number
    }
  | { kind: 'company-iban' | 'company-nipc'; state: 'missing' | 'invalid' }
  | { kind: 'licence'; on: string; state: 'expired' | 'expiring' }

type FailingState = Exclude<ConnectionState, 'connected'>

type BegunPreparation = Pick<Preparation, 'driver' | 'name' | 'kind' | 'language' | 'open'>

/**
 * A need in words: what it is, its detail, and the one thing to do about it, with its address. `late`: it should have
 * been done by now.
 */
export type NeedWords = { what: string; detail: string; action: string; to: string; late?: boolean }

/** The subjects of needs, in the order of the page: few people of the office look after all of them. */
export const NEED_SUBJECTS = ['money', 'cars', 'papers', 'people', 'company'] as const
export type NeedSubject = (typeof NEED_SUBJECTS)[number]

/** A need for the page: in words, with the drivers that it names. */
export type NeedShown = NeedWords & {
  key: string
  subject: NeedSubject
  named: { count: number; drivers: readonly DriverName[] } | null
}

/** The power that a person needs to deal with a need: the one that its page asks for. */
export function powerFor(need: Need): Power {
  return need.kind === 'week' ? STEP_POWERS[need.word] : NEED_POWERS[need.kind]
}

const STEP_POWERS: Readonly<Record<WeekStep, Power>> = {
  files: 'operations',
  decide: 'operations',
  approve: 'money',
  export: 'money',
  confirm: 'money',
  unpayable: 'money',
}

const NEED_POWERS: Readonly<Record<Exclude<Need['kind'], 'week'>, Power>> = {
  'late-batch': 'money',
  'bank-gaps': 'money',
  connection: 'house',
  unmatched: 'operations',
  receipt: 'money',
  fine: 'operations',
  contract: 'operations',
  'signed-paper': 'operations',
  'contract-terms': 'money',
  'contract-begun': 'operations',
  paper: 'operations',
  'paper-refused': 'operations',
  'platform-refused': 'operations',
  'platform-act': 'operations',
  'papers-ending': 'operations',
  'data-request': 'operations',
  breach: 'house',
  duty: 'money',
  'month-changed': 'money',
  'working-time': 'operations',
  'times-waiting': 'operations',
  'car-age': 'operations',
  correction: 'operations',
  shift: 'operations',
  task: 'operations',
  accident: 'operations',
  damage: 'operations',
  'damage-report': 'operations',
  upkeep: 'operations',
  dispute: 'money',
  'car-alert': 'operations',
  ticket: 'operations',
  'no-terms': 'money',
  'iban-missing': 'money',
  'iban-invalid': 'money',
  'iban-held': 'money',
  'no-keys': 'operations',
  'source-missing': 'operations',
  negative: 'money',
  applications: 'operations',
  messages: 'operations',
  looks: 'money',
  mail: 'operations',
  requests: 'money',
  uninvited: 'operations',
  facts: 'house',
  'company-iban': 'house',
  'company-nipc': 'house',
  licence: 'house',
}

export const SUBJECTS: Readonly<Record<Need['kind'], NeedSubject>> = {
  week: 'money',
  'late-batch': 'money',
  'bank-gaps': 'money',
  connection: 'money',
  unmatched: 'money',
  receipt: 'money',
  'month-changed': 'money',
  dispute: 'money',
  requests: 'money',
  looks: 'money',
  'iban-missing': 'money',
  'iban-invalid': 'money',
  'iban-held': 'money',
  'source-missing': 'money',
  negative: 'money',
  'car-alert': 'cars',
  fine: 'cars',
  'car-age': 'cars',
  accident: 'cars',
  damage: 'cars',
  'damage-report': 'cars',
  upkeep: 'cars',
  shift: 'cars',
  contract: 'papers',
  'signed-paper': 'papers',
  'contract-terms': 'papers',
  'contract-begun': 'papers',
  paper: 'papers',
  'paper-refused': 'papers',
  'platform-refused': 'people',
  'platform-act': 'people',
  'papers-ending': 'papers',
  'data-request': 'people',
  breach: 'company',
  duty: 'company',
  'working-time': 'papers',
  'times-waiting': 'papers',
  correction: 'papers',
  'no-terms': 'papers',
  'no-keys': 'papers',
  task: 'people',
  ticket: 'people',
  applications: 'people',
  messages: 'people',
  mail: 'people',
  uninvited: 'people',
  facts: 'company',
  'company-iban': 'company',
  'company-nipc': 'company',
  licence: 'company',
}

export type Overview = {
  needs: readonly Need[]
  /** The oldest unfinished week. */
  week: WeekOutline | null
  /** Number of later weeks that are open too. */
  othersOpen: number
  figures: CompanyFigures
  /** Goals of the company for the current week and month. */
  goals: readonly CompanyGoal[]
  /** There are neither drivers nor files yet. */
  isNew: boolean
  /** Progress towards the first approved week; `null` once there is one. */
  start: Start | null
}

export type Start = {
  steps: ReturnType<typeof startSteps>
  /** Facts that the company's page and the public one still lack. */
  missing: readonly (CompanyFact | 'iban')[]
  /** The week to begin with, once there are files: the newest that has ended, else the first. */
  week: string | null
  drivers: number
  termless: number
  unpayable: number
  uninvited: number
}
