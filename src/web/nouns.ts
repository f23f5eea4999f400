import { saidIncomeRecord } from '#features/accounting/dependence/schema.ts'
import { dutyDoneRecord, dutyRulesRecord } from '#features/accounting/duties/schema.ts'
import { invoiceRulesRecord, invoiceNoteRecord } from '#features/accounting/invoices/schema.ts'
import { expenseRecord } from '#features/accounting/own-expenses/schema.ts'
import { rulesRecord as accessRules } from '#features/accounts/schema.ts'
import { savedView } from '#features/accounts/saved-views/schema.ts'
import { adjustmentRecord, recurringRecord, pauseRecord } from '#features/adjustments/schema.ts'
import { companyGoalRecord } from '#features/adjustments/company-goals/schema.ts'
import { goalRecord } from '#features/adjustments/goals/schema.ts'
import { ruleRecord, referralRecord } from '#features/adjustments/referrals/schema.ts'
import { companyRecord } from '#features/company/schema.ts'
import { offerRecord } from '#features/company/offer/schema.ts'
import { connectionRecord } from '#features/connections/schema.ts'
import { cashRuleRecord } from '#features/connections/acts/schema.ts'
import { templateRecord as contractTemplate } from '#features/contracts/templates/schema.ts'
import { departureRecord } from '#features/departures/schema.ts'
import { accidentRecord } from '#features/fleet/accidents/schema.ts'
import { correctionRecord } from '#features/fleet/corrections/schema.ts'
import { reportRecord } from '#features/fleet/damage-reports/schema.ts'
import { driverRecord } from '#features/fleet/drivers/schema.ts'
import { fineRecord } from '#features/fleet/fines/schema.ts'
import { ibanRecord } from '#features/fleet/ibans/schema.ts'
import { readingRecord } from '#features/fleet/odometers/schema.ts'
import { saleRecord } from '#features/fleet/sales/schema.ts'
import { patternRecord } from '#features/fleet/shifts/schema.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import { keyRecord } from '#features/imports/deliveries/schema.ts'
import { mailboxRecord } from '#features/imports/mailboxes/schema.ts'
import { mailServerRecord } from '#features/mail/mail-server/schema.ts'
import { noticeTimes } from '#features/mail/notice-rules/schema.ts'
import { pushChoicesRecord } from '#features/mail/push/schema.ts'
import { accountRecord } from '#features/mail/whatsapp/schema.ts'
import { breachRecord } from '#features/oversight/breaches/schema.ts'
import { requestRecord } from '#features/oversight/data-requests/schema.ts'
import { ageLimitRecord, newKindRecord } from '#features/papers/kinds/schema.ts'
import { platformReviewRecord } from '#features/papers/platform-reviews/schema.ts'
import { paidRecord } from '#features/payments/other-payments/schema.ts'
import { planRecord } from '#features/plans/schema.ts'
import { deviceRecord } from '#features/positions/devices/schema.ts'
import { linkRecord } from '#features/positions/links/schema.ts'
import { holdRecord, rulesRecord as positionRules } from '#features/positions/rules/schema.ts'
import { serviceRecord } from '#features/positions/streets/schema.ts'
import { zoneRecord } from '#features/positions/zones/schema.ts'
import { personRecord, papersRecord } from '#features/recruitment/schema.ts'
import { textRecord, letterRecord } from '#features/recruitment/letters/schema.ts'
import { stageRecord } from '#features/recruitment/stages/schema.ts'
import { taskRecord } from '#features/recruitment/tasks/schema.ts'
import { passkeyRecord } from '#features/sessions/passkeys/schema.ts'
import { contestRecord } from '#features/statements/disputes/schema.ts'
import { overlapRecord } from '#features/statements/overlaps/schema.ts'
import { supportSettingsRecord } from '#features/support/settings/schema.ts'
import { templateRecord as ticketTemplate } from '#features/support/templates/schema.ts'
import { ticketRecord } from '#features/support/tickets/schema.ts'
import { messageRecord } from '#features/visitors/contact/schema.ts'
import { mondayTime } from '#features/weeks/mondays/schema.ts'
import { reclassification } from '#features/weeks/reclassifications/schema.ts'
import { scheduleRecord } from '#features/weeks/report-mails/schema.ts'
import { timeListRecord } from '#features/weeks/time-lists/schema.ts'
import { timeLimitsRecord } from '#features/weeks/working-times/schema.ts'
import type { NobodysTable, TellingRecords } from '#features/oversight/personal-data/schema.ts'
import type { Described } from '#forms/record.ts'

/* The nouns that describe themselves, by their table. A new one is added to one of the lists below, which say whom it belongs to;
 * the rest stands in its `schema.ts`. */

/** Nouns of the company: they hold no personal data. */
export const OF_COMPANY = {
  access_rules: accessRules,
  car_age_limits: ageLimitRecord,
  car_sales: saleRecord,
  commission_rules: ruleRecord,
  company: companyRecord,
  company_goals: companyGoalRecord,
  connections: connectionRecord,
  contract_templates: contractTemplate,
  data_breaches: breachRecord,
  delivery_ways: keyRecord,
  duties_done: dutyDoneRecord,
  duty_rules: dutyRulesRecord,
  goals: goalRecord,
  invoice_rules: invoiceRulesRecord,
  mail_server: mailServerRecord,
  mailboxes: mailboxRecord,
  map_services: serviceRecord,
  monday_times: mondayTime,
  notice_times: noticeTimes,
  offer: offerRecord,
  paper_kinds: newKindRecord,
  platform_act_rules: cashRuleRecord,
  position_holds: holdRecord,
  position_links: linkRecord,
  position_settings: positionRules,
  position_zones: zoneRecord,
  reclassifications: reclassification,
  recruitment_stages: stageRecord,
  recruitment_texts: textRecord,
  report_schedules: scheduleRecord,
  support_settings: supportSettingsRecord,
  ticket_templates: ticketTemplate,
  whatsapp_account: accountRecord,
  working_time_limits: timeLimitsRecord,
  working_time_lists: timeListRecord,
} satisfies Partial<Record<NobodysTable, Described>>

/** Nouns about people: each of their fields says what it tells of whom (`tells`), or this does not compile. */
export const OF_PERSONS = {
  drivers: driverRecord,
  vehicles: vehicleRecord,
  accidents: accidentRecord,
  damage_reports: reportRecord,
  fines: fineRecord,
  driver_ibans: ibanRecord,
  corrections: correctionRecord,
  odometer_readings: readingRecord,
  shift_patterns: patternRecord,
  position_devices: deviceRecord,
  contact_messages: messageRecord,
  applications: [personRecord, papersRecord],
  application_letters: letterRecord,
  application_tasks: taskRecord,
  paper_standings: platformReviewRecord,
  data_requests: requestRecord,
  departures: departureRecord,
  disputes: contestRecord,
  overlap_answers: overlapRecord,
  other_payments: paidRecord,
  own_expenses: expenseRecord,
  other_incomes: saidIncomeRecord,
  invoice_notes: invoiceNoteRecord,
  referrals: referralRecord,
  plans: planRecord,
  adjustments: adjustmentRecord,
  recurring_adjustments: recurringRecord,
  recurring_pauses: pauseRecord,
  push_choices: pushChoicesRecord,
  passkeys: passkeyRecord,
  saved_views: savedView,
  tickets: ticketRecord,
} satisfies TellingRecords

/** The nouns whose values the log writes in the words of their forms, by their name in the log. */
export const LOGGED: ReadonlyMap<string | undefined, Described> = new Map(
  [...Object.values(OF_COMPANY), ...Object.values(OF_PERSONS).flat()].flatMap((noun) =>
    noun.logged === undefined ? [] : [[noun.logged, noun] as const],
  ),
)

/** Nouns whose changes the log notes at their car, by the first word of each of their actions. */
export const LOGGED_AT_CAR: ReadonlyMap<string | undefined, Described> = new Map<string, Described>([
  ['accident', accidentRecord],
  ['damage-report', reportRecord],
])
