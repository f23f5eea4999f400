import { index, layout, prefix, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes'

/** The table of contents: every screen once, emitted in both languages. Portuguese has no prefix, English has `/en`. */
const site = layout('shell/site-layout.tsx', [
  index('routes/site/home.tsx'),
  route('drivers', 'routes/site/drivers.tsx'),
  route('about', 'routes/site/about.tsx'),
  route('contact', 'routes/site/contact.tsx'),
  route('contact/message', 'routes/site/contact-message.tsx'),
  ...prefix('signup', [
    index('routes/site/signup.tsx'),
    route('person', 'routes/site/apply/person.tsx'),
    route('papers', 'routes/site/apply/papers.tsx'),
    route('vehicle', 'routes/site/apply/vehicle.tsx'),
    route('documents', 'routes/site/apply/documents.tsx'),
    route('review', 'routes/site/apply/review.tsx'),
    route('state', 'routes/site/apply/state.tsx'),
  ]),
  route('legal/:document', 'routes/site/legal.tsx'),
  route('r/:slug', 'routes/site/referral.tsx'),
  route('login', 'routes/account/login.tsx'),
  route('login/mfa', 'routes/account/mfa.tsx'),
  route('login/confirm', 'routes/account/confirm.tsx'),
  route('forgot', 'routes/account/forgot.tsx'),
  route('setup', 'routes/account/setup.tsx'),
  route('invite', 'routes/account/invite.tsx'),
  route('auth/action', 'routes/account/action.tsx'),
  route('*', 'routes/site/not-found.tsx'),
])

const dashboard = route('dashboard', 'shell/driver-layout.tsx', [
  index('routes/dashboard/home.tsx'),
  route('inbox', 'routes/dashboard/inbox.tsx'),
  route('data', 'routes/dashboard/data.tsx'),
  route('payslips', 'routes/dashboard/payslips.tsx'),
  route('payslips/:week', 'routes/dashboard/payslip.tsx'),
  route('payslips/:week/pdf', 'routes/dashboard/payslip-pdf.ts'),
  route('payslips/:week/rows/:row', 'routes/dashboard/payslip-row.tsx'),
  route('payslips/:week/lines/:line', 'routes/dashboard/payslip-line.tsx'),
  route('contracts', 'routes/dashboard/contracts.tsx'),
  route('financing', 'routes/dashboard/financing.tsx'),
  route('financing/files/:format', 'routes/dashboard/account-file.ts'),
  route('commissions', 'routes/dashboard/commissions.tsx'),
  route('recruitment', 'routes/dashboard/recruitment.tsx'),
  route('performance', 'routes/dashboard/performance.tsx'),
  route('goals', 'routes/dashboard/goals.tsx'),
  route('tracking', 'routes/dashboard/tracking.tsx'),
  route('profile', 'routes/dashboard/profile.tsx'),
  route('help', 'routes/dashboard/help.tsx'),
])

const admin = route('admin', 'shell/admin-layout.tsx', [
  index('routes/admin/overview.tsx'),
  route('search', 'routes/admin/search.tsx'),
  ...prefix('drivers', [
    index('routes/admin/drivers/drivers.tsx'),
    route('new', 'routes/admin/drivers/new.tsx'),
    route(':id', 'routes/admin/drivers/driver.tsx', [
      index('routes/admin/drivers/record.tsx'),
      route('terms', 'routes/admin/drivers/terms.tsx'),
      route('terms/new', 'routes/admin/drivers/new-terms.tsx'),
      route('terms/:terms', 'routes/admin/drivers/change-terms.tsx'),
      route('terms/:terms/removal', 'routes/admin/drivers/remove-terms.tsx'),
      route('platforms', 'routes/admin/drivers/platforms.tsx'),
      route('platforms/:key/removal', 'routes/admin/drivers/remove-key.tsx'),
      route('iban', 'routes/admin/drivers/iban.tsx'),
      route('cars', 'routes/admin/drivers/cars.tsx'),
      route('adjustments', 'routes/admin/drivers/adjustments.tsx'),
      route('adjustments/recurring', 'routes/admin/drivers/recurring.tsx'),
      route('adjustments/:adjustment/file', 'routes/admin/drivers/adjustment-file.ts'),
      route('adjustments/:adjustment/withdrawal', 'routes/admin/drivers/withdraw-adjustment.tsx'),
      route('account', 'routes/admin/drivers/account.tsx'),
      route('account/files/:format', 'routes/admin/drivers/account-file.ts'),
      route('access', 'routes/admin/drivers/access.tsx'),
      route('history', 'routes/admin/drivers/history.tsx'),
    ]),
  ]),
  ...prefix('recruitment', [
    index('routes/admin/recruitment/applications.tsx'),
    route('messages', 'routes/admin/recruitment/messages.tsx'),
    route(':id', 'routes/admin/recruitment/application.tsx'),
    route(':id/approval', 'routes/admin/recruitment/approval.tsx'),
    route(':id/rejection', 'routes/admin/recruitment/rejection.tsx'),
    route(':id/documents/:document', 'routes/admin/recruitment/document.ts'),
  ]),
  ...prefix('vehicles', [
    index('routes/admin/vehicles/vehicles.tsx'),
    route('new', 'routes/admin/vehicles/new.tsx'),
    route(':id', 'routes/admin/vehicles/vehicle.tsx', [
      index('routes/admin/vehicles/record.tsx'),
      route('drivers', 'routes/admin/vehicles/drivers.tsx'),
      route('drivers/new', 'routes/admin/vehicles/assign.tsx'),
      route('drivers/handover', 'routes/admin/vehicles/hand-over.tsx'),
      route('drivers/:assignment', 'routes/admin/vehicles/correct.tsx'),
      route('drivers/:assignment/end', 'routes/admin/vehicles/end.tsx'),
      route('drivers/:assignment/removal', 'routes/admin/vehicles/remove-period.tsx'),
      route('cards', 'routes/admin/vehicles/cards.tsx'),
      route('cards/:key/removal', 'routes/admin/vehicles/remove-card.tsx'),
      route('history', 'routes/admin/vehicles/history.tsx'),
    ]),
  ]),
  route('contracts', 'routes/admin/contracts.tsx'),
  ...prefix('weekly', [
    index('routes/admin/weekly/weeks.tsx'),
    route('disputes', 'routes/admin/weekly/disputes.tsx'),
    route('disputes/:id', 'routes/admin/weekly/dispute.tsx'),
    route('disputes/:id/acceptance', 'routes/admin/weekly/dispute-acceptance.tsx'),
    route('batches/:id/file', 'routes/admin/weekly/batch-file.ts'),
    route('batches/:id/payment', 'routes/admin/weekly/batch-payment.tsx'),
    route('batches/:id/void', 'routes/admin/weekly/batch-void.tsx'),
    route(':week', 'routes/admin/weekly/week.tsx'),
    route(':week/adjustments', 'routes/admin/weekly/adjustments.tsx'),
    route(':week/approval', 'routes/admin/weekly/approval.tsx'),
    route(':week/batch', 'routes/admin/weekly/batch.tsx'),
    route(':week/keys', 'routes/admin/weekly/keys.tsx'),
    route(':week/answers', 'routes/admin/weekly/answers.tsx'),
    route(':week/anomalies', 'routes/admin/weekly/anomalies.tsx'),
    route(':week/passages', 'routes/admin/weekly/passages.tsx'),
    route(':week/holder', 'routes/admin/weekly/holder.tsx'),
    route(':week/messages', 'routes/admin/weekly/messages.tsx'),
    route(':week/tolls', 'routes/admin/weekly/tolls.tsx'),
    route(':week/export.csv', 'routes/admin/weekly/export-csv.ts'),
    route(':week/export.xlsx', 'routes/admin/weekly/export-xlsx.ts'),
    route(':week/statements.zip', 'routes/admin/weekly/statements-zip.ts'),
    route(':week/:driver', 'routes/admin/weekly/driver.tsx'),
    route(':week/:driver/adjustment', 'routes/admin/weekly/driver-adjustment.tsx'),
    route(':week/:driver/pdf', 'routes/admin/weekly/driver-pdf.ts'),
    route(':week/:driver/iban', 'routes/admin/weekly/driver-iban.tsx'),
    route(':week/:driver/terms', 'routes/admin/weekly/driver-terms.tsx'),
    route(':week/:driver/payment', 'routes/admin/weekly/driver-payment.tsx'),
    route(':week/:driver/void', 'routes/admin/weekly/driver-void.tsx'),
  ]),
  route('commissions', 'routes/admin/commissions.tsx'),
  ...prefix('financing', [
    index('routes/admin/financing/plans.tsx'),
    route('new', 'routes/admin/financing/new.tsx'),
    route(':id', 'routes/admin/financing/plan.tsx'),
    route(':id/proof', 'routes/admin/financing/proof.ts'),
  ]),
  route('goals', 'routes/admin/goals.tsx'),
  ...prefix('financial-settings', [
    index('routes/admin/financial-settings/settings.tsx'),
    route('rules', 'routes/admin/financial-settings/rules.tsx'),
    route(':group', 'routes/admin/financial-settings/change-settings.tsx'),
  ]),
  route('kpis', 'routes/admin/kpis.tsx'),
  route('monitor', 'routes/admin/monitor.tsx'),
  ...prefix('data', [
    index('routes/admin/data/data.tsx'),
    route('drop', 'routes/admin/data/drop.tsx'),
    route('drops/:id', 'routes/admin/data/preview.tsx'),
    route('drops/:id/teach/:file', 'routes/admin/data/teach.tsx'),
    route('profiles/:id', 'routes/admin/data/profile.tsx'),
    route('profiles/:id/retirement', 'routes/admin/data/profile-retirement.tsx'),
    route('runs/:id', 'routes/admin/data/run.tsx'),
    route('imports/:id', 'routes/admin/data/import.tsx'),
    route('imports/:id/original', 'routes/admin/data/original.ts'),
    route('imports/:id/undoing', 'routes/admin/data/undo.tsx'),
    route('keys', 'routes/admin/data/keys.tsx'),
    route('keys/driver', 'routes/admin/data/new-driver.tsx'),
    route('keys/vehicle', 'routes/admin/data/new-vehicle.tsx'),
    route('keys/:id/removal', 'routes/admin/data/forget.tsx'),
  ]),
  ...prefix('users', [
    index('routes/admin/users/users.tsx'),
    route('invite', 'routes/admin/users/invite.tsx'),
    route('audit', 'routes/admin/users/audit.tsx'),
    route('audit/export.csv', 'routes/admin/users/audit-csv.ts'),
    route('viewing', 'routes/admin/users/viewing.ts'),
    route(':uid', 'routes/admin/users/user.tsx'),
  ]),
  ...prefix('mail', [
    index('routes/admin/mail.tsx'),
    route(':id', 'routes/admin/mail-message.tsx'),
    route(':id/html', 'routes/admin/mail-html.ts'),
  ]),
  route('account', 'routes/admin/account/account.tsx'),
  route('account/files/:format', 'routes/admin/account/account-file.ts'),
  route('company', 'routes/admin/company.tsx'),
  route('profile', 'routes/admin/profile.tsx'),
  route('brand', 'routes/admin/brand.tsx'),
  route('vitals', 'routes/admin/vitals.tsx'),
])

/** No screen, no language. */
const api = prefix('api', [
  route('auth/logout', 'routes/api/logout.ts'),
  route('auth/session', 'routes/api/session.ts'),
  route('auth/events', 'routes/api/auth-events.ts'),
  route('colour-mode', 'routes/api/colour-mode.ts'),
  route('consent', 'routes/api/consent.ts'),
  route('vitals', 'routes/api/vitals.ts'),
  route('health', 'routes/api/health.ts'),
])

/** What search engines and social networks ask for, and the operator's own face. No screen, no language. */
const machines = [
  route('robots.txt', 'routes/search/robots.ts'),
  route('sitemap.xml', 'routes/search/sitemap.ts'),
  route('logo-500.png', 'routes/brand/organisation-logo.ts'),
  route('social/:card', 'routes/brand/social-card.ts'),
  route('brand/logo/:file', 'routes/brand/logo.ts'),
  route('brand/colours/:file', 'routes/brand/colours.ts'),
]

/** The way to Google and back: no screen, the language travels along. */
const google = prefix('auth/google', [
  index('routes/auth/google.ts'),
  route('callback', 'routes/auth/google-callback.ts'),
])

export default [...api, ...machines, ...google, ...inBothLanguages([dashboard, admin, site])] satisfies RouteConfig

function inBothLanguages(routes: readonly RouteConfigEntry[]): RouteConfigEntry[] {
  return [...routes, ...prefix('en', routes.map(inEnglish))]
}

/** The same screens under ids of their own: a file may serve two addresses, an id only one. */
function inEnglish(entry: RouteConfigEntry): RouteConfigEntry {
  const id = `en/${entry.file.replace(/\.tsx?$/, '')}`
  return { ...entry, id, ...(entry.children ? { children: entry.children.map(inEnglish) } : {}) }
}
