import { index, layout, prefix, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes'
import { ADMIN, type Place } from './places.ts'

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
  route('para/motoristas', 'routes/site/for-drivers.tsx'),
  route('para/empresas', 'routes/site/for-companies.tsx'),
  route('legal/:document', 'routes/site/legal.tsx'),
  route('guide', 'routes/site/guide/guide.tsx'),
  route('guide/:chapter', 'routes/site/guide/chapter.tsx'),
  route('verify/:hash?', 'routes/site/verify.tsx'),
  route('sign/:token', 'routes/site/sign.tsx'),
  route('statement/:token', 'routes/site/linked-statement.tsx'),
  route('statement/:token/pdf', 'routes/site/linked-statement-pdf.ts'),
  route('where/:token', 'routes/site/shared-car.tsx'),
  route('r/:slug', 'routes/site/referral.tsx'),
  route('login', 'routes/account/login.tsx'),
  route('login/mfa', 'routes/account/mfa.tsx'),
  route('login/passkey', 'routes/account/passkey.tsx'),
  route('login/passkey/question', 'routes/account/passkey-question.ts'),
  route('login/confirm', 'routes/account/confirm.tsx'),
  route('login/second-factor', 'routes/account/missing-factor.tsx'),
  route('login/close', 'routes/account/close.tsx'),
  route('login/goodbye', 'routes/account/goodbye.tsx'),
  route('login/demonstration', 'routes/account/demonstration.ts'),
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
  route('payslips/years/:year', 'routes/dashboard/year-pdf.ts'),
  route('payslips/weeks', 'routes/dashboard/weeks-pdf.ts'),
  route('payslips/other-income', 'routes/dashboard/other-income.tsx'),
  route('payslips/own-year', 'routes/dashboard/own-year.tsx'),
  route('payslips/own-year/files/:format', 'routes/dashboard/own-year-file.ts'),
  route('payslips/own-year/expenses/new', 'routes/dashboard/own-expense.tsx'),
  route('payslips/own-year/expenses/:expense/file', 'routes/dashboard/own-expense-file.ts'),
  route('payslips/:week', 'routes/dashboard/payslip.tsx'),
  route('payslips/:week/pdf', 'routes/dashboard/payslip-pdf.ts'),
  route('payslips/:week/rows/:row', 'routes/dashboard/payslip-row.tsx'),
  route('payslips/:week/receipt', 'routes/dashboard/receipt.tsx'),
  route('payslips/:week/receipt/:receipt', 'routes/dashboard/receipt-file.ts'),
  route('payslips/:week/lines/:line', 'routes/dashboard/payslip-line.tsx'),
  route('disputes/:dispute/file', 'routes/dashboard/dispute-file.ts'),
  route('documents', 'routes/dashboard/documents.tsx'),
  route('documents/files/:paper', 'routes/dashboard/document-file.ts'),
  route('documents/roadside', 'routes/dashboard/roadside.tsx'),
  route('documents/contracts/:contract', 'routes/dashboard/roadside-contract.ts'),
  route('documents/times', 'routes/dashboard/times.tsx'),
  route('documents/times/given/:file', 'routes/dashboard/times-withdrawal.tsx'),
  route('documents/times/files/:format', 'routes/dashboard/times-file.ts'),
  route('documents/:kind', 'routes/dashboard/document.tsx'),
  route('contracts', 'routes/dashboard/contracts.tsx'),
  route('contracts/:contract', 'routes/dashboard/contract.tsx'),
  route('contracts/:contract/signature', 'routes/dashboard/contract-signature.tsx'),
  route('contracts/:contract/pdf', 'routes/dashboard/contract-pdf.ts'),
  route('financing', 'routes/dashboard/financing.tsx'),
  route('financing/files/:format', 'routes/dashboard/account-file.ts'),
  route('financing/deposit', 'routes/dashboard/deposit-pdf.ts'),
  route('financing/:plan/proof', 'routes/dashboard/plan-proof.ts'),
  route('financing/:plan/movements/:movement', 'routes/dashboard/plan-movement-file.ts'),
  route('adjustments/:adjustment/file', 'routes/dashboard/adjustment-file.ts'),
  route('inspections', 'routes/dashboard/inspections.tsx'),
  route('inspections/:inspection/pdf', 'routes/dashboard/inspection-pdf.ts'),
  route('inspections/:inspection/photos/:side', 'routes/dashboard/inspection-photo.ts'),
  route('shifts', 'routes/dashboard/shifts.tsx'),
  route('damage-reports/new', 'routes/dashboard/new-damage-report.tsx'),
  route('damage-reports/:report', 'routes/dashboard/damage-report.tsx'),
  route('damage-reports/:report/photos/:photo', 'routes/dashboard/damage-report-photo.ts'),
  route('damage-reports/:report/declaration', 'routes/dashboard/damage-report-form.ts'),
  route('damages/:damage/photo', 'routes/dashboard/damage-photo.ts'),
  route('damages/:damage/estimate', 'routes/dashboard/damage-estimate.ts'),
  route('fines', 'routes/dashboard/fines.tsx'),
  route('fines/:fine/notice', 'routes/dashboard/fine-notice.ts'),
  route('departure', 'routes/dashboard/departure.tsx'),
  route('departure/pdf', 'routes/dashboard/departure-pdf.ts'),
  route('departure/archive', 'routes/dashboard/archive.ts'),
  route('commissions', 'routes/dashboard/commissions.tsx'),
  route('recruitment', 'routes/dashboard/recruitment.tsx'),
  route('performance', 'routes/dashboard/performance.tsx'),
  route('goals', 'routes/dashboard/goals.tsx'),
  route('tracking', 'routes/dashboard/tracking.tsx'),
  route('tracking/days/:day/:car', 'routes/dashboard/tracking-day-file.ts'),
  route('profile', 'routes/dashboard/profile.tsx'),
  route('profile/personal-data', 'routes/dashboard/personal-data.tsx'),
  route('profile/personal-data/requests', 'routes/dashboard/data-requests.tsx'),
  route('profile/personal-data/file', 'routes/dashboard/personal-data-file.ts'),
  route('help', 'routes/dashboard/help.tsx'),
  route('offline', 'routes/dashboard/offline.tsx'),
  route('help/new', 'routes/dashboard/ask.tsx'),
  route('help/tickets/:ticket', 'routes/dashboard/ticket.tsx'),
  route('help/tickets/:ticket/files/:file', 'routes/dashboard/ticket-file.ts'),
])

const isFragment = ({ kind }: Place) => kind === 'fragment'
const admin = route('admin', 'shell/admin-layout.tsx', ADMIN.filter((place) => !isFragment(place)).map(routeOf))
/** Places that are drawn without the frame of a page. */
const fragments = prefix('admin', ADMIN.filter(isFragment).map(routeOf))

/** Addresses without a screen and without a language. */
const api = prefix('api', [
  route('auth/logout', 'routes/api/logout.ts'),
  route('auth/session', 'routes/api/session.ts'),
  route('auth/events', 'routes/api/auth-events.ts'),
  route('colour-mode', 'routes/api/colour-mode.ts'),
  route('consent', 'routes/api/consent.ts'),
  route('vitals', 'routes/api/vitals.ts'),
  route('push', 'routes/api/push.ts'),
  route('drop', 'routes/api/drop.ts'),
  route('positions', 'routes/api/positions.ts'),
  route('messages/uber', 'routes/api/platform-messages.ts'),
  route('messages/whatsapp', 'routes/api/whatsapp-messages.ts'),
  route('health', 'routes/api/health.ts'),
])

/** Addresses for search engines and social networks, and the operator's own logo and colours. No screen, no language. */
const machines = [
  route('robots.txt', 'routes/search/robots.ts'),
  route('.well-known/security.txt', 'routes/search/security.ts'),
  route('sitemap.xml', 'routes/search/sitemap.ts'),
  route('manifest.webmanifest', 'routes/brand/manifest.ts'),
  route('en/manifest.webmanifest', 'routes/brand/manifest.ts', { id: 'en/routes/brand/manifest' }),
  route('logo-500.png', 'routes/brand/organisation-logo.ts'),
  route('icons/:file', 'routes/brand/icon.ts'),
  route('social/:card', 'routes/brand/social-card.ts'),
  route('brand/logo/:file', 'routes/brand/logo.ts'),
  route('brand/colours/:file', 'routes/brand/colours.ts'),
]

/** The way to Google and back: no screen; the language is kept. */
const google = prefix('auth/google', [
  index('routes/auth/google.ts'),
  route('callback', 'routes/auth/google-callback.ts'),
])

export default [
  ...api,
  ...machines,
  ...google,
  ...inBothLanguages([dashboard, ...fragments, admin, site]),
] satisfies RouteConfig

function inBothLanguages(routes: readonly RouteConfigEntry[]): RouteConfigEntry[] {
  return [...routes, ...prefix('en', routes.map(inEnglish))]
}

/** The English route needs an id of its own: a file may serve two addresses, an id only one. */
function inEnglish(entry: RouteConfigEntry): RouteConfigEntry {
  const id = `en/${entry.file.replace(/\.tsx?$/, '')}`
  return { ...entry, id, ...(entry.children ? { children: entry.children.map(inEnglish) } : {}) }
}

function routeOf({ path, file, inside }: Place): RouteConfigEntry {
  const source = `routes/admin/${file}`
  return path === '' ? index(source) : route(path, source, inside?.map(routeOf) ?? [])
}
