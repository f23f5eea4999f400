import type { Table } from './register.ts'
import type { Kind } from '#domain/kept-data.ts'
import type { TellingRecords } from './schema.ts'

/**
 * Columns that have the same kind in every table. A column that describes a person in words, numbers or files is always
 * listed with its table.
 */
const EVERYWHERE: Partial<Record<Kind, string>> = {
  time: [
    'accepted_at added_at agreed_on answer_by answered_at approved_at asked_at at authenticated_at booked_on',
    'came_at cancel_asked_at cancelled_at changed_at checked_at closed_at code_sent_at committed_at confirmed_at',
    'contested_at created_at day decided_at delivered_at done_at done_on dropped_off_at due_on effective_on',
    'ended_at ended_on ends ends_on enrolled_at expires_at finished_at first_registered_on from_at from_on',
    'given_at happened_at heard_at informed_at issued_at last_refresh_at last_sign_in_at left_at looked_at',
    'made_at merged_at next_at next_try_at notified_on opened_at ordered_at paid_at paid_on password_changed_at',
    'picked_up_at prepared_at proposed_at published_at read_at received_at released_at reminded_at removed_at',
    'replaced_on reported_on retry_at returned_at returned_on revoked_at said_at seen_at sent_at sent_on',
    'sign_in_closed_at signed_at signed_in_at spent_on started_on starts starts_on state_at stood_on stopped_at',
    'taken_back_at to_at token_expires_at told_at undone_at until_at until_on used_at value_on voided_at',
    'waived_at warned_at week withdrawn_at written_at',
  ].join(' '),
  link: [
    'accident_id account_id adjustment_id answer_id application_id batch_id check_id consent_id contract_id',
    'damage_id damage_report_id departure_id device_id dispute_id driver_id end_to_end_id factor_id fine_id',
    'for_vehicle_id goal_id gone_id held_vehicle_id holder_id iban_id id import_id import_row_id inspection_id',
    'journal_id line link_id look_id mail_id message_id movement_id notice_id ordinal owner_id paper_id',
    'pattern_id plan_id provider_id raw_id reclassification_id recurring_id referral_id referred_id referrer_id',
    'replaced_by report_id root_id rule_id schedule_id session_id settlement_id stage_id statement_id stays_id',
    'subscription_id taken_by ticket_id to_driver_id uid vehicle_id viewing_driver_id was_of whatsapp_id',
  ].join(' '),
  state: ['cause language role state tries version'].join(' '),
  office: [
    'accepted_by added_by answered_by approved_by asked_by by_uid checked_by closed_by confirmed_by created_by',
    'decided_by done_by issued_by made_by merged_by ordered_by paid_by proposed_by returned_by said_by sent_by',
    'stopped_by taken_back_by told_by undone_by voided_by waived_by withdrawn_by written_by',
  ].join(' '),
  money: [
    'adjustments_cents amount_cents balance_after_cents balance_cents base_cents booking_cents',
    'cancellation_cents carried_over_cents commission_cents costs_cents down_cents earnings_cents',
    'elsewhere_cents energy_cap_cents estimate_cents fee_cents fee_within_cents invoice_cents limit_cents',
    'net_cents owed_cents payable_cents plan_due_cents receipt_value_cents rent_cents ride_cents road_tax_cents',
    'tip_cents toll_cents total_cents vat_cents vehicle_rent_cents',
  ].join(' '),
}

/**
 * The kinds of the other columns of each table about persons, except for fields of its record: these have their kind in
 * the noun's `schema.ts`. A column that is in none of these places fails a test, so whoever adds it states its kind.
 */
const COLUMNS: Partial<Record<Table, Partial<Record<Kind, string>>>> = {
  drivers: {
    identity: 'nif nif_index',
    time: 'held_until',
    state: 'is_gone',
    link: 'merged_into',
  },
  driver_ibans: { bank: 'iban_ends iban_index iban_valid', time: 'held_until' },
  iban_checks: {},
  driver_suspensions: {},
  driver_merges: { words: 'reason undo_reason', state: 'books', link: 'moved' },
  source_keys: { work: 'company kind source value', state: 'is_answer' },
  released_keys: { work: 'kind source value' },
  removed_keys: { work: 'kind source value' },
  corrections: { words: 'answer' },
  departures: {
    words: 'checklist',
    time: 'last_day pays_in',
    state: 'was_suspended',
  },
  final_movements: {
    words: 'reason',
    file: 'file_name file_sha256',
    money: 'figures',
    state: 'kind last_entry takes_back',
  },
  other_incomes: { time: 'year' },
  own_expenses: { file: 'file_name file_sha256' },
  users: {
    identity: 'display_name photo_url',
    contact: 'email phone_number',
    secret: 'password_hash',
    time: 'scopes_since valid_since',
    state: 'claims disabled email_verified scopes',
  },
  sessions: {
    device: 'address user_agent',
    secret: 'id_hash refresh_sealed',
    time: 'renewing_until',
    state: 'back_off_seconds provider with_second_factor',
  },
  passkeys: { device: 'transports', secret: 'counter credential_id public_key', state: 'is_synced' },
  push_subscriptions: { device: 'device', secret: 'auth endpoint mark_hash p256dh public_key' },
  push_choices: { state: 'topics_off with_amounts' },
  identity_factors: { device: 'display_name', secret: 'last_counter secret_sealed' },
  identity_providers: { identity: 'display_name photo_url', contact: 'email' },
  identity_refresh_tokens: { secret: 'token_hash', time: 'auth_time' },
  one_time_links: { identity: 'display_name', contact: 'email', secret: 'code_hash', state: 'purpose scopes' },
  saved_views: { words: 'query', state: 'place' },
  digest_choices: { state: 'rhythm' },
  digests: { state: 'needs' },
  report_readers: {},
  report_sendings: { state: 'outcome' },
  runs: {
    words: 'input outcome',
    device: 'ordered_by_request ordered_from',
    state: 'done goal kind ordered_as stage',
    link: 'subject',
  },
  applications: {
    identity: 'nif_index',
    words: 'reason',
    another: 'referral',
    secret: 'code_hash',
    work: 'vehicle_make vehicle_model vehicle_plate vehicle_year',
    state: 'place',
  },
  application_consents: { state: 'text' },
  application_documents: { file: 'file_sha256 name', state: 'kind' },
  application_letters: { state: 'channel' },
  application_links: { secret: 'code_hash' },
  application_notes: { words: 'text', state: 'what' },
  application_tasks: { office: 'person_uid' },
  referrals: { words: 'withdraw_reason', state: 'origin' },
  papers: { paper: 'expires_on issued_on number', words: 'reason words', file: 'file_name file_sha256', state: 'kind' },
  paper_readings: {},
  paper_standings: {},
  paper_warnings: { time: 'days' },
  contracts: {
    words: 'body ended_why reason',
    file: 'file_sha256',
    money: 'terms',
    state: 'kind relation template_version text_sha256',
    link: 'follows',
  },
  contract_preparations: { words: 'typed', state: 'kind' },
  contract_codes: { contact: 'sent_to', secret: 'code_hash' },
  contract_events: { contact: 'account', words: 'detail', device: 'address browser', state: 'event' },
  contract_links: { secret: 'token_hash' },
  contract_papers: { words: 'reason', file: 'file_sha256', another: 'signed_by', state: 'signatures' },
  contract_stamps: { time: 'stamped_at tried_at', state: 'stamped_by token trouble' },
  contract_reminders: { time: 'days', state: 'about' },
  contract_signatures: {
    identity: 'name',
    contact: 'account code_to',
    words: 'facts phrase',
    file: 'picture_sha256',
    device: 'address browser',
    state: 'text_sha256 whose',
  },
  terms: {
    words: 'reason withdrawal_reason',
    money:
      'driver_share_basis_points fee_always fee_base fee_basis_points fee_mode regime rent_by_days rules toll_policy trip_vat',
    time: 'valid_from',
    state: 'withdrawn_for',
  },
  waived_rents: {},
  assignments: { time: 'period' },
  shift_patterns: { time: 'valid_from valid_until' },
  position_devices: {
    secret: 'token_ends token_hash',
    office: 'ended_by',
  },
  position_counts: { state: 'count outcome' },
  position_notices: { state: 'way' },
  position_private_times: {},
  position_look_cars: {},
  position_looks: { words: 'reason', state: 'what', office: 'reader' },
  shifts: {},
  shift_requests: { words: 'words', time: 'for_day for_ends for_starts', state: 'kind' },
  vehicles: {},
  vehicle_titles: { time: 'road_tax_since slot_since', state: 'slot_number title' },
  odometer_readings: {
    words: 'withdraw_reason',
    file: 'file_name file_sha256',
    device: 'tracker',
  },
  inspections: {
    identity: 'driver_signed',
    words: 'checklist doubts driver_refused notes',
    file: 'driver_signature_sha256 office_signature_sha256',
    another: 'office_signed',
    work: 'energy kilometres',
    state: 'kind',
    time: 'driver_corrected_at',
    link: 'sent_key',
  },
  inspection_photos: { words: 'missing_reason', file: 'file_sha256', state: 'side' },
  damages: {
    words: 'answer contested_words note settled_reason',
    file: 'estimate_name estimate_sha256 invoice_name invoice_sha256 photo_sha256',
    state: 'is_new part severity type x y',
  },
  damage_reports: {
    words: 'answer',
    file: 'form_name form_sha256',
  },
  damage_report_photos: { file: 'file_sha256' },
  car_charges: {},
  accidents: {
    words: 'withdraw_reason',
    file: 'form_name form_sha256',
    link: 'withdrawn_damages',
  },
  fines: {
    words: 'closed_reason',
    file: 'document_name document_sha256 notice_name notice_sha256 proof_name proof_sha256',
    another: 'signed_by',
    state: 'sent_way',
  },
  invoice_notes: {
    words: 'what reason',
    another: 'party',
    time: 'month',
    state: 'kind',
  },
  working_time_files: { file: 'sha256 file_name', state: 'source from_driver', time: 'kept_at', office: 'kept_by' },
  working_times: { link: 'file_id', work: 'activity plate' },
  working_time_reviews: { words: 'note', time: 'until_on' },
  working_time_averages: { work: 'allowed_seconds is_over seconds source weeks' },
  working_times_waiting: {
    file: 'file_name sha256',
    state: 'from_driver',
    time: 'kept_at',
    office: 'ended_by kept_by',
  },
  settlements: {
    words: 'payment_note void_reason',
    money: 'receipt_carried sources terms',
    state: 'issued_in terms_from',
  },
  settlement_lines: { money: 'rate_basis_points steps', state: 'code line_group' },
  settlement_line_rows: {},
  line_acceptances: {},
  disputes: { words: 'answer', file: 'file_name file_sha256', time: 'reopened_at' },
  dispute_reminders: {},
  dispute_answers_back: { words: 'answer' },
  dispute_reopenings: {},
  overlap_answers: { money: 'overlap_cents', state: 'correction_id written_id' },
  statement_links: { secret: 'token_hash', state: 'looks' },
  whatsapp_tellings: { state: 'way' },
  anomaly_answers: { state: 'anomaly answer kind' },
  import_rows: {
    words: 'facts label original',
    work: 'account kind source',
    money: 'measures',
    state: 'report',
    link: 'key keys repeats_line',
  },
  platform_drivers: {
    identity: 'name',
    contact: 'email phone',
    words: 'reason',
    work: 'company driver plate provider',
    state: 'takes_cash',
  },
  platform_acts: { words: 'said trouble', work: 'kind provider', state: 'sends', office: 'ended_by' },
  platform_days: {
    work: 'busy_seconds driver metres online_by_hour online_seconds online_spans order_seconds provider trips',
  },
  platform_orders: { work: 'company driver metres payment plate provider status', link: 'reference' },
  platform_states: { work: 'driver provider vehicle' },
  platform_messages: { words: 'outcome', work: 'about kind provider' },
  adjustments: {
    file: 'file_name file_sha256',
    money: 'changes',
    time: 'about',
    state: 'goal_first goal_reached reward_side',
  },
  adjustment_rows: { state: 'came' },
  recurring_adjustments: { words: 'stop_reason', time: 'first_week last_week' },
  recurring_pauses: {},
  goal_drivers: {},
  plans: {
    words: 'accepted_text decision',
    file: 'accepted_sha256 proof_name proof_sha256',
    money: 'interest_basis_points',
    time: 'asked_week first_week',
    state: 'accepted_language awaits_acceptance',
    link: 'replaces',
  },
  plan_movements: { words: 'reason', file: 'file_name file_sha256', state: 'kind takes_back' },
  plan_skips: { words: 'reason' },
  ledger_accounts: { state: 'code' },
  journals: { state: 'kind posted_in reverses', link: 'key' },
  entries: { state: 'account_version posted_in' },
  batch_payments: { identity: 'holder', bank: 'iban iban_index', words: 'rejected_reason', state: 'refused_in' },
  other_payments: { words: 'undo_reason', file: 'file_name file_sha256' },
  payment_returns: { bank: 'iban_index', words: 'reason', state: 'kind written_in' },
  bank_answer_payments: { state: 'posted' },
  bank_answers: { words: 'reason taken_back_reason', state: 'account is_exact kind platform', link: 'together' },
  bank_movements: {
    bank: 'party party_iban_ends party_iban_index',
    words: 'batch details return_reason text',
    state: 'is_return',
    link: 'same_as',
  },
  green_receipts: {
    identity: 'issuer_index',
    words: 'answer unread',
    file: 'file_name file_sha256',
    money: 'differences reading',
  },
  receipts: { words: 'note', state: 'answer' },
  receipt_reminders: { state: 'step' },
  receipt_findings: { words: 'answer', money: 'expected listed', state: 'outcome' },
  inbox_notices: { words: 'params', state: 'kind' },
  notice_tellings: {},
  mail_outbox: { contact: 'recipient', words: 'last_error params', state: 'sent_via template' },
  push_outbox: { words: 'params reason', device: 'device', state: 'event' },
  whatsapp_outbox: {
    contact: 'phone',
    words: 'params reason',
    secret: 'mark',
    state: 'billable category event template',
  },
  whatsapp_consents: { contact: 'phone record_phone', state: 'ended_by' },
  tickets: { state: 'closed_side driver_read office_read', office: 'assigned_to', link: 'number' },
  ticket_messages: { words: 'words', state: 'side' },
  ticket_files: { file: 'file_sha256 name' },
  data_requests: {
    words: 'answer extended_why',
    time: 'extended_at',
    state: 'outcome',
  },
  contact_messages: {},
  erasures: {
    time: 'account_said_at over_at looked_at',
    office: 'account_said_by',
    state: 'account_state rows_gone',
    link: 'account_uid subject',
  },
  audit_events: {
    words: 'after before',
    device: 'address request_id',
    secret: 'hash',
    state: 'action actor_role',
    office: 'actor',
    link: 'seq subject',
  },
  second_looks: { bank: 'iban', words: 'after before input reason', state: 'decision kind', link: 'subject' },
}

const namesOf = (columns: Partial<Record<Kind, string>>) =>
  (Object.entries(columns) as [Kind, string][]).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind] as const),
  )

const everywhere = new Map(namesOf(EVERYWHERE))
const columnKinds = new Map(
  (Object.entries(COLUMNS) as [Table, Partial<Record<Kind, string>>][]).map(
    ([table, columns]) => [table, new Map(namesOf(columns))] as const,
  ),
)

/** The kinds that the records of a noun state for its columns. */
function statedKinds(table: Table, records: TellingRecords<Table>): Map<string, Kind> {
  return new Map([records[table] ?? []].flat().flatMap(({ tells }) => Object.entries(tells)))
}

/** The kind of a column; `null` when nobody has stated it. */
export function kindOf(table: Table, column: string, records: TellingRecords): Kind | null {
  const columns = columnKinds.get(table)
  if (columns === undefined) return null
  return statedKinds(table, records).get(column) ?? columns.get(column) ?? everywhere.get(column) ?? null
}

/** Every column of a table named here or by its records, to be compared with the real ones. */
export const columnsNamed = (table: Table, records: TellingRecords): string[] => [
  ...(columnKinds.get(table)?.keys() ?? []),
  ...statedKinds(table, records).keys(),
]
