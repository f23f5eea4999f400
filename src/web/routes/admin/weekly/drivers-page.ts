import { type Cents, sum } from '#domain/money.ts'
import type { WeekDriverRow, WeekOutline, WeekPage, WeekPeople } from '#features/weeks/schema.ts'
import { calmDrivers, questionsToDecide, driverOf } from './week-questions.ts'

/** Rows on a page of the table. */
export const PAGE_ROWS = 200

export const VIEWS = ['negative', 'no-iban', 'no-terms', 'unusual', 'to-pay'] as const
export type View = (typeof VIEWS)[number]

const MATCHES: Record<View, (row: WeekDriverRow) => boolean> = {
  negative: ({ net }) => net !== null && net < 0,
  'no-iban': ({ iban }) => iban === 'missing' || iban === 'invalid',
  'no-terms': ({ net }) => net === null,
  unusual: (row) => row.isUnusual,
  'to-pay': ({ net, state }) => net !== null && net > 0 && state !== 'paid' && state !== 'draft',
}

/** The drivers of a week on one page of the table, with figures of all pages. */
export type DriversPage = {
  view: View | null
  page: number
  /** Rows of all pages of this view. */
  count: number
  /** On this page: drivers who need a look, and the calm ones. `calm` counts those of all pages. */
  first: readonly WeekDriverRow[]
  rest: readonly WeekDriverRow[]
  calm: number
  /** Calm drivers with too few earlier weeks to compare with. */
  uncompared: number
  /** On this page: drivers who wait for a decision. */
  toDecide: readonly string[]
  views: readonly { name: View; count: number }[]
  /** Sums over all pages of this view. */
  totals: Record<'net' | 'earnings' | 'costs' | 'adjustments', Cents>
}

type Asked = { view: string | null; page: string | null; driver: string | null }

/**
 * The requested page; with a driver and no page, the page that has this driver. Drivers who need a look come first, on
 * whatever page the others are.
 */
export function driversPage(week: WeekPage, query: Asked): DriversPage {
  const view = VIEWS.find((name) => name === query.view) ?? null
  const shown = view ? week.drivers.filter(MATCHES[view]) : week.drivers
  const quiet = view ? [] : calmDrivers(week)
  const calm = new Set(quiet.map(({ id }) => id))
  const ordered = [...shown.filter(({ id }) => !calm.has(id)), ...shown.filter(({ id }) => calm.has(id))]
  const last = Math.max(1, Math.ceil(ordered.length / PAGE_ROWS))
  const place = query.page === null ? ordered.findIndex(({ id }) => id === query.driver) : -1
  const wantedPage = place === -1 ? Math.trunc(Number(query.page)) || 1 : Math.floor(place / PAGE_ROWS) + 1
  const page = Math.min(Math.max(1, wantedPage), last)
  const rows = ordered.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS)
  const here = new Set(rows.map(({ id }) => id))
  const total = (name: keyof DriversPage['totals']) => sum(shown.flatMap((row) => row[name] ?? []))
  return {
    view,
    page,
    count: shown.length,
    first: view ? [] : rows.filter(({ id }) => !calm.has(id)),
    rest: view ? rows : rows.filter(({ id }) => calm.has(id)),
    calm: calm.size,
    uncompared: quiet.filter(({ deviation }) => deviation === null).length,
    toDecide: [...new Set(questionsToDecide(week.questions).flatMap((question) => driverOf(question) ?? []))].filter(
      (id) => here.has(id),
    ),
    views: VIEWS.map((name) => ({ name, count: week.drivers.filter(MATCHES[name]).length })).filter(
      ({ name, count }) => count > 0 || name === view,
    ),
    totals: {
      net: total('net'),
      earnings: total('earnings'),
      costs: total('costs'),
      adjustments: total('adjustments'),
    },
  }
}

/** A week without its table. */
export function weekShown<Week extends WeekOutline>({ drivers, ...week }: Week): Omit<Week, 'drivers'> & WeekPeople {
  const withoutIban = new Set(
    week.questions.flatMap((question) => (question.kind === 'iban' ? [question.driver.id] : [])),
  )
  const calm = calmDrivers({ drivers, questions: week.questions })
  return {
    ...week,
    people: {
      count: drivers.length,
      settled: drivers.filter(({ net }) => net !== null).length,
      calm: calm.length,
      uncompared: calm.filter(({ deviation }) => deviation === null).length,
      hasIssued: drivers.some(({ state }) => state !== 'draft'),
      approved: drivers.filter(({ id, state }) => state === 'approved' && withoutIban.has(id)).map(({ id }) => id),
    },
  }
}

/** The drivers before and after this one in the list of the week. */
export function neighboursOf({ drivers }: Pick<WeekPage, 'drivers'>, id: string) {
  const at = drivers.findIndex((driver) => driver.id === id)
  const named = (row: WeekDriverRow | undefined) => (row ? { id: row.id, name: row.name } : null)
  return { before: named(drivers[at - 1]), after: named(drivers[at + 1]) }
}

/** The address of the table's present page, with this driver's statement beside it. */
export function panelAddress(week: string, query: URLSearchParams, driver?: string): string {
  // oxlint-disable-next-line typescript/no-non-null-assertion -- it was asked for on the same line
  const kept = ['view', 'page'].flatMap((name) => (query.has(name) ? [[name, query.get(name)!]] : []))
  const search = new URLSearchParams([...kept, ...(driver ? [['driver', driver]] : [])]).toString()
  return `/admin/weekly/${week}${search ? `?${search}` : ''}`
}
