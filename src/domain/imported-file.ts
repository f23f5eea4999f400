import { companyLetters, isSameCompany } from './company.ts'
import type { FileSummary, ReportKind, Source } from './import.ts'
import { type Week, monday, previousWeek, weekOf } from './week.ts'

/** Reports of a whole week: a newer one of the same account and week replaces the earlier one whole (`rulings.md` D). */
const WEEKLY_REPORTS: ReadonlySet<ReportKind> = new Set([
  'payments_driver',
  'driver_activity',
  'driver_quality',
  'earnings',
  'performance',
])

/** Whether a report has one figure per driver and week, so that a newer version replaces it as a whole. */
export function isWeeklyReport(kind: ReportKind): boolean {
  return WEEKLY_REPORTS.has(kind)
}

/** Reports on how a driver's offers and trips went; they have no money at all. */
const WORK_REPORTS = ['driver_quality', 'performance'] as const satisfies readonly ReportKind[]

/** Answers the purpose for which a report that adds nothing is kept: who drove which car, how drivers worked, or money that another report brings. */
export function referenceOf(kind: ReportKind): 'trips' | 'work' | 'reference' {
  if (kind === 'trip_activity') return 'trips'
  return WORK_REPORTS.some((workReport) => workReport === kind) ? 'work' : 'reference'
}

/** Reports that are kept for reference and add nothing: money that another report brings, who drove which car, and how. */
const REFERENCES: ReadonlySet<ReportKind> = new Set(['payments_order', 'trip_activity', ...WORK_REPORTS])

/** Whether no row of the report ever counts in a week's money. */
export function isReferenceReport(kind: ReportKind): boolean {
  return REFERENCES.has(kind)
}

/** Adds to the totals of a file what was transferred to the company: it is no driver's money, but a figure of the file. */
export function withTransfer(
  totals: Readonly<Record<string, number>>,
  transferred: number,
): Readonly<Record<string, number>> {
  return transferred === 0 ? totals : { ...totals, bank_transfer: (totals['bank_transfer'] ?? 0) + transferred }
}

/** Lists the weeks of a file's rows, in order; for a file without rows, the week in which its period begins. */
export function weeksOf({ weeks, period }: Pick<FileSummary, 'weeks' | 'period'>): Week[] {
  if (weeks.size === 0 && period) return [weekOf(Temporal.PlainDate.from(period.from))]
  return [...weeks.keys()].toSorted()
}

/**
 * Answers the week a file is about: the one in which its period begins, unless it has rows and none of that week; else
 * the week of most rows.
 */
export function mainWeek({ weeks, period }: Pick<FileSummary, 'weeks' | 'period'>): Week | null {
  const firstWeek = period && weekOf(Temporal.PlainDate.from(period.from))
  if (firstWeek && (weeks.size === 0 || weeks.has(firstWeek))) return firstWeek
  return [...weeks].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

/** Names by which the sources know this company; empty where not known yet. Uber has identifiers and names, Bolt names. */
export type OwnNames = {
  name: string
  uberOrganisations: readonly string[]
  boltCompanies: readonly string[]
  viaVerdeContracts: readonly string[]
}

/** Signs that a file may have been dropped by mistake: the person is asked, and it is never taken in silently. */
export type FileDoubt =
  | { code: 'other-week'; params: { week: Week; found: Week } }
  | { code: 'other-company'; params: { found: string; expected: string }; remembered?: NewNames }
  /** Neither name nor content of the file tells the week: only the page on which it was dropped. */
  | { code: 'week-of-page'; params: { week: Week } }
  | { code: 'long-ago'; params: { week: Week; found: Week } }
  /** The file has rows of a week that has not begun yet: usually day and month were swapped. */
  | { code: 'not-begun'; params: { week: Week; found: Week } }
  /** Every driver has the figures of another week, or of another account of the same week. */
  | { code: 'same-figures'; params: { week: Week; found: Week } }

/** Circumstances of a file that is checked. */
export type FileCheckContext = {
  /** Week the office works on, or `null`. */
  week: Week | null
  ours: OwnNames | null
  /** Current week. */
  running: Week
  /** Newest week in which anything counts, or is about to. */
  newest: Week | null
  /** Week that has the same figures for every driver. */
  alike: Week | null
}

/** Weeks before the newest one of the office; an older file is asked about (`rulings.md` J.3). */
const LONG_AGO = 26

/** Lists the signs that a file may have been dropped by mistake. */
export function fileDoubtsOf(file: FileSummary, { week, running, ours, newest, alike }: FileCheckContext): FileDoubt[] {
  const weeks = weeksOf(file)
  const main = mainWeek(file)
  const company = ours && otherCompany(file, ours)
  const future = weeks.find((futureWeek) => futureWeek > running)
  const doubts: (FileDoubt | null | false)[] = [
    week !== null && main !== null && !weeks.includes(week) && { code: 'other-week', params: { week, found: main } },
    company && { code: 'other-company', params: company },
    file.isWeekChosen === true && main !== null && { code: 'week-of-page', params: { week: main } },
    main !== null &&
      newest !== null &&
      main < previousWeek(newest, LONG_AGO) && { code: 'long-ago', params: { week: newest, found: main } },
    future !== undefined && { code: 'not-begun', params: { week: running, found: future } },
    alike !== null && main !== null && { code: 'same-figures', params: { week: main, found: alike } },
  ]
  return doubts.filter((doubt) => doubt !== null && doubt !== false)
}

type Named = Pick<FileSummary, 'source' | 'company'>

function otherCompany(file: Named, ours: OwnNames): { found: string; expected: string } | null {
  const { name, organisation, contracts } = file.company
  const [identifiers, names] = uberNames(ours)
  const ownNames = [ours.name, ...(file.source === 'uber' ? names : ours.boltCompanies)]
  if (name && !ownNames.some((ownName) => isSameCompany(ownName, name)))
    return { found: name, expected: ownNames.join(', ') }
  if (organisation && identifiers.length > 0 && !identifiers.includes(organisation))
    return { found: organisation, expected: identifiers.join(', ') }
  const known = ours.viaVerdeContracts
  if (contracts.length > 0 && known.length > 0 && !contracts.some((contract) => known.includes(contract))) {
    return { found: contracts.join(', '), expected: known.join(', ') }
  }
  return null
}

/** Identifiers of Uber organisations, and names. */
function uberNames({ uberOrganisations }: OwnNames): [identifiers: string[], names: string[]] {
  const isIdentifier = (text: string) => IDENTIFIER.test(text)
  return [uberOrganisations.filter(isIdentifier), uberOrganisations.filter((text) => !isIdentifier(text))]
}

const IDENTIFIER = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

/** Lists of names that a company keeps. */
export type OwnNameList = 'uberOrganisations' | 'boltCompanies' | 'viaVerdeContracts'

/** Names to add to one of the lists. */
export type NewNames = { list: OwnNameList; values: readonly string[] }

/** Most names that one list keeps; further ones are asked about with each file. */
export const MAX_OWN_NAMES = 50
/** Most characters of a name, the same as of the company's own. */
export const LONGEST_OWN_NAME = 140
/** Most characters of a whole list, one name a line as a form sends it. */
export const LONGEST_OWN_LIST = MAX_OWN_NAMES * (LONGEST_OWN_NAME + 2)

/**
 * Answers the names of a file that this company does not know as its own: those that "it is ours too" remembers. Only
 * names that the company's form could keep: one line each, and no more than its list holds; `null` when nothing is
 * left.
 */
export function newNames(file: Named, ours: OwnNames): NewNames | null {
  const found = otherCompany(file, ours) && namesIn(file, ours)
  if (!found) return null
  const separator = found.list === 'viaVerdeContracts' ? /[\s,;]/ : /[\r\n]/
  const kept = [...ours[found.list]]
  const values = [...new Set(found.values)].filter((value) => {
    const fits =
      value.trim() !== '' &&
      value.length <= LONGEST_OWN_NAME &&
      !separator.test(value) &&
      kept.length < MAX_OWN_NAMES &&
      [...kept, value].join('\r\n').length <= LONGEST_OWN_LIST
    if (fits) kept.push(value)
    return fits
  })
  return values.length > 0 ? { list: found.list, values } : null
}

function namesIn(file: Named, ours: OwnNames): NewNames {
  const { name, organisation, contracts } = file.company
  if (file.source === 'viaverde') return { list: 'viaVerdeContracts', values: [...contracts] }
  if (file.source !== 'uber') return { list: 'boltCompanies', values: name ? [name] : [] }
  const values = [name, organisation].filter((text) => text !== null && !ours.uberOrganisations.includes(text))
  return { list: 'uberOrganisations', values: values.filter((text) => text !== null) }
}

/**
 * Lists our accounts at a source other than `account` (as in `ReadFile.account`), as far as names tell: their reports
 * exist side by side. Empty when `account` is none of ours.
 */
export function otherAccounts(account: string, source: Source, ours: OwnNames | null): string[] {
  if (!ours || account === '') return []
  const ownLetters = [ours.name, ...(source === 'uber' ? uberNames(ours)[1] : ours.boltCompanies)].map(companyLetters)
  const isAlike = (letters: string) => letters.startsWith(account) || account.startsWith(letters)
  return ownLetters.some(isAlike) ? ownLetters.filter((letters) => !isAlike(letters)) : []
}

/** A weekly report of money that counts in a week. `account` as in `ReadFile.account`, empty where the file does not say. */
export type AccountReport = { week: Week; source: Source; account: string }

/** Number of earlier weeks that decide what a fleet usually has. */
export const WEEKS_BEFORE = 4

/**
 * Lists our accounts at a source whose report is missing in a week that has another account's report, judged by all
 * `reports`. These are the accounts that brought one in the weeks before, and those that the company's page names: from
 * their first report on, or in the newest week while they have none. They are named as we keep them, else as in their
 * files. A report without an account may be anybody's: then no account is missing.
 */
export function accountsWithoutReport(
  source: Source,
  week: Week,
  reports: readonly AccountReport[],
  ours: OwnNames | null,
): string[] {
  const reportsOfSource = reports.filter((report) => report.source === source)
  const accounts = reportsOfSource.filter((report) => report.week === week).map(({ account }) => account)
  if (accounts.length === 0 || accounts.includes('')) return []
  const withAccount = reportsOfSource.filter(({ account }) => account !== '')
  const named = accountNames(source, ours)
  const known = [...named, ...(ours ? [ours.name] : [])]
  const from = previousWeek(week, WEEKS_BEFORE)
  const before = withAccount
    .filter((report) => from <= report.week && report.week < week)
    .map(({ account }) => known.find((name) => isOf(name, account)) ?? account)
  const begun = named.filter((name) => {
    const reportsOfName = withAccount.filter(({ account }) => isOf(name, account))
    return reportsOfName.length > 0
      ? reportsOfName.some((report) => report.week < week)
      : reportsOfSource.every((report) => report.week <= week)
  })
  return [...new Set([...begun, ...before])].filter((name) => !accounts.some((account) => isOf(name, account)))
}

function accountNames(source: Source, ours: OwnNames | null): readonly string[] {
  if (!ours || (source !== 'uber' && source !== 'bolt')) return []
  return source === 'uber' ? uberNames(ours)[1] : ours.boltCompanies
}

/** Whether an account in a file is the one of this name: either may be cut short. */
function isOf(name: string, account: string): boolean {
  const letters = companyLetters(name)
  return letters.startsWith(account) || account.startsWith(letters)
}

/** Coverage of a week by one source. `partial`: movements of some days only, a report without money, or not every account's. */
export type Coverage = { state: 'missing' | 'partial' | 'complete'; days: number }

type SourceRows = {
  /** Number of rows of the week that carry money. */
  rows: number
  /** Number of all rows of the week: those of hours and trips too. */
  all: number
  /** First and last day of each file of the source, both inclusive. */
  periods: readonly { from: string; to: string }[]
  /** Answer of `accountsWithoutReport`. */
  lacking?: readonly string[]
}

/**
 * Works out how much of a source a week has. Weekly reports are either there or not, and so are lists that the operator
 * set up, since nobody knows which days they should have; lists of movements cover a week when their files together
 * cover its seven days.
 */
export function coverageOf(source: Source, week: Week, { rows, all, periods, lacking = [] }: SourceRows): Coverage {
  if (source === 'uber' || source === 'bolt' || source === 'other') {
    if (rows > 0) return { state: lacking.length > 0 ? 'partial' : 'complete', days: 7 }
    return { state: all > 0 ? 'partial' : 'missing', days: 0 }
  }
  const days = Array.from({ length: 7 }, (_, index) => monday(week).add({ days: index }).toString())
  const covered = days.filter((day) => periods.some(({ from, to }) => from <= day && day <= to)).length
  if (covered === 7) return { state: 'complete', days: 7 }
  return { state: covered > 0 || all > 0 ? 'partial' : 'missing', days: covered }
}
