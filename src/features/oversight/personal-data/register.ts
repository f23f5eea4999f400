import type { DB } from '#db/types.ts'
import type { Topic } from '#domain/kept-data.ts'
import type { SealedColumn } from '#db/sealed-columns.server.ts'

export type Table = keyof DB & string

/** The link from a row to a person: the row is theirs if one of its links holds. */
export type Link =
  /** The column names the person's driver record, or one that was merged into it. */
  | { driver: string }
  /** The column names the person's account. */
  | { user: string }
  /** The column is an e-mail address of the person, and the column `unless` names no other driver. */
  | { email: string; unless?: string }
  /** The column is the subject of a log entry: `driver:<id>`. */
  | { about: string }
  /** The person did it as a driver: one column names the account, the other the role. */
  | { doneBy: string; role: string }
  /** A row of another table belongs to the person: this column has the value that row has in `at`. */
  | { through: Table; by: string; at?: string }
  /** The platform's own identifier of the person is among the keys of the row, which is one of `import_rows`. */
  | { named: 'keys' }

/**
 * Why a column is not exported: it gives access to something, it is about somebody else, or only the machine uses it.
 */
export type WithholdReason = 'secret' | 'another' | 'machine'

/** A table with a person's data. Bytes are never exported, unless they are named in `opens`. */
export type Noun = {
  topic: Topic
  links: readonly Link[]
  /** Columns that are not exported, with the reason. */
  withholds?: Readonly<Record<string, WithholdReason>>
  /** The only columns to export, where the row describes a thing that others use as well. */
  exportsOnly?: readonly string[]
  /** Sealed columns that are opened, with the columns that identify each. */
  opens?: Readonly<Record<string, { as: SealedColumn; of: readonly string[] }>>
  /** Columns that may name another person, who is then exported as somebody else. */
  people?: readonly string[]
  /** Columns about whoever acted, by the column that names them: exported where that was the person. */
  ofActor?: Readonly<Record<string, readonly string[]>>
  /** Keys inside a JSON column that give access to something, and are left out. */
  without?: Readonly<Record<string, readonly string[]>>
  /** Restricts the linked rows to those in which a column has this value. */
  only?: Readonly<Record<string, string>>
  /** The row is about a thing or several people, and is never erased for one of them. */
  shared?: true
}

const driver = (column = 'driver_id'): Link => ({ driver: column })
const user = (column = 'uid'): Link => ({ user: column })
const linkThrough = (table: Table, by: string, at = 'id'): Link => ({ through: table, by, at })
const ofSettlement = linkThrough('settlements', 'settlement_id')
const ofContract = linkThrough('contracts', 'contract_id')
const ofPlan = linkThrough('plans', 'plan_id')
const ofPlatformDriver = linkThrough('platform_drivers', 'driver', 'driver')
const ofApplication = linkThrough('applications', 'application_id')

/**
 * All data about persons, table by table: what an export contains, and whose a row is. Every table is either here, or
 * below with the reason why it is about nobody, or a noun of the company in `src/web/nouns.ts`: `personal-data.test`
 * checks that.
 */
const OF_PERSONS = {
  drivers: {
    topic: 'person',
    links: [driver('id')],
    opens: { nif: { as: 'drivers.nif', of: ['id'] } },
  },
  driver_ibans: {
    topic: 'person',
    links: [driver()],
    opens: { iban: { as: 'driver_ibans.iban', of: ['driver_id'] } },
  },
  iban_checks: { topic: 'person', links: [linkThrough('driver_ibans', 'iban_id')] },
  driver_suspensions: { topic: 'person', links: [driver()] },
  driver_merges: { topic: 'person', links: [driver('stays_id'), driver('gone_id')], withholds: { moved: 'machine' } },
  source_keys: { topic: 'person', links: [driver()] },
  released_keys: { topic: 'person', links: [driver()] },
  removed_keys: { topic: 'person', links: [driver()] },
  corrections: {
    topic: 'person',
    links: [driver()],
    opens: { words: { as: 'corrections.words', of: ['driver_id'] } },
  },
  departures: { topic: 'person', links: [driver()] },
  final_movements: { topic: 'person', links: [linkThrough('departures', 'departure_id')] },
  other_incomes: { topic: 'own-year', links: [driver()] },
  own_expenses: { topic: 'own-year', links: [driver()] },

  users: { topic: 'account', links: [user()], withholds: { password_hash: 'secret' } },
  sessions: { topic: 'account', links: [user()], withholds: { viewing_driver_id: 'another' } },
  passkeys: { topic: 'account', links: [user()] },
  push_subscriptions: {
    topic: 'account',
    links: [user()],
    withholds: { endpoint: 'secret', p256dh: 'secret', auth: 'secret', public_key: 'machine' },
  },
  push_choices: { topic: 'account', links: [user()] },
  identity_factors: { topic: 'account', links: [user()], withholds: { last_counter: 'secret' } },
  identity_providers: { topic: 'account', links: [user()] },
  identity_refresh_tokens: { topic: 'account', links: [user()] },
  one_time_links: { topic: 'account', links: [driver(), user()] },
  saved_views: { topic: 'account', links: [user()] },
  digest_choices: { topic: 'account', links: [user()] },
  digests: { topic: 'account', links: [user()] },
  report_readers: { topic: 'account', links: [user()] },
  report_sendings: { topic: 'account', links: [user()] },
  runs: {
    topic: 'account',
    shared: true,
    links: [user('ordered_by')],
    exportsOnly: ['id', 'kind', 'subject', 'ordered_at', 'ended_at', 'state'],
  },

  applications: {
    topic: 'recruitment',
    links: [driver()],
    opens: { nif: { as: 'applications.nif', of: ['id'] } },
    withholds: { referral: 'another' },
  },
  application_consents: { topic: 'recruitment', links: [ofApplication] },
  application_documents: { topic: 'recruitment', links: [ofApplication] },
  application_letters: { topic: 'recruitment', links: [ofApplication] },
  application_links: { topic: 'recruitment', links: [ofApplication] },
  application_notes: { topic: 'recruitment', links: [ofApplication] },
  application_tasks: { topic: 'recruitment', links: [ofApplication] },
  referrals: {
    topic: 'recruitment',
    links: [driver('referrer_id'), driver('referred_id')],
    people: ['referrer_id', 'referred_id'],
  },

  papers: { topic: 'papers', links: [driver()], opens: { number: { as: 'papers.number', of: ['id'] } } },
  paper_readings: { topic: 'papers', links: [driver()] },
  paper_standings: { topic: 'papers', links: [linkThrough('papers', 'paper_id')] },
  paper_warnings: { topic: 'papers', links: [linkThrough('papers', 'paper_id')] },
  working_time_files: { topic: 'papers', links: [driver()] },
  working_times: { topic: 'papers', links: [driver()] },
  working_times_waiting: { topic: 'papers', links: [driver()] },
  working_time_reviews: { topic: 'papers', links: [driver()] },
  working_time_averages: { topic: 'papers', links: [driver()] },

  contracts: {
    topic: 'contracts',
    links: [driver()],
    opens: { body: { as: 'contracts.body', of: ['driver_id'] } },
  },
  contract_preparations: {
    topic: 'contracts',
    links: [driver()],
    opens: { typed: { as: 'contract_preparations.typed', of: ['driver_id'] } },
  },
  contract_codes: { topic: 'contracts', links: [ofContract] },
  contract_events: {
    topic: 'contracts',
    links: [ofContract],
    ofActor: { uid: ['account', 'address', 'browser'] },
  },
  contract_links: { topic: 'contracts', links: [ofContract] },
  contract_papers: { topic: 'contracts', links: [ofContract], withholds: { signed_by: 'another' } },
  contract_reminders: { topic: 'contracts', links: [ofContract] },
  contract_stamps: { topic: 'contracts', links: [ofContract], withholds: { token: 'machine' } },
  contract_signatures: { topic: 'contracts', links: [ofContract], only: { whose: 'driver' } },

  terms: { topic: 'terms', links: [driver()] },
  waived_rents: { topic: 'terms', links: [driver()] },

  assignments: { topic: 'cars', links: [driver()] },
  shift_patterns: { topic: 'cars', links: [driver()] },
  position_devices: { topic: 'cars', links: [driver()] },
  position_counts: { topic: 'cars', links: [linkThrough('position_devices', 'device_id')] },
  position_notices: { topic: 'cars', links: [driver()] },
  position_private_times: { topic: 'cars', links: [driver()] },
  position_look_cars: { topic: 'cars', links: [driver()] },
  position_looks: { topic: 'cars', links: [linkThrough('position_look_cars', 'id', 'look_id')], shared: true },
  shifts: { topic: 'cars', links: [driver()] },
  shift_requests: {
    topic: 'cars',
    links: [driver(), driver('to_driver_id'), driver('taken_by')],
    withholds: { asked_by: 'another', answered_by: 'another' },
    people: ['driver_id', 'to_driver_id', 'taken_by'],
  },
  vehicles: {
    topic: 'cars',
    shared: true,
    links: [linkThrough('assignments', 'id', 'vehicle_id')],
    exportsOnly: ['id', 'plate', 'make', 'model', 'year', 'energy'],
  },
  vehicle_titles: { topic: 'cars', links: [driver('owner_id')] },
  odometer_readings: { topic: 'cars', links: [user('created_by')], shared: true },
  inspections: {
    topic: 'cars',
    links: [driver()],
    withholds: { office_signed: 'another', office_signature_sha256: 'another' },
  },
  inspection_photos: { topic: 'cars', links: [linkThrough('inspections', 'inspection_id')] },
  damages: { topic: 'cars', links: [driver()] },
  damage_reports: {
    topic: 'cars',
    links: [driver()],
    people: ['holder_id'],
    withholds: {
      decided_by: 'another',
      other_name: 'another',
      other_plate: 'another',
      other_policy: 'another',
      other_insurer: 'another',
    },
  },
  damage_report_photos: { topic: 'cars', links: [linkThrough('damage_reports', 'report_id')] },
  car_charges: {
    topic: 'cars',
    links: [
      linkThrough('damages', 'damage_id'),
      linkThrough('fines', 'fine_id'),
      ofPlan,
      linkThrough('adjustments', 'adjustment_id'),
    ],
  },
  accidents: {
    topic: 'cars',
    links: [driver()],
    withholds: { other_name: 'another', other_plate: 'another', other_policy: 'another', other_insurer: 'another' },
  },
  fines: { topic: 'cars', links: [driver()], withholds: { signed_by: 'another' } },

  settlements: { topic: 'statements', links: [driver()] },
  settlement_lines: { topic: 'statements', links: [ofSettlement] },
  settlement_line_rows: { topic: 'statements', links: [ofSettlement] },
  line_acceptances: { topic: 'statements', links: [ofSettlement] },
  disputes: { topic: 'statements', links: [ofSettlement] },
  dispute_reminders: { topic: 'statements', links: [linkThrough('disputes', 'dispute_id')] },
  overlap_answers: { topic: 'statements', links: [linkThrough('adjustments', 'correction_id')] },
  dispute_answers_back: { topic: 'statements', links: [linkThrough('disputes', 'dispute_id')] },
  dispute_reopenings: { topic: 'statements', links: [linkThrough('disputes', 'dispute_id')] },
  statement_links: { topic: 'statements', links: [ofSettlement] },
  whatsapp_tellings: { topic: 'statements', links: [ofSettlement] },
  anomaly_answers: { topic: 'statements', links: [driver()] },

  import_rows: {
    topic: 'platforms',
    links: [
      linkThrough('settlement_line_rows', 'id', 'import_row_id'),
      linkThrough('adjustment_rows', 'id', 'import_row_id'),
      { named: 'keys' },
    ],
  },
  platform_drivers: { topic: 'platforms', links: [linkThrough('source_keys', 'driver', 'value')] },
  platform_acts: { topic: 'platforms', links: [driver()], people: ['proposed_by', 'confirmed_by', 'ended_by'] },
  platform_days: { topic: 'platforms', links: [ofPlatformDriver] },
  platform_orders: { topic: 'platforms', links: [ofPlatformDriver] },
  platform_states: { topic: 'platforms', links: [ofPlatformDriver] },
  platform_messages: { topic: 'platforms', links: [linkThrough('platform_drivers', 'about', 'driver')] },

  adjustments: { topic: 'adjustments', links: [driver()] },
  adjustment_rows: { topic: 'adjustments', links: [linkThrough('adjustments', 'adjustment_id')] },
  recurring_adjustments: { topic: 'adjustments', links: [driver()] },
  recurring_pauses: { topic: 'adjustments', links: [linkThrough('recurring_adjustments', 'recurring_id')] },
  goal_drivers: { topic: 'adjustments', links: [driver()] },

  plans: { topic: 'plans', links: [driver()] },
  plan_movements: { topic: 'plans', links: [ofPlan] },
  plan_skips: { topic: 'plans', links: [ofPlan] },

  ledger_accounts: { topic: 'payments', links: [driver()] },
  journals: { topic: 'payments', links: [driver()] },
  entries: { topic: 'payments', links: [linkThrough('ledger_accounts', 'account_id')] },
  batch_payments: {
    topic: 'payments',
    links: [ofSettlement],
    opens: { iban: { as: 'batch_payments.iban', of: ['batch_id', 'settlement_id'] } },
  },
  other_payments: { topic: 'payments', links: [ofSettlement] },
  payment_returns: { topic: 'payments', links: [ofSettlement] },
  bank_answer_payments: { topic: 'payments', links: [ofSettlement] },
  bank_answers: { topic: 'payments', links: [driver()] },
  bank_movements: {
    topic: 'payments',
    shared: true,
    links: [linkThrough('bank_answers', 'id', 'movement_id')],
    exportsOnly: ['id', 'booked_on', 'value_on', 'amount_cents', 'party', 'text', 'return_reason'],
  },
  green_receipts: { topic: 'payments', links: [ofSettlement] },
  receipts: { topic: 'payments', links: [ofSettlement] },
  receipt_reminders: { topic: 'payments', links: [ofSettlement] },
  receipt_findings: { topic: 'payments', links: [driver()] },
  invoice_notes: { topic: 'payments', links: [driver()] },

  inbox_notices: { topic: 'messages', links: [driver()] },
  notice_tellings: { topic: 'messages', links: [linkThrough('inbox_notices', 'notice_id')] },
  mail_outbox: {
    topic: 'messages',
    links: [driver(), { email: 'recipient', unless: 'driver_id' }],
    without: { params: ['link', 'code'] },
  },
  push_outbox: { topic: 'messages', links: [driver(), user()], without: { params: ['link'] } },
  whatsapp_outbox: { topic: 'messages', links: [driver()], withholds: { mark: 'machine' } },
  whatsapp_consents: { topic: 'messages', links: [driver()] },
  tickets: { topic: 'messages', links: [driver()], withholds: { assigned_to: 'another' } },
  ticket_messages: {
    topic: 'messages',
    links: [linkThrough('tickets', 'ticket_id')],
    opens: { words: { as: 'ticket_messages.words', of: ['ticket_id'] } },
  },
  ticket_files: { topic: 'messages', links: [linkThrough('ticket_messages', 'message_id')] },
  data_requests: { topic: 'messages', links: [driver()] },
  contact_messages: { topic: 'messages', links: [{ email: 'email' }] },

  erasures: { topic: 'log', links: [{ about: 'subject' }] },
  audit_events: {
    topic: 'log',
    links: [{ about: 'subject' }, { doneBy: 'actor', role: 'actor_role' }],
    ofActor: { actor: ['address', 'request_id'] },
  },
  second_looks: { topic: 'log', links: [{ about: 'subject' }], withholds: { input: 'machine' } },
} satisfies Partial<Record<Table, Noun>>

export type PersonalTable = keyof typeof OF_PERSONS
export const PERSONAL: Partial<Record<Table, Noun>> = OF_PERSONS

/**
 * Why a table is about nobody: it is of the company or its cars, of the machine, of visitors without a name, derived
 * from other tables, or it secures a sign-in for minutes.
 */
export type NobodysReason = 'company' | 'machine' | 'nameless' | 'derived' | 'moments'

export const NOBODYS: Partial<Record<Table, NobodysReason>> = {
  account_codes: 'company',
  application_tallies: 'nameless',
  audit_erased: 'machine',
  audit_head: 'machine',
  backup_drills: 'machine',
  backups: 'machine',
  bank_accounts: 'company',
  bank_answer_weeks: 'company',
  bank_files: 'company',
  bank_gap_answers: 'company',
  bank_lists: 'company',
  bank_openings: 'company',
  bank_rules: 'company',
  bank_spellings: 'company',
  bank_statement_movements: 'company',
  bank_statements: 'company',
  brand: 'company',
  car_lists: 'company',
  car_contracts: 'company',
  car_costs: 'company',
  car_purchases: 'company',
  car_warnings: 'company',
  connection_runs: 'company',
  consents: 'nameless',
  contract_template_choices: 'company',
  erasable: 'machine',
  erasing: 'machine',
  drop_files: 'company',
  drops: 'company',
  field_keys: 'machine',
  file_deliveries: 'company',
  files: 'machine',
  financial_settings: 'company',
  forecast_warnings: 'company',
  goal_levels: 'company',
  held_forms: 'moments',
  idempotency_keys: 'moments',
  identity_codes: 'moments',
  identity_factor_setups: 'moments',
  identity_keys: 'machine',
  identity_pending_sign_ins: 'moments',
  identity_scrypt_settings: 'machine',
  identity_tries: 'moments',
  import_weeks: 'company',
  imports: 'company',
  mailbox_files: 'company',
  mailbox_mails: 'company',
  maintenance_jobs: 'company',
  workshop_stays: 'company',
  maintenance_rules: 'company',
  monday_runs: 'company',
  month_deliveries: 'company',
  notice_rules: 'company',
  order_answers: 'company',
  paper_rules: 'company',
  passage_answers: 'company',
  passkey_answers: 'moments',
  payment_batches: 'company',
  payslip_files: 'derived',
  platform_reports: 'company',
  platform_transfers: 'company',
  platform_vehicles: 'company',
  platform_weeks: 'machine',
  position_alerts: 'company',
  position_assessments: 'company',
  position_days: 'company',
  position_zone_cars: 'company',
  profile_versions: 'company',
  profiles: 'company',
  push_keys: 'machine',
  queue_leases: 'machine',
  sites: 'machine',
  whatsapp_prices: 'company',
  whatsapp_templates: 'company',
  receipt_checks: 'company',
  reclassification_reversals: 'company',
  retention_runs: 'nameless',
  refused_files: 'company',
  row_answers: 'company',
  run_files: 'machine',
  schema_migrations: 'machine',
  sign_in_failures: 'moments',
  visitor_tries: 'moments',
  vitals: 'nameless',
  waiting_sign_ins: 'moments',
  month_checks: 'machine',
  month_marks: 'machine',
  week_marks: 'machine',
}
