import { PERIODS, type PeriodId, type Topic } from '#domain/kept-data.ts'
import { PERSONAL, type Table } from './register.ts'
import type { Basis } from './schema.ts'

/**
 * On which basis something is kept, and for how long. The purpose is that of the topic, with its words at
 * `page.privacy.purposes`.
 */
export type Rule = { basis: Basis; period: PeriodId }

const by = (basis: Basis, period: PeriodId): Rule => ({ basis, period })

/** The rule for every table of a topic. */
const OF_TOPIC: Record<Topic, Rule> = {
  person: by('law', 'accounts'),
  account: by('contract', 'relation'),
  recruitment: by('consent', 'candidates'),
  papers: by('law', 'papers'),
  contracts: by('law', 'accounts'),
  terms: by('law', 'accounts'),
  cars: by('interest', 'proof'),
  statements: by('law', 'accounts'),
  platforms: by('law', 'accounts'),
  adjustments: by('law', 'accounts'),
  plans: by('law', 'accounts'),
  payments: by('law', 'accounts'),
  'own-year': by('contract', 'relation'),
  messages: by('contract', 'messages'),
  log: by('interest', 'log'),
}

/** Tables with a rule of their own. */
const OF_TABLE: Partial<Record<Table, Rule>> = {
  driver_suspensions: by('contract', 'relation'),
  removed_keys: by('contract', 'relation'),
  released_keys: by('contract', 'relation'),
  corrections: by('contract', 'relation'),
  sessions: by('interest', 'signIns'),
  one_time_links: by('interest', 'signIns'),
  identity_refresh_tokens: by('interest', 'signIns'),
  runs: by('interest', 'log'),
  referrals: by('law', 'accounts'),
  contract_preparations: by('contract', 'relation'),
  // Assignments decide whose tolls and rents are whose.
  assignments: by('law', 'accounts'),
  vehicle_titles: by('law', 'accounts'),
  car_charges: by('law', 'accounts'),
  damages: by('law', 'accounts'),
  fines: by('law', 'accounts'),
  working_times: by('law', 'proof'),
  working_time_files: by('law', 'proof'),
  working_time_reviews: by('law', 'proof'),
  working_times_waiting: by('law', 'proof'),
  working_time_averages: by('law', 'relation'),
  shift_requests: by('contract', 'relation'),
  position_devices: by('interest', 'positions'),
  position_counts: by('interest', 'positions'),
  position_notices: by('interest', 'positions'),
  position_private_times: by('interest', 'positions'),
  position_look_cars: by('interest', 'positions'),
  position_looks: by('interest', 'positions'),
  platform_drivers: by('contract', 'relation'),
  platform_states: by('contract', 'relation'),
  platform_messages: by('contract', 'relation'),
  // The row proves that a request was answered.
  data_requests: by('law', 'proof'),
  whatsapp_consents: by('consent', 'relation'),
  contact_messages: by('interest', 'visitors'),
  statement_links: by('contract', 'accounts'),
  vehicles: by('interest', 'accounts'),
  odometer_readings: by('interest', 'accounts'),
}

/** Columns with another rule than their table: they are erased although the row stays. */
const OF_COLUMN: Partial<Record<Table, Readonly<Record<string, Rule>>>> = {
  drivers: {
    email: by('contract', 'relation'),
    phone: by('contract', 'relation'),
    address: by('contract', 'relation'),
    born_on: by('contract', 'relation'),
    notes: by('interest', 'relation'),
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
