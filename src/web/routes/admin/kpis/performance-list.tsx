import type { MessageKey, Translator } from '#messages/catalogue.ts'
import { FIGURES, type FigureName, type FiguresPeriod, readFiguresPeriod } from '#domain/performance.ts'
import { median } from '#domain/median.ts'
import type { DriverPerformance } from '#features/weeks/performance/schema.ts'
import { bareFigure, figureChange, figureWords, isMoney } from '#messages/figure-words.ts'
import { type List, type ListColumn, list } from '#web/parts/list.ts'
import { Money } from '#web/parts/money.tsx'
import { SmallLine } from '#web/ui/charts/small-line.tsx'
import { cents } from '#domain/money.ts'

/** What the address sorts by, and therefore shows first: a figure, else by the hour. */
export type Chosen = { figure: FigureName; descending: boolean }

export function chosenFigure(url: URL): Chosen {
  const said = url.searchParams.get('sort')
  const figure = FIGURES.find((name) => name === said) ?? 'perHour'
  return { figure, descending: url.searchParams.get('dir') === 'desc' }
}

/** The address of the figures of a period; the newest week needs no name. */
export function placeOf(period: string, { figure }: Pick<Chosen, 'figure'>): string {
  return `${PLACE}?${new URLSearchParams({ period, ...(figure === 'perHour' ? {} : { sort: figure }) })}`
}

/** The period that the address names, `?period=2026-W47`; `null` where it names none. Refuses what is neither week nor month. */
export function askedPeriod(url: URL): FiguresPeriod | null {
  const said = url.searchParams.get('period')
  return said ? readFiguresPeriod(said) : null
}

const PLACE = '/admin/kpis'

/** One row a driver: the chosen figure, against the period before and over the own twelve weeks, then all the others. */
export function performanceList({ figure, descending }: Chosen): List<DriverPerformance> {
  const others = FIGURES.filter((name) => name !== figure)
  return list<DriverPerformance, string>({
    place: PLACE,
    keeps: ['period'],
    words: (word) => `page.kpis.${word}`,
    found: ({ name }) => [name],
    href: ({ id }) => `/admin/drivers/${id}`,
    first: { by: figure, descending: false },
    // As the figure is chosen, so is the amount of a row.
    phone: { identity: 'driver', amount: figure, facts: ['line', 'change'] },
    columns: {
      driver: { value: ({ name }) => name, sorts: true },
      [figure]: { ...columnOf(figure, descending), cell: (row, t) => strong(figure, row, t) },
      change: {
        kind: 'count',
        value: (row, t) => changeOf(figure, row, t),
        order: (row) => changeIn(figure, row) ?? last(descending),
        sorts: true,
      },
      line: {
        value: (row, t) => ownMedian(figure, row, t),
        // One week is no line.
        cell: (row, t) =>
          known(figure, row).length < 2 ? (
            '–'
          ) : (
            <SmallLine look="own" values={row.weeks.map((week) => week[figure])} label={lineWords(figure, row, t)} />
          ),
      },
      ...Object.fromEntries(others.map((name) => [name, columnOf(name, descending)])),
    },
    head: (column): MessageKey => `page.kpis.columns.${column as FigureName | 'driver' | 'change' | 'line'}`,
  })
}

function columnOf(name: FigureName, descending: boolean): ListColumn<DriverPerformance> {
  return {
    kind: isMoney(name) ? 'money' : 'count',
    value: ({ figures }, t) => {
      const value = figures[name]
      return value === null || isMoney(name) ? value : bareFigure(name, value, t)
    },
    cell: ({ figures }, t) => {
      const value = figures[name]
      if (value === null) return '–'
      return isMoney(name) ? <Money cents={cents(value)} look="bare" owed /> : bareFigure(name, value, t)
    },
    order: ({ figures }) => figures[name] ?? last(descending),
    sorts: true,
  }
}

/** What is not measured stands behind all that is. */
function last(descending: boolean): number {
  return descending ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER
}

function strong(figure: FigureName, { figures }: DriverPerformance, t: Translator) {
  const value = figures[figure]
  if (value === null) return <small>{t('page.kpis.unknown')}</small>
  return (
    <strong>
      {isMoney(figure) ? <Money cents={cents(value)} look="bare" owed inList /> : bareFigure(figure, value, t)}
    </strong>
  )
}

function changeIn(figure: FigureName, { figures, before }: DriverPerformance): number | null {
  const [now, then] = [figures[figure], before[figure]]
  return now === null || then === null ? null : now - then
}

function changeOf(figure: FigureName, row: DriverPerformance, t: Translator): string | null {
  const change = changeIn(figure, row)
  return change === null ? null : figureChange(figure, change, t)
}

function known(figure: FigureName, { weeks }: DriverPerformance): number[] {
  return weeks.map((week) => week[figure]).filter((value) => value !== null)
}

function ownMedian(figure: FigureName, row: DriverPerformance, t: Translator): string | null {
  const values = known(figure, row)
  return values.length === 0 ? null : bareFigure(figure, median(values), t)
}

function lineWords(figure: FigureName, row: DriverPerformance, t: Translator): string {
  const values = known(figure, row)
  const words = (value: number) => figureWords(figure, value, t)
  return t('page.kpis.lineSays', {
    count: values.length,
    low: words(Math.min(...values)),
    high: words(Math.max(...values)),
    median: words(median(values)),
  })
}

/** What the whole fleet says of the chosen figure, and what it said before. */
export function fleetOf(drivers: readonly DriverPerformance[], figure: FigureName) {
  const dots = drivers.flatMap(({ id, name, figures, before }) => {
    const value = figures[figure]
    return value === null ? [] : [{ id, name, value, before: before[figure] }]
  })
  const before = drivers.flatMap((row) => row.before[figure] ?? [])
  const changes = drivers.flatMap((row) => changeIn(figure, row) ?? [])
  return {
    dots,
    median: dots.length === 0 ? null : median(dots.map(({ value }) => value)),
    before: before.length === 0 ? null : median(before),
    above: changes.filter((change) => change > 0).length,
    below: changes.filter((change) => change < 0).length,
  }
}
