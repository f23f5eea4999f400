import { PERIODS, type PeriodId, type Topic } from '#domain/kept-data.ts'
import { PERSONAL, type Table } from './register.ts'
import type { Basis } from './schema.ts'

/**
 * On which basis something is kept, and for how long. The purpose is that of the topic, with its words at
 * `page.privacy.purposes`.
 */
export type Rule = { basis: Basis; period: PeriodId }

const basedOn = (basis: Basis, period: PeriodId): Rule => ({ basis, period })

/** The rule for every table of a topic. */
const OF_TOPIC: Record<Topic, Rule> = {
  person: basedOn('law', 'accounts'),
  account: basedOn('contract', 'relation'),
  recruitment: basedOn('consent', 'candidates'),
  papers: basedOn('law', 'papers'),
  contracts: basedOn('law', 'accounts'),
  terms: basedOn('law', 'accounts'),
  cars: basedOn('interest', 'proof'),
  statements: basedOn('law', 'accounts'),
  platforms: basedOn('law', 'accounts'),
  adjustments: basedOn('law', 'accounts'),
  plans: basedOn('law', 'accounts'),
  payments: basedOn('law', 'accounts'),
  'own-year': basedOn('contract', 'relation'),
  messages: basedOn('contract', 'messages'),
  log: basedOn('interest', 'log'),
}

/** Tables with a rule of their own. */
const OF_TABLE: Partial<Record<Table, Rule>> = {
  driver_suspensions: basedOn('contract', 'relation'),
  removed_keys: basedOn('contract', 'relation'),
  released_keys: basedOn('contract', 'relation'),
  corrections: basedOn('contract', 'relation'),
  sessions: basedOn('interest', 'signIns'),
  one_time_links: basedOn('interest', 'signIns'),
  identity_refresh_tokens: basedOn('interest', 'signIns'),
  runs: basedOn('interest', 'log'),
  referrals: basedOn('law', 'accounts'),
  contract_preparations: basedOn('contract', 'relation'),
  // Assignments decide whose tolls and rents are whose.
  assignments: basedOn('law', 'accounts'),
  vehicle_titles: basedOn('law', 'accounts'),
  car_charges: basedOn('law', 'accounts'),
  damages: basedOn('law', 'accounts'),
  fines: basedOn('law', 'accounts'),
  working_times: basedOn('law', 'proof'),
  working_time_files: basedOn('law', 'proof'),
  working_time_reviews: basedOn('law', 'proof'),
  working_times_waiting: basedOn('law', 'proof'),
  working_time_averages: basedOn('law', 'relation'),
  shift_requests: basedOn('contract', 'relation'),
  position_devices: basedOn('interest', 'positions'),
  position_counts: basedOn('interest', 'positions'),
  position_notices: basedOn('interest', 'positions'),
  position_private_times: basedOn('interest', 'positions'),
  position_look_cars: basedOn('interest', 'positions'),
  position_looks: basedOn('interest', 'positions'),
  platform_drivers: basedOn('contract', 'relation'),
  platform_states: basedOn('contract', 'relation'),
  platform_messages: basedOn('contract', 'relation'),
  // The row proves that a request was answered.
  data_requests: basedOn('law', 'proof'),
  whatsapp_consents: basedOn('consent', 'relation'),
  contact_messages: basedOn('interest', 'visitors'),
  statement_links: basedOn('contract', 'accounts'),
  vehicles: basedOn('interest', 'accounts'),
  odometer_readings: basedOn('interest', 'accounts'),
}

/** Columns with another rule than their table: they are erased although the row stays. */
const OF_COLUMN: Partial<Record<Table, Readonly<Record<string, Rule>>>> = {
  drivers: {
    email: basedOn('contract', 'relation'),
    phone: basedOn('contract', 'relation'),
    address: basedOn('contract', 'relation'),
    born_on: basedOn('contract', 'relation'),
    notes: basedOn('interest', 'relation'),
  },
}

/** The rule of a table about persons. Throws for any other table. */
export function ruleOf(table: Table): Rule {
  const noun = PERSONAL[table]
  if (!noun) throw new Error(`${table} is no noun of a person`)
  return OF_TABLE[table] ?? OF_TOPIC[noun.topic]
}

/** The rule of one of its columns. */
export function ruleOfColumn(table: Table, column: string): Rule {
  return OF_COLUMN[table]?.[column] ?? ruleOf(table)
}

/** Columns that are erased when the person asks, although their row stays. */
export const columnsThatGo = (table: Table): string[] => Object.keys(OF_COLUMN[table] ?? {})

/** Every table and column with a rule of its own, to be compared with the database. */
export const EXCEPTIONS: readonly { table: Table; column: string | null }[] = [
  ...(Object.keys(OF_TABLE) as Table[]).map((table) => ({ table, column: null })),
  ...(Object.entries(OF_COLUMN) as [Table, Record<string, Rule>][]).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => ({ table, column })),
  ),
]

/** Whether rows of a table are erased when the person asks, as far as the database allows it. */
export const goesWhenAsked = (table: Table): boolean =>
  PERSONAL[table]?.shared !== true && !PERIODS[ruleOf(table).period].holds

/** Fields in log entries about a person that tell how to reach them: they are removed, the entries stay. */
export const NAMES_IN_LOG = ['email', 'phone', 'address', 'bornOn', 'notes'] as const
