import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, sum } from '#domain/money.ts'
import { perSource } from '#domain/import.ts'
import type { WeekDriverRow, WeekPage } from '#features/weeks/schema.ts'
import { PAGE_ROWS, VIEWS, panelAddress, driversPage, neighboursOf } from './drivers-page.ts'

const row = fc.record({
  net: fc.option(fc.integer({ min: -50_000, max: 90_000 })),
  isUnusual: fc.boolean(),
  iban: fc.constantFrom('ready', 'missing', 'held'),
  state: fc.constantFrom('draft', 'approved', 'paid'),
  asks: fc.nat(9),
})

/** The part of a week that the table reads. */
const week = fc.array(row, { minLength: 1, maxLength: 700, size: 'max' }).map((rows): WeekPage => {
  const drivers = rows.map(({ net, isUnusual, iban, state }, index) => ({
    id: `d${index}`,
    ref: `D${index}`,
    name: `Motorista ${index}`,
    regime: null,
    questions: 0,
    deviation: null,
    earnings: net,
    costs: net,
    adjustments: net,
    net,
    isUnusual,
    iban,
    state,
    ticks: perSource(() => 'none'),
  })) as unknown as WeekDriverRow[]
  const questions = rows.flatMap(({ asks }, index) =>
    asks === 0
      ? [{ kind: 'no-terms', id: `q${index}`, driver: drivers[index]!, total: cents(0), usual: null, own: null }]
      : [],
  )
  return { drivers, questions, name: '2026-W23' } as unknown as WeekPage
})
const anyView = fc.option(fc.constantFrom(...VIEWS))
const nothing = { view: null, page: null, driver: null }

test('the pages of a table have everybody once, no page is longer than another, and the totals are of all', () => {
  fc.assert(
    fc.property(week, anyView, (shown, view) => {
      const first = driversPage(shown, { ...nothing, view })
      const last = Math.max(1, Math.ceil(first.count / PAGE_ROWS))
      const pages = Array.from({ length: last }, (_, at) => driversPage(shown, { ...nothing, view, page: `${at + 1}` }))
      const all = pages.flatMap((page) => [...page.first, ...page.rest])
      expect(new Set(all).size).toBe(first.count)
      expect(all).toHaveLength(first.count)
      for (const page of pages) {
        expect(page.first.length + page.rest.length).toBeLessThanOrEqual(PAGE_ROWS)
        expect(page.totals.net).toBe(sum(all.flatMap(({ net }) => net ?? [])))
      }
      if (!view) expect(all).toHaveLength(shown.drivers.length)
      // A driver who needs a look never stands behind one who does not.
      const calm = pages.flatMap((page) => [...page.first.map(() => false), ...page.rest.map(() => true)])
      if (!view) expect(calm).toEqual(calm.toSorted((a, b) => Number(a) - Number(b)))
      expect(pages.flatMap(({ toDecide }) => toDecide)).toHaveLength(
        all.filter(({ id }) => shown.questions.some((one) => 'driver' in one && one.driver?.id === id)).length,
      )
    }),
    { numRuns: 60 },
  )
})

test('a driver in the address is on the page that is shown, where no page is asked for', () => {
  fc.assert(
    fc.property(week, fc.nat(), (shown, at) => {
      const { id } = shown.drivers[at % shown.drivers.length]!
      const { first, rest } = driversPage(shown, { ...nothing, driver: id })
      expect([...first, ...rest].map((one) => one.id)).toContain(id)
    }),
    { numRuns: 60 },
  )
})

test('a page that is not there is the nearest that is', () => {
  const [shown] = fc.sample(week, { numRuns: 1, seed: 1 })
  for (const page of ['0', '-3', 'x', '', '1.9']) expect(driversPage(shown!, { ...nothing, page }).page).toBe(1)
  const { page, count } = driversPage(shown!, { ...nothing, page: '99999' })
  expect(page).toBe(Math.max(1, Math.ceil(count / PAGE_ROWS)))
})

test('a statement that is opened keeps view and page, and nothing of what was just done', () => {
  const query = new URLSearchParams('view=to-pay&page=3&done=paid&driver=d1')
  expect(panelAddress('2026-W23', query, 'd2')).toBe('/admin/weekly/2026-W23?view=to-pay&page=3&driver=d2')
  expect(panelAddress('2026-W23', new URLSearchParams())).toBe('/admin/weekly/2026-W23')
})

test('the neighbours of a driver are those of the whole week, on whatever page they are', () => {
  const [shown] = fc.sample(week, { numRuns: 1, seed: 2 })
  const last = shown!.drivers.at(-1)!
  expect(neighboursOf(shown!, last.id).after).toBeNull()
  expect(neighboursOf(shown!, shown!.drivers[0]!.id).before).toBeNull()
})
