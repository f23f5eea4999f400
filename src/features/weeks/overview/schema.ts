import type { Power } from '#domain/access.ts'
import type { RequestKind } from '#domain/data-request.ts'
import type { DutyKind } from '#domain/duty.ts'
import type { CompanyFact } from '#domain/company.ts'
import type { Source } from '#domain/import.ts'
import type { Cents } from '#domain/money.ts'
import type { startSteps } from '#domain/start.ts'
import type { Week } from '#domain/week.ts'
import type { DriverName } from '#domain/driver.ts'
import type { CompanyGoal } from '#features/adjustments/company-goals/schema.ts'
import type { RefusedThere } from '#features/connections/collected/queries.server.ts'
import type { ConnectionState, Provider } from '#features/connections/schema.ts'
import type { Preparation } from '#features/contracts/preparations/queries.server.ts'
import type { WeekStep } from '#domain/week-status.ts'
import type { WeekOutline } from '#features/weeks/schema.ts'
import type { StateFacts } from '#features/weeks/status/schema.ts'
import type { CompanyFigures } from '#features/weeks/figures/schema.ts'

/** Drivers of whom the same is lacking. */
export type DriverNeed = 'no-terms' | 'iban-missing' | 'iban-invalid' | 'iban-held' | 'no-keys'

/**
 * One thing that waits for somebody. Money is in cents, days are ISO dates. Of the drivers it counts, the first three
 * are named; `inWeek` says whether the open week has a statement of theirs.
 */
export type Need =
  /** What the open week waits for; `late` where the day of its bank file has passed. */
  | (StateFacts & { kind: 'week'; word: WeekStep; late: boolean })
  | { kind: 'late-batch'; week: Week; batch: number; on: string; count: number; total: Cents }
  | { kind: 'unmatched'; count: number; total: Cents }
  | { kind: 'receipt'; count: number; since: string }
  /** Fines of which nobody said who drove; `left` working days of the most pressing. */
  | { kind: 'fine'; count: number; left: number; only: string | null }
  /** Contracts that the company is to sign, that were signed on paper, or that say other terms than those in force; the oldest came at `since`. */
  | { kind: 'contract' | 'signed-paper' | 'contract-terms'; count: number; since: string; only: string | null }
  /** Contracts that were begun and not drafted; what the text of the oldest still asks for, and whose it is. */
  | { kind: 'contract-begun'; count: number; since: string; oldest: Begun }
  /** Papers that somebody sent and nobody looked at; the oldest came at `since`. */
  | { kind: 'paper'; count: number; since: string }
  /** Papers that count here and that a platform refused; the one that waits longest. */
  | { kind: 'paper-refused'; count: number; since: string; paper: string }
  /** Drivers and cars that a platform refused or blocked; the one that has waited longest. */
  | { kind: 'platform-refused'; count: number; first: Omit<RefusedThere, 'since'> }
  /** What is wanted of platforms and waits for somebody: to be confirmed, done in the portal, or answered after a no. */
  | { kind: 'platform-act'; count: number; since: string; only: string | null }
  /** Papers that end within a month or have ended, the nearest on `first`. */
  | { kind: 'papers-ending'; count: number; ended: number; first: string }
  /** What people asked about their data and nobody answered yet; the first of it. */
  | { kind: 'data-request'; count: number; late: number; first: { kind: RequestKind; by: string } }
  /** Breaches of which the authority has to know: the one whose hours end first. */
  | { kind: 'breach'; count: number; id: string; hoursLeft: number }
  /** What the company has to do within two weeks or should have done; the first of it. */
  | { kind: 'duty'; count: number; late: number; first: { kind: DutyKind; by: string } }
  /** Drivers with hours near or over a limit that nobody of the office has seen; how many are over, and the only one. */
  | { kind: 'working-time'; count: number; over: number; only: string | null }
  /** Exports of records of which nobody said what their columns are; the only one, and since when the oldest waits. */
  | { kind: 'times-waiting'; count: number; since: string; only: string | null }
  /** Connections that bring nothing until somebody acts, or have failed for more than a day; the first of them, and since when. */
  | { kind: 'connection'; count: number; provider: Provider; state: Lifted; since: string }
  /** Cars that are soon too old for the activity, or are already; the first of them. */
  | { kind: 'car-age'; count: number; ended: number; first: { vehicle: string; plate: string; on: string } }
  /** What drivers find wrong in their records; the oldest was asked at `since`. */
  | { kind: 'correction'; count: number; since: string; only: string | null }
  /** Free cars that drivers ask for, and swaps that wait for the office; the oldest was asked at `since`. */
  | { kind: 'shift'; count: number; since: string; only: string | null }
  /** What is to be done about applications and should be by now; the oldest since that day. */
  | { kind: 'task'; count: number; since: string; only: string | null }
  /** Accidents of late that the insurer was not told of; the oldest. */
  | { kind: 'accident'; count: number; first: { id: string; vehicle: string; at: string }; late: boolean }
  /** Reports of damage that wait for the office; the one that came first, `first`, at `since`. */
  | { kind: 'damage-report'; count: number; since: string; vehicle: string; first: string }
  /** Damages that drivers contest; the oldest, `first`, at `since`. */
  | { kind: 'damage'; count: number; since: string; vehicle: string; first: string }
  /** Work on cars that is due; `vehicle` is where the first of it is. */
  | { kind: 'upkeep'; count: number; vehicle: string }
  /** Lines that drivers contest; `only` names the one there is, `by` is the last day to answer the oldest, `late` once it is over. */
  | { kind: 'dispute'; count: number; total: Cents; only: string | null; by: string | null; late: boolean }
  /** Cars that moved when they should not; `only` names the one there is, `since` is when the first did. */
  | { kind: 'car-alert'; count: number; only: number | null; since: string }
  /** What drivers ask; `only` names the one there is, `by` is the promised day of the first, `late` once it is over. */
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

type Lifted = Exclude<ConnectionState, 'connected'>

type Begun = Pick<Preparation, 'driver' | 'name' | 'kind' | 'language' | 'open'>

/** What is the matter, what of it, and the one thing to do about it. `late` is what should have been done by now. */
export type NeedWords = { what: string; of: string; act: string; to: string; late?: boolean }

/** What needs are about, in the order of the page: one person of the office seldom looks after all. */
export const NEED_SUBJECTS = ['money', 'cars', 'papers', 'people', 'company'] as const
export type NeedSubject = (typeof NEED_SUBJECTS)[number]

/** A need as the page has it: in words, with the drivers that are named. */
export type NeedShown = NeedWords & {
  key: string
  subject: NeedSubject
  named: { count: number; drivers: readonly DriverName[] } | null
}

/** Who can do something about a need: whoever has the power that the place asks for where it is answered. */
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
  /** The oldest week that is not finished. */
  week: WeekOutline | null
  /** How many younger weeks are open besides. */
  othersOpen: number
  figures: CompanyFigures
  /** What the company wants in the week and the month that run. */
  goals: readonly CompanyGoal[]
  /** Nobody and nothing yet. */
  isNew: boolean
  /** The way to the first approved week; `null` once there is one. */
  start: Start | null
}

export type Start = {
  steps: ReturnType<typeof startSteps>
  /** What the company's page and the public one still lack. */
  missing: readonly (CompanyFact | 'iban')[]
  /** The oldest week that is not finished, once there are files. */
  week: string | null
  drivers: number
  termless: number
  unpayable: number
  uninvited: number
}
