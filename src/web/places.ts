import { firstOf } from '#domain/certain.ts'
import type { Power } from '#domain/access.ts'
import { withoutLanguage } from '#messages/language.ts'
import { plainPath } from './plain-path.ts'

/** Requirement on the sender of a form: a power, or only that they belong to the office. */
export type Asks = Power | 'anybody'

/**
 * Facts about a place of the office that are known before its file is loaded. Plain data: the router's table, the guard,
 * the forms, the links and the tests read the same lines.
 */
export type Place = {
  /** The path as the router writes it, relative to its frame: `:id`; empty for the frame's own page. */
  path: string
  /** The file, relative to `routes/admin`. */
  file: string
  /** `form`: only a form, so links to it are hidden from readers who may not send it; `file`: a download; `fragment`: fetched by an open page, without its frame. */
  kind: 'page' | 'form' | 'file' | 'fragment' | 'frame'
  /**
   * The power needed to send a form to it, and for a file to read it. A page without it takes no form; a file without it is open to every
   * administrator.
   */
  asks?: Asks
  /**
   * For a small act: the path of its record under `/admin`, with the same parameters. A link opens the act over that page, and a reader who
   * comes too late is led there.
   */
  record?: string
  inside?: readonly Place[]
}

function page(path: string, source: string, asks?: Asks): Place {
  return { path, file: source, kind: 'page', ...(asks ? { asks } : {}) }
}

function form(path: string, source: string, asks: Asks): Place {
  return { path, file: source, kind: 'form', asks }
}

/** A question about a record, or one change to it: a card that is shown over `record`. */
function act(path: string, source: string, asks: Asks, record: string): Place {
  return { ...form(path, source, asks), record }
}

function file(path: string, source: string, asks?: Asks): Place {
  return { path, file: source, kind: 'file', ...(asks ? { asks } : {}) }
}

function fragment(path: string, source: string): Place {
  return { path, file: source, kind: 'fragment' }
}

function frame(path: string, source: string, inside: readonly Place[]): Place {
  return { path, file: source, kind: 'frame', inside }
}

/** Every place of the office under `/admin`. */
export const ADMIN: readonly Place[] = [
  page('', 'overview.tsx'),
  page('start', 'start.tsx'),
  page('second-person', 'second-person.tsx', 'money'),
  act('sealed/account/:what/:id', 'sealed/account.tsx', 'money', ''),
  act('sealed/number/:what/:id', 'sealed/number.tsx', 'operations', ''),
  page('support', 'support/tickets.tsx'),
  file('support/files/:format', 'support/list-file.ts'),
  page('support/answers', 'support/answers.tsx'),
  page('support/templates', 'support/templates.tsx'),
  form('support/templates/new', 'support/new-template.tsx', 'operations'),
  form('support/templates/:template', 'support/template.tsx', 'operations'),
  act('support/settings', 'support/settings.tsx', 'operations', 'support'),
  page('support/:id', 'support/ticket.tsx', 'operations'),
  file('support/:id/files/:file', 'support/ticket-file.ts', 'operations'),
  page('search', 'search.tsx'),
  file('search/found', 'search-found.ts'),
  act('views/new', 'views/new.tsx', 'anybody', ''),
  act('views/:id', 'views/view.tsx', 'anybody', ''),
  act('views/:id/removal', 'views/removal.tsx', 'anybody', ''),
  page('drivers', 'drivers/drivers.tsx'),
  form('drivers/together/invitation', 'drivers/invite-several.tsx', 'operations'),
  form('drivers/together/paper', 'drivers/ask-several.tsx', 'operations'),
  form('drivers/together/contract', 'contracts/draft-several.tsx', 'operations'),
  form('drivers/together/terms', 'drivers/terms-several.tsx', 'money'),
  form('drivers/new', 'drivers/new.tsx', 'operations'),
  page('drivers/platform-acts', 'platform-acts/acts.tsx', 'operations'),
  form('drivers/platform-acts/rule', 'platform-acts/rule.tsx', 'house'),
  act('drivers/platform-acts/:act', 'platform-acts/act.tsx', 'operations', 'drivers/platform-acts'),
  page('drivers/leavers', 'drivers/leavers.tsx'),
  file('drivers/leavers/files/:format', 'drivers/leavers-file.ts'),
  page('drivers/corrections', 'drivers/corrections.tsx'),
  file('drivers/corrections/files/:format', 'drivers/corrections-file.ts'),
  page('drivers/corrections/:id', 'drivers/correction.tsx', 'operations'),
  page('drivers/invitations', 'drivers/invitations.tsx', 'operations'),
  page('drivers/list', 'drivers/list.tsx', 'operations'),
  file('drivers/list/template/:format', 'drivers/list-template.ts'),
  file('drivers/files/:format', 'drivers/list-file.ts'),
  frame('drivers/:id', 'drivers/driver.tsx', [
    page('', 'drivers/record.tsx'),
    form('edit', 'drivers/edit.tsx', 'operations'),
    page('terms', 'drivers/terms.tsx'),
    form('terms/new', 'drivers/new-terms.tsx', 'money'),
    page('terms/comparison', 'drivers/terms-comparison.tsx'),
    page('terms/:terms', 'drivers/change-terms.tsx', 'money'),
    act('terms/:terms/removal', 'drivers/remove-terms.tsx', 'money', 'drivers/:id/terms'),
    page('platforms', 'drivers/platforms.tsx', 'operations'),
    act('platforms/:key/removal', 'drivers/remove-key.tsx', 'operations', 'drivers/:id/platforms'),
    page('iban', 'drivers/iban.tsx', 'money'),
    act('iban/check', 'drivers/take-back-check.tsx', 'money', 'drivers/:id/iban'),
    page('cars', 'drivers/cars.tsx', 'operations'),
    page('adjustments', 'drivers/adjustments.tsx', 'money'),
    page('adjustments/recurring', 'drivers/recurring.tsx', 'money'),
    file('adjustments/:adjustment/file', 'drivers/adjustment-file.ts'),
    act('adjustments/:adjustment/withdrawal', 'drivers/withdraw-adjustment.tsx', 'money', 'drivers/:id/adjustments'),
    page('account', 'drivers/account.tsx'),
    file('account/files/:format', 'drivers/account-file.ts'),
    act('account/repayment', 'drivers/repayment.tsx', 'money', 'drivers/:id/account'),
    file('account/deposit', 'drivers/deposit-pdf.ts'),
    file('account/years/:year', 'drivers/year-pdf.ts'),
    file('account/weeks', 'drivers/weeks-pdf.ts'),
    page('departure', 'drivers/departure.tsx', 'money'),
    form('departure/new', 'drivers/leave.tsx', 'money'),
    act('departure/return', 'drivers/come-back.tsx', 'operations', 'drivers/:id/departure'),
    file('departure/pdf', 'drivers/departure-pdf.ts'),
    file('departure/movements/:movement', 'drivers/departure-file.ts'),
    page('access', 'drivers/access.tsx', 'operations'),
    act('access/invitation', 'drivers/revoke-invitation.tsx', 'operations', 'drivers/:id/access'),
    page('contracts', 'drivers/contracts.tsx'),
    page('messages', 'drivers/messages.tsx'),
    page('papers', 'drivers/papers.tsx'),
    form('papers/:kind', 'drivers/paper.tsx', 'operations'),
    page('times', 'drivers/times.tsx'),
    file('times/files/:format', 'drivers/times-file.ts'),
    act('times/given/:file', 'drivers/times-withdrawal.tsx', 'operations', 'drivers/:id/times'),
    act('times/review', 'drivers/times-review.tsx', 'operations', 'drivers/:id/times'),
    act('times/reviews/:review', 'drivers/times-review-back.tsx', 'operations', 'drivers/:id/times'),
    page('history', 'drivers/history.tsx'),
    form('personal-data', 'drivers/personal-data.tsx', 'operations'),
    file('personal-data/file', 'drivers/personal-data-file.ts', 'operations'),
    page('merge', 'drivers/merge.tsx', 'money'),
    act('merges/:merge', 'drivers/merge-undo.tsx', 'money', 'drivers/:id'),
    act('removal', 'drivers/remove-driver.tsx', 'operations', 'drivers/:id'),
  ]),
  page('recruitment', 'recruitment/board.tsx', 'operations'),
  page('recruitment/list', 'recruitment/applications.tsx'),
  file('recruitment/list/files/:format', 'recruitment/list-file.ts'),
  form('recruitment/list/rejection', 'recruitment/reject-several.tsx', 'operations'),
  form('recruitment/list/move', 'recruitment/move-several.tsx', 'operations'),
  page('recruitment/messages', 'recruitment/messages.tsx', 'operations'),
  page('recruitment/stages', 'recruitment/stages.tsx', 'operations'),
  page('recruitment/report', 'recruitment/report.tsx'),
  page('recruitment/texts', 'recruitment/texts.tsx'),
  form('recruitment/texts/new', 'recruitment/new-text.tsx', 'operations'),
  form('recruitment/texts/:text', 'recruitment/text.tsx', 'operations'),
  form('recruitment/:id/letter', 'recruitment/letter.tsx', 'operations'),
  page('recruitment/tasks', 'recruitment/tasks.tsx'),
  file('recruitment/tasks/files/:format', 'recruitment/tasks-file.ts'),
  act('recruitment/stages/new', 'recruitment/new-stage.tsx', 'operations', 'recruitment/stages'),
  form('recruitment/stages/:stage', 'recruitment/stage.tsx', 'operations'),
  page('recruitment/:id', 'recruitment/application.tsx', 'operations'),
  form('recruitment/:id/approval', 'recruitment/approval.tsx', 'operations'),
  act('recruitment/:id/rejection', 'recruitment/rejection.tsx', 'operations', 'recruitment/:id'),
  act('recruitment/:id/withdrawal', 'recruitment/withdrawal.tsx', 'operations', 'recruitment/:id'),
  act('recruitment/:id/reopening', 'recruitment/reopening.tsx', 'operations', 'recruitment/:id'),
  file('recruitment/:id/documents/:document', 'recruitment/document.ts', 'operations'),
  page('vehicles', 'vehicles/vehicles.tsx'),
  file('vehicles/files/:format', 'vehicles/list-file.ts'),
  form('vehicles/new', 'vehicles/new.tsx', 'operations'),
  page('vehicles/list', 'vehicles/list.tsx', 'operations'),
  file('vehicles/list/template/:format', 'vehicles/list-template.ts'),
  page('vehicles/list/:list', 'vehicles/list-taken.tsx'),
  act('vehicles/list/:list/undoing', 'vehicles/undo-list.tsx', 'operations', 'vehicles/list/:list'),
  page('vehicles/calendar', 'vehicles/calendar.tsx'),
  page('vehicles/week', 'shifts/this-week.tsx'),
  page('vehicles/week/:week', 'shifts/week.tsx'),
  file('vehicles/week/:week/files/:format', 'shifts/week-file.ts'),
  act('vehicles/week/:week/copy', 'shifts/copy.tsx', 'operations', 'vehicles/week/:week'),
  act('vehicles/week/:week/copies/:at', 'shifts/undo-copy.tsx', 'operations', 'vehicles/week/:week'),
  act('vehicles/week/:week/shifts/new', 'shifts/new-shift.tsx', 'operations', 'vehicles/week/:week'),
  act('vehicles/week/:week/shifts/:car/:day/:starts', 'shifts/shift.tsx', 'operations', 'vehicles/week/:week'),
  page('vehicles/shifts', 'shifts/patterns.tsx'),
  form('vehicles/shifts/new', 'shifts/new-pattern.tsx', 'operations'),
  page('vehicles/shifts/requests', 'shifts/requests.tsx'),
  act('vehicles/shifts/requests/:request', 'shifts/request.tsx', 'operations', 'vehicles/shifts/requests'),
  act('vehicles/shifts/offer', 'shifts/offer.tsx', 'operations', 'vehicles/shifts/requests'),
  form('vehicles/shifts/:pattern', 'shifts/pattern.tsx', 'operations'),
  act('vehicles/shifts/:pattern/end', 'shifts/end-pattern.tsx', 'operations', 'vehicles/shifts'),
  page('vehicles/fines', 'fines/fines.tsx'),
  file('vehicles/fines/files/:format', 'fines/list-file.ts'),
  form('vehicles/fines/new', 'fines/new.tsx', 'operations'),
  page('vehicles/fines/:id', 'fines/fine.tsx', 'operations'),
  form('vehicles/fines/:id/edit', 'fines/edit.tsx', 'operations'),
  form('vehicles/fines/:id/identification', 'fines/identification.tsx', 'operations'),
  form('vehicles/fines/:id/charge', 'fines/charge.tsx', 'money'),
  file('vehicles/fines/:id/papers/:paper', 'fines/paper.ts', 'operations'),
  page('vehicles/accidents', 'vehicles/accidents.tsx'),
  file('vehicles/accidents/files/:format', 'vehicles/accidents-file.ts'),
  frame('vehicles/:id', 'vehicles/vehicle.tsx', [
    page('', 'vehicles/record.tsx'),
    form('edit', 'vehicles/edit.tsx', 'operations'),
    form('handover', 'vehicles/hand-over.tsx', 'operations'),
    page('drivers', 'vehicles/drivers.tsx'),
    file('times/files/:format', 'vehicles/times-file.ts'),
    form('drivers/new', 'vehicles/assign.tsx', 'operations'),
    form('drivers/moments/:moment', 'vehicles/move-moment.tsx', 'operations'),
    page('drivers/handover', 'vehicles/old-hand-over.tsx'),
    page('drivers/:assignment', 'vehicles/correct.tsx', 'operations'),
    act('drivers/:assignment/end', 'vehicles/end.tsx', 'operations', 'vehicles/:id/drivers'),
    act('drivers/:assignment/removal', 'vehicles/remove-period.tsx', 'operations', 'vehicles/:id/drivers'),
    page('inspections', 'vehicles/inspections.tsx'),
    form('inspections/new', 'vehicles/new-inspection.tsx', 'operations'),
    page('inspections/:inspection', 'vehicles/inspection.tsx'),
    act(
      'inspections/:inspection/driver',
      'vehicles/correct-inspection.tsx',
      'operations',
      'vehicles/:id/inspections/:inspection',
    ),
    form('accidents/new', 'vehicles/new-accident.tsx', 'operations'),
    page('accidents/:accident', 'vehicles/accident.tsx', 'operations'),
    act('accidents/:accident/withdrawal', 'vehicles/withdraw-accident.tsx', 'operations', 'vehicles/:id/inspections'),
    act('accidents/:accident/restoration', 'vehicles/restore-accident.tsx', 'operations', 'vehicles/:id/inspections'),
    page('reports/:report', 'vehicles/report.tsx', 'operations'),
    page('damages/:damage', 'vehicles/damage.tsx', 'operations'),
    form('damages/:damage/charge', 'vehicles/charge-damage.tsx', 'money'),
    page('upkeep', 'vehicles/upkeep.tsx', 'operations'),
    page('sale', 'vehicles/sale.tsx', 'operations'),
    act('removal', 'vehicles/remove-vehicle.tsx', 'operations', 'vehicles/:id'),
    page('odometer', 'vehicles/odometer.tsx', 'operations'),
    act('odometer/:reading', 'vehicles/withdraw-reading.tsx', 'operations', 'vehicles/:id/odometer'),
    act('odometer/estimates/:at', 'vehicles/estimate.tsx', 'operations', 'vehicles/:id/odometer'),
    page('cards', 'vehicles/cards.tsx', 'operations'),
    act('cards/:key/removal', 'vehicles/remove-card.tsx', 'operations', 'vehicles/:id/cards'),
    page('papers', 'vehicles/papers.tsx'),
    form('papers/:kind', 'vehicles/paper.tsx', 'operations'),
    page('history', 'vehicles/history.tsx'),
  ]),
  file('vehicles/:id/odometer/:reading/photo', 'vehicles/reading-photo.ts'),
  file('vehicles/:id/sale/paper', 'vehicles/sale-paper.ts', 'operations'),
  file('vehicles/:id/upkeep/:job/paper', 'vehicles/job-paper.ts'),
  file('vehicles/:id/inspections/:inspection/pdf', 'vehicles/inspection-pdf.ts'),
  file('vehicles/:id/inspections/:inspection/photos/:side', 'vehicles/inspection-photo.ts'),
  file('vehicles/:id/inspections/:inspection/signatures/:whose', 'vehicles/signature.ts'),
  file('vehicles/:id/accidents/:accident/paper', 'vehicles/accident-paper.ts', 'operations'),
  file('vehicles/:id/reports/:report/photos/:photo', 'vehicles/report-photo.ts'),
  file('vehicles/:id/reports/:report/declaration', 'vehicles/report-form.ts', 'operations'),
  file('vehicles/:id/damages/:damage/photo', 'vehicles/damage-photo.ts'),
  file('vehicles/:id/damages/:damage/papers/:paper', 'vehicles/damage-paper.ts'),
  page('documents', 'documents/queue.tsx'),
  page('documents/deadlines', 'documents/deadlines.tsx'),
  form('documents/deadlines/together', 'documents/ask-again.tsx', 'operations'),
  file('documents/deadlines/files/:format', 'documents/deadlines-file.ts'),
  page('documents/company', 'documents/company.tsx'),
  form('documents/company/:kind', 'documents/company-paper.tsx', 'operations'),
  page('documents/times', 'documents/times.tsx'),
  form('documents/times/files', 'documents/times-files.tsx', 'operations'),
  form('documents/times/waiting/:id', 'documents/teach-times.tsx', 'operations'),
  act(
    'documents/times/waiting/:id/removal',
    'documents/discard-times.tsx',
    'operations',
    'documents/times/waiting/:id',
  ),
  act('documents/times/lists/:id/removal', 'documents/forget-times.tsx', 'operations', 'documents/times/files'),
  form('documents/times/limits', 'documents/time-limits.tsx', 'operations'),
  page('documents/kinds', 'documents/kinds.tsx', 'operations'),
  form('documents/kinds/new', 'documents/new-kind.tsx', 'operations'),
  form('documents/kinds/ages', 'documents/age-limit.tsx', 'operations'),
  form('documents/kinds/:kind', 'documents/kind.tsx', 'operations'),
  form('documents/:id', 'documents/paper.tsx', 'operations'),
  file('documents/:id/file', 'documents/paper-file.ts', 'operations'),
  page('contracts', 'contracts/contracts.tsx'),
  file('contracts/files/:format', 'contracts/list-file.ts'),
  form('contracts/new', 'contracts/new.tsx', 'operations'),
  act('contracts/waiting/:driver/:kind/removal', 'contracts/drop-preparation.tsx', 'operations', 'contracts'),
  form('contracts/together/send', 'contracts/send-several.tsx', 'operations'),
  form('contracts/together/links', 'contracts/link-several.tsx', 'operations'),
  form('contracts/together/seal', 'contracts/seal-several.tsx', 'operations'),
  page('contracts/templates', 'contracts/templates.tsx'),
  page('contracts/templates/:kind/:language', 'contracts/template.tsx', 'operations'),
  form('contracts/templates/:kind/:language/new', 'contracts/new-template.tsx', 'operations'),
  page('contracts/:id', 'contracts/contract.tsx', 'operations'),
  form('contracts/:id/link', 'contracts/link.tsx', 'operations'),
  form('contracts/:id/terms', 'contracts/terms.tsx', 'money'),
  form('contracts/:id/paper', 'contracts/paper.tsx', 'operations'),
  file('contracts/:id/paper/:paper', 'contracts/paper-file.ts', 'operations'),
  file('contracts/:id/pdf', 'contracts/pdf.ts', 'operations'),
  file('contracts/:id/stamp', 'contracts/stamp.ts', 'operations'),
  page('weekly', 'weekly/weeks.tsx'),
  page('weekly/forecast', 'weekly/forecast.tsx'),
  page('weekly/disputes', 'weekly/disputes.tsx'),
  file('weekly/disputes/files/:format', 'weekly/disputes-file.ts'),
  page('weekly/disputes/:id', 'weekly/dispute.tsx', 'money'),
  file('weekly/disputes/:id/file', 'weekly/dispute-file.ts'),
  form('weekly/disputes/:id/acceptance', 'weekly/dispute-acceptance.tsx', 'money'),
  act('weekly/disputes/:id/answer', 'weekly/dispute-answer.tsx', 'money', 'weekly/disputes/:id'),
  form('weekly/disputes/:id/overlap', 'weekly/dispute-overlap.tsx', 'money'),
  page('weekly/receipts', 'weekly/green-receipts.tsx', 'money'),
  act('weekly/receipts/checks/new', 'weekly/new-receipt-check.tsx', 'money', 'weekly/receipts'),
  page('weekly/receipts/checks/:id', 'weekly/receipt-check.tsx'),
  page('weekly/receipts/findings/:id', 'weekly/receipt-finding.tsx', 'money'),
  page('weekly/receipts/:id', 'weekly/green-receipt.tsx', 'money'),
  file('weekly/receipts/:id/file', 'weekly/green-receipt-file.ts'),
  file('weekly/batches/:id/file', 'weekly/batch-file.ts', 'money'),
  form('weekly/batches/:id/payment', 'weekly/batch-payment.tsx', 'money'),
  act('weekly/batches/:id/void', 'weekly/batch-void.tsx', 'money', 'weekly'),
  act('weekly/batches/:id/reopening', 'weekly/batch-reopening.tsx', 'money', 'weekly'),
  page('weekly/:week', 'weekly/week.tsx'),
  page('weekly/:week/adjustments', 'weekly/adjustments.tsx', 'money'),
  form('weekly/:week/approval', 'weekly/approval.tsx', 'money'),
  act('weekly/:week/approval/undoing', 'weekly/undoing.tsx', 'money', 'weekly/:week'),
  form('weekly/:week/batch', 'weekly/batch.tsx', 'money'),
  page('weekly/:week/keys', 'weekly/keys.tsx', 'operations'),
  page('weekly/:week/answers', 'weekly/answers.tsx', 'operations'),
  page('weekly/:week/anomalies', 'weekly/anomalies.tsx', 'operations'),
  page('weekly/:week/passages', 'weekly/passages.tsx', 'operations'),
  page('weekly/:week/rows', 'weekly/rows.tsx', 'operations'),
  page('weekly/:week/rows/:row', 'weekly/row.tsx', 'operations'),
  form('weekly/:week/holder', 'weekly/holder.tsx', 'operations'),
  page('weekly/:week/receipts', 'weekly/receipts.tsx', 'money'),
  page('weekly/:week/messages', 'weekly/messages.tsx', 'money'),
  page('weekly/:week/tolls', 'weekly/tolls.tsx'),
  form('weekly/:week/full-numbers', 'weekly/full-numbers.tsx', 'operations'),
  file('weekly/:week/full-numbers/file', 'weekly/full-numbers-file.ts', 'operations'),
  file('weekly/:week/export.csv', 'weekly/export-csv.ts'),
  file('weekly/:week/export.xlsx', 'weekly/export-xlsx.ts'),
  file('weekly/:week/statements.zip', 'weekly/statements-zip.ts'),
  page('weekly/:week/terms', 'weekly/same-terms.tsx', 'money'),
  form('weekly/:week/terms/new', 'weekly/first-terms.tsx', 'money'),
  fragment('weekly/:week/:driver/beside', 'weekly/statement-panel.tsx'),
  page('weekly/:week/:driver', 'weekly/driver.tsx'),
  page('weekly/:week/:driver/rent', 'weekly/driver-rent.tsx', 'money'),
  page('weekly/:week/:driver/adjustment', 'weekly/driver-adjustment.tsx', 'money'),
  file('weekly/:week/:driver/pdf', 'weekly/driver-pdf.ts'),
  page('weekly/:week/:driver/iban', 'weekly/driver-iban.tsx', 'money'),
  page('weekly/:week/:driver/terms', 'weekly/driver-terms.tsx', 'money'),
  page('weekly/:week/:driver/payment', 'weekly/driver-payment.tsx', 'money'),
  act(
    'weekly/:week/:driver/payment/undoing',
    'weekly/driver-payment-undoing.tsx',
    'money',
    'weekly/:week/:driver/payment',
  ),
  file('weekly/:week/:driver/payment/proofs/:payment', 'weekly/driver-payment-proof.ts'),
  act('weekly/:week/:driver/void', 'weekly/driver-void.tsx', 'money', 'weekly/:week/:driver'),
  page('commissions', 'commissions/commissions.tsx'),
  form('commissions/rules/new', 'commissions/new-rule.tsx', 'money'),
  act('commissions/rules/:id/removal', 'commissions/remove-rule.tsx', 'money', 'commissions'),
  form('commissions/referrals/new', 'commissions/new-referral.tsx', 'money'),
  act('commissions/referrals/:id/withdrawal', 'commissions/withdraw-referral.tsx', 'money', 'commissions'),
  page('financing', 'financing/plans.tsx'),
  form('financing/new', 'financing/new.tsx', 'money'),
  file('financing/files/:format', 'financing/list-file.ts'),
  page('financing/:id', 'financing/plan.tsx', 'money'),
  file('financing/:id/proof', 'financing/proof.ts'),
  file('financing/:id/movements/:movement', 'financing/movement-file.ts'),
  act('financing/:id/movements/:movement/withdrawal', 'financing/movement-back.tsx', 'money', 'financing/:id'),
  page('goals', 'goals/goals.tsx'),
  form('goals/new', 'goals/new.tsx', 'money'),
  form('goals/company/new', 'goals/new-company-goal.tsx', 'money'),
  act('goals/company/:goal/removal', 'goals/remove-company-goal.tsx', 'money', 'goals'),
  file('goals/files/:format', 'goals/list-file.ts'),
  page('goals/:id', 'goals/goal.tsx'),
  form('goals/:id/change', 'goals/change.tsx', 'money'),
  act('goals/:id/end', 'goals/end.tsx', 'money', 'goals/:id'),
  act('goals/:id/reopening', 'goals/reopen.tsx', 'money', 'goals/:id'),
  page('financial-settings', 'financial-settings/settings.tsx'),
  page('financial-settings/rules', 'financial-settings/rules.tsx'),
  page('financial-settings/:group', 'financial-settings/change-settings.tsx', 'money'),
  page('kpis', 'kpis/kpis.tsx'),
  file('kpis/files/:format', 'kpis/list-file.ts'),
  page('kpis/cars', 'kpis/cars.tsx'),
  file('kpis/cars/files/:format', 'kpis/cars-file.ts'),
  page('kpis/drivers/:id', 'kpis/driver.tsx'),
  page('kpis/company', 'kpis/company.tsx'),
  page('reports', 'report/report.tsx'),
  file('reports/pdf', 'report/report-pdf.ts'),
  page('reports/schedules', 'report/schedules.tsx'),
  form('reports/schedules/new', 'report/new-schedule.tsx', 'anybody'),
  act('reports/schedules/:id', 'report/stop-schedule.tsx', 'anybody', 'reports/schedules'),
  page('monitor', 'monitor/monitor.tsx'),
  page('monitor/streets', 'monitor/streets.tsx', 'house'),
  form('monitor/streets/file', 'monitor/streets-file.tsx', 'house'),
  act('monitor/streets/removal', 'monitor/streets-removal.tsx', 'house', 'monitor/streets'),
  file('monitor/tiles/:z/:x/:y', 'monitor/tile.ts'),
  page('monitor/alerts', 'monitor/alerts.tsx'),
  file('monitor/alerts/files/:format', 'monitor/alerts-file.ts'),
  page('monitor/alerts/:alert', 'monitor/alert.tsx', 'operations'),
  page('monitor/zones', 'monitor/zones.tsx', 'operations'),
  file('monitor/zones/files/:format', 'monitor/zones-file.ts'),
  form('monitor/zones/new', 'monitor/new-zone.tsx', 'operations'),
  page('monitor/zones/:zone', 'monitor/zone.tsx', 'operations'),
  act('monitor/zones/:zone/end', 'monitor/end-zone.tsx', 'operations', 'monitor/zones/:zone'),
  page('monitor/links', 'monitor/links.tsx'),
  form('monitor/links/new', 'monitor/new-link.tsx', 'operations'),
  act('monitor/links/:link/end', 'monitor/end-link.tsx', 'operations', 'monitor/links'),
  page('monitor/:id', 'monitor/day.tsx'),
  form('monitor/:id/at/:at', 'monitor/at-moment.tsx', 'operations'),
  file('monitor/:id/files/:format', 'monitor/day-file.ts', 'operations'),
  page('data', 'data/data.tsx'),
  page('data/integrations', 'data/integrations.tsx'),
  page('data/connections/:provider', 'data/connection.tsx', 'house'),
  act('data/connections/:provider/pause', 'data/connection-pause.tsx', 'house', 'data/connections/:provider'),
  act('data/connections/:provider/resumption', 'data/connection-resumption.tsx', 'house', 'data/connections/:provider'),
  act('data/connections/:provider/removal', 'data/connection-removal.tsx', 'house', 'data/connections/:provider'),
  page('data/connections/:provider/weeks/:week', 'data/compared-week.tsx', 'operations'),
  page('data/deliveries', 'data/deliveries.tsx'),
  form('data/deliveries/keys/new', 'data/new-delivery-key.tsx', 'house'),
  form('data/deliveries/keys/:id', 'data/delivery-key.tsx', 'house'),
  act('data/deliveries/keys/:id/end', 'data/end-delivery-key.tsx', 'house', 'data/deliveries'),
  form('data/deliveries/folder', 'data/delivery-folder.tsx', 'house'),
  page('data/monday', 'data/monday.tsx', 'operations'),
  form('data/monday/time', 'data/monday-time.tsx', 'house'),
  form('data/deliveries/mailboxes/new', 'data/new-mailbox.tsx', 'house'),
  page('data/deliveries/mailboxes/:id', 'data/mailbox.tsx', 'house'),
  act('data/deliveries/mailboxes/:id/end', 'data/end-mailbox.tsx', 'house', 'data/deliveries'),
  page('data/positions', 'positions/positions.tsx'),
  form('data/positions/rules', 'positions/rules.tsx', 'house'),
  page('data/positions/assessment', 'positions/assessment.tsx', 'house'),
  file('data/positions/assessment/:version/pdf', 'positions/assessment-pdf.ts', 'house'),
  form('data/positions/told', 'positions/notified.tsx', 'operations'),
  form('data/positions/devices/new', 'positions/new-device.tsx', 'operations'),
  page('data/positions/devices/:id', 'positions/device.tsx', 'operations'),
  act('data/positions/devices/:id/end', 'positions/end-device.tsx', 'operations', 'data/positions'),
  form('data/positions/holds/new', 'positions/new-hold.tsx', 'operations'),
  act('data/positions/holds/:id/end', 'positions/end-hold.tsx', 'operations', 'data/positions'),
  page('data/drop', 'data/drop.tsx', 'operations'),
  page('data/drops/:id', 'data/preview.tsx', 'operations'),
  act('data/drops/:id/removal', 'data/forget-drop.tsx', 'operations', 'data'),
  act('data/drops/:id/weeks/:file', 'data/drop-week.tsx', 'operations', 'data/drops/:id'),
  form('data/drops/:id/teach/:file', 'data/teach.tsx', 'operations'),
  page('data/profiles/:id', 'data/profile.tsx', 'operations'),
  act('data/profiles/:id/retirement', 'data/profile-retirement.tsx', 'operations', 'data'),
  // Stopping needs the power of the work itself, which only the run knows.
  page('data/runs/:id', 'data/run.tsx', 'anybody'),
  file('data/runs/:id/file', 'data/run-file.ts'),
  page('data/imports/:id', 'data/import.tsx'),
  file('data/imports/:id/original', 'data/original.ts'),
  act('data/imports/:id/counting', 'data/counting.tsx', 'operations', 'data/imports/:id'),
  act('data/imports/:id/names', 'data/import-names.tsx', 'operations', 'data/imports/:id'),
  act('data/imports/:id/undoing', 'data/undo.tsx', 'operations', 'data/imports/:id'),
  page('data/refused/:id', 'data/refused-file.tsx', 'operations'),
  page('data/keys', 'data/keys.tsx', 'operations'),
  page('data/newcomers', 'data/newcomers.tsx', 'operations'),
  page('data/recognised', 'data/recognised.tsx', 'operations'),
  form('data/keys/driver', 'data/new-driver.tsx', 'operations'),
  form('data/keys/vehicle', 'data/new-vehicle.tsx', 'operations'),
  act('data/keys/:id/removal', 'data/forget.tsx', 'operations', 'data'),
  page('users', 'users/users.tsx'),
  file('users/files/:format', 'users/list-file.ts'),
  form('users/invite', 'users/invite.tsx', 'house'),
  act('users/invitations/:invitation', 'users/revoke-invitation.tsx', 'house', 'users'),
  act('users/rules', 'users/rules.tsx', 'house', 'users'),
  page('privacy', 'privacy/privacy.tsx'),
  page('privacy/record', 'privacy/record.tsx'),
  file('privacy/record/pdf', 'privacy/record-pdf.ts'),
  page('privacy/retention', 'privacy/retention.tsx'),
  page('privacy/requests', 'privacy/requests.tsx'),
  form('privacy/requests/new', 'privacy/new-request.tsx', 'operations'),
  page('privacy/requests/:id', 'privacy/request.tsx'),
  act('privacy/requests/:id/answer', 'privacy/answer-request.tsx', 'operations', 'privacy/requests/:id'),
  act('privacy/requests/:id/extension', 'privacy/extend-request.tsx', 'operations', 'privacy/requests/:id'),
  act('privacy/requests/:id/withdrawal', 'privacy/withdraw-request.tsx', 'operations', 'privacy/requests/:id'),
  act('privacy/requests/:id/reopening', 'privacy/reopen-request.tsx', 'operations', 'privacy/requests/:id'),
  page('privacy/breaches', 'privacy/breaches.tsx'),
  form('privacy/breaches/new', 'privacy/new-breach.tsx', 'house'),
  page('privacy/breaches/:id', 'privacy/breach.tsx'),
  file('privacy/breaches/:id/pdf', 'privacy/breach-pdf.ts'),
  form('privacy/breaches/:id/edit', 'privacy/edit-breach.tsx', 'house'),
  act('privacy/breaches/:id/telling', 'privacy/tell-breach.tsx', 'house', 'privacy/breaches/:id'),
  act('privacy/breaches/:id/closing', 'privacy/close-breach.tsx', 'house', 'privacy/breaches/:id'),
  act('privacy/breaches/:id/reopening', 'privacy/reopen-breach.tsx', 'house', 'privacy/breaches/:id'),
  page('privacy/erasures', 'privacy/erasures.tsx'),
  form('privacy/erasures/of/:subject', 'privacy/new-erasure.tsx', 'house'),
  page('privacy/erasures/:id', 'privacy/erasure.tsx', 'house'),
  act('privacy/erasures/:id/confirmation', 'privacy/confirm-erasure.tsx', 'house', 'privacy/erasures/:id'),
  act('privacy/erasures/:id/account', 'privacy/account-still-there.tsx', 'house', 'privacy/erasures/:id'),
  act('privacy/erasures/:id/withdrawal', 'privacy/withdraw-erasure.tsx', 'house', 'privacy/erasures/:id'),
  page('users/audit', 'users/audit.tsx'),
  file('users/audit/export.csv', 'users/audit-csv.ts'),
  file('users/audit/export.xlsx', 'users/audit-xlsx.ts'),
  page('users/viewing', 'users/viewing.ts', 'operations'),
  page('users/:uid', 'users/user.tsx', 'house'),
  act('users/:uid/closing', 'users/closing.tsx', 'house', 'users/:uid'),
  page('mail', 'mail/mail.tsx', 'operations'),
  file('mail/files/:format', 'mail/list-file.ts'),
  form('mail/together/retry', 'mail/retry-several.tsx', 'operations'),
  page('mail/notices', 'mail/notices.tsx', 'operations'),
  page('mail/notices/:event', 'mail/event.tsx', 'operations'),
  page('mail/server', 'mail/server.tsx', 'house'),
  page('mail/whatsapp', 'mail/whatsapp.tsx', 'house'),
  page('mail/told/:notice', 'mail/notice.tsx', 'operations'),
  page('mail/:id', 'mail/message.tsx', 'operations'),
  file('mail/:id/html', 'mail/html.ts'),
  act('mail/:id/codes', 'mail/codes.tsx', 'house', 'mail/:id'),
  page('bank', 'bank/bank.tsx'),
  form('bank/import', 'bank/import.tsx', 'money'),
  file('bank/files/:format', 'bank/list-file.ts'),
  form('bank/confirmation', 'bank/confirm.tsx', 'money'),
  page('bank/accounts', 'bank/accounts.tsx'),
  page('bank/imports', 'bank/files.tsx'),
  act('bank/imports/:id/undoing', 'bank/undo-file.tsx', 'money', 'bank/imports'),
  form('bank/gaps/:id', 'bank/gap.tsx', 'money'),
  act('bank/gaps/:id/withdrawal', 'bank/gap-again.tsx', 'money', 'bank/accounts'),
  act('bank/spellings/:id', 'bank/spelling.tsx', 'money', 'bank/import'),
  act('bank/spellings/:id/retirement', 'bank/retire-spelling.tsx', 'money', 'bank/accounts'),
  page('bank/rules', 'bank/rules.tsx'),
  act('bank/rules/:id/retirement', 'bank/retire-rule.tsx', 'money', 'bank/rules'),
  form('bank/lists/:id', 'bank/teach.tsx', 'money'),
  act('bank/lists/:id/retirement', 'bank/retire-list.tsx', 'money', 'bank/import'),
  page('bank/:id', 'bank/movement.tsx', 'money'),
  act('bank/:id/withdrawal', 'bank/take-back.tsx', 'money', 'bank/:id'),
  page('account', 'account/account.tsx'),
  file('account/files/:format', 'account/account-file.ts'),
  file('account/trial-balance/:format', 'account/trial-balance.ts'),
  file('account/journal.csv', 'account/journal-csv.ts'),
  page('account/reclassifications', 'account/reclassifications.tsx', 'money'),
  file('account/reclassifications/:id/paper', 'account/reclassification-paper.ts'),
  act('account/reclassifications/:id/withdrawal', 'account/take-back.tsx', 'money', 'account/reclassifications'),
  page('accounting', 'accounting/months.tsx'),
  page('accounting/codes', 'accounting/codes.tsx', 'money'),
  page('accounting/duties', 'accounting/duties.tsx'),
  page('accounting/laws', 'accounting/laws.tsx'),
  form('accounting/duties/rules', 'accounting/duty-rules.tsx', 'money'),
  act('accounting/duties/:year/:kind/:period', 'accounting/duty-done.tsx', 'money', 'accounting/duties'),
  act('accounting/duties/:year/:kind/:period/none', 'accounting/duty-none.tsx', 'money', 'accounting/duties'),
  act(
    'accounting/duties/:year/:kind/:period/withdrawal',
    'accounting/duty-withdrawal.tsx',
    'money',
    'accounting/duties',
  ),
  file('accounting/duties/:year/:kind/:period/paper', 'accounting/duty-paper.ts'),
  page('accounting/signature', 'accounting/signature.tsx', 'anybody'),
  page('accounting/:month', 'accounting/month.tsx'),
  page('accounting/:month/invoices', 'accounting/invoices.tsx'),
  form('accounting/:month/invoices/rules', 'accounting/invoice-rules.tsx', 'money'),
  form('accounting/:month/invoices/full-numbers', 'accounting/invoice-numbers.tsx', 'money'),
  file('accounting/:month/invoices/full-numbers/file', 'accounting/invoice-numbers-file.ts', 'money'),
  page('accounting/:month/invoices/:party', 'accounting/invoice-party.tsx', 'money'),
  act(
    'accounting/:month/invoices/:party/lines/:line',
    'accounting/invoice-none.tsx',
    'money',
    'accounting/:month/invoices/:party',
  ),
  act(
    'accounting/:month/invoices/:party/notes/:note',
    'accounting/invoice-withdrawal.tsx',
    'money',
    'accounting/:month/invoices/:party',
  ),
  act('accounting/:month/delivery', 'accounting/delivery.tsx', 'money', 'accounting/:month'),
  act('accounting/:month/delivery/withdrawal', 'accounting/withdrawal.tsx', 'money', 'accounting/:month'),
  file('accounting/:month/cover.pdf', 'accounting/month-cover.ts'),
  file('accounting/:month/folder.zip', 'accounting/month-folder.ts'),
  file('accounting/:month/files/:file/:format', 'accounting/month-file.ts'),
  page('company', 'company.tsx', 'house'),
  page('profile', 'profile.tsx', 'anybody'),
  page('brand', 'brand.tsx', 'house'),
  page('offer', 'offer.tsx', 'house'),
  page('vitals', 'vitals.tsx'),
  page('system', 'system.tsx', 'house'),
  page('system/work', 'system/work.tsx', 'house'),
  act('system/work/:job/again', 'system/work-again.tsx', 'house', 'system/work'),
  act('system/work/:job/leaving', 'system/work-leaving.tsx', 'house', 'system/work'),
]

type Known = { parts: readonly string[]; place: Place }

/** All places by their whole paths, those with fewer parameters first: a fixed part comes before a parameter, as in the router. */
const PLACES: readonly Known[] = ADMIN.flatMap((place) => placesUnder(place, 'admin'))
  .map(({ parts, place }, at) => ({ parts, place, at, free: parts.filter(isParameter).length }))
  .toSorted((one, other) => one.free - other.free || one.at - other.at)

/**
 * The places by their number of parts and their first part under the office, which is never a parameter: this leaves out most places that
 * cannot match an address.
 */
const PLACES_BY = Map.groupBy(PLACES, ({ parts }) => beginningOf(parts))

function beginningOf({ length, 1: first = '' }: readonly string[]): string {
  return `${length} ${first}`
}

function placesUnder(place: Place, under: string): Known[] {
  const path = place.path ? `${under}/${place.path}` : under
  return place.inside ? place.inside.flatMap((inner) => placesUnder(inner, path)) : [{ parts: path.split('/'), place }]
}

function isParameter(part: string): boolean {
  return part.startsWith(':')
}

/**
 * The place of the office that an address leads to, in either language and in every spelling that the router accepts; `null` for any other
 * address.
 */
export function placeAt(address: string): Place | null {
  return knownAt(address)?.place ?? null
}

function knownAt(address: string): Known | undefined {
  const parts = partsOf(address)
  if (parts[0] !== 'admin') return undefined
  const isHere = (part: string, at: number) => isParameter(part) || part === parts[at]
  return PLACES_BY.get(beginningOf(parts))?.find((known) => known.parts.every(isHere))
}

/** The record of the small act at this address; `null` if there is none. */
export function recordAt(address: string): string | null {
  const known = knownAt(address)
  if (known?.place.record === undefined) return null
  // Keep the case of the address: it matters in an id.
  const parts = withoutLanguage(firstOf(address.split(/[?#]/, 1)))
    .split('/')
    .filter((part) => part !== '')
  const fill = (part: string) => (isParameter(part) ? (parts[known.parts.indexOf(part)] ?? part) : part)
  return ['/admin', ...known.place.record.split('/').filter(Boolean).map(fill)].join('/')
}

/** Whether an address lies under the office's path, even if no place is there. */
export function isOffice(address: string): boolean {
  return partsOf(address)[0] === 'admin'
}

function partsOf(address: string): string[] {
  return withoutLanguage(plainPath(firstOf(address.split(/[?#]/, 1))).replace(/\.data$/, ''))
    .split('/')
    .filter((part) => part !== '')
}

/** The power that a form sent to this address requires; `null` if it requires none of the office's. */
export function powerAt(address: string): Power | null {
  const asks = placeAt(address)?.asks
  return asks === undefined || asks === 'anybody' ? null : asks
}
