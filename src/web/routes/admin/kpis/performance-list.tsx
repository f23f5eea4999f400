import type { MessageKey, Translator } from '#messages/catalogue.ts'
import {
  FIGURES,
  type FigureName,
  type FiguresPeriod,
  PLATFORMS,
  isWorseHigh,
  readFiguresPeriod,
} from '#domain/performance.ts'
import { median } from '#domain/median.ts'
import { showPlate } from '#domain/identifiers.ts'
import { GROUPS, type FiguresView, type Performance } from '#features/weeks/performance/schema.ts'
import { bareFigure, figureChange, figureWords, isMoney } from '#messages/figure-words.ts'
import { type List, type ListColumn, list } from '#web/parts/list.ts'
import { Money } from '#web/parts/money.tsx'
import { SmallLine } from '#web/ui/charts/small-line.tsx'
import { cents } from '#domain/money.ts'

/**
 * The choices in the address: the figure that sorts the list and is shown first (by default income per hour), what the rows are,
 * and which platform.
 */
export type Chosen = FiguresView & { figure: FigureName; descending: boolean; period: string | null }

export function chosenFigure(url: URL): Chosen {
  const parameter = (name: string) => url.searchParams.get(name)
  const figure = FIGURES.find((name) => name === parameter('sort')) ?? 'perHour'
  return {
    figure,
    descending:
      parameter('dir') === 'desc' || (parameter('dir') === null && parameter('sort') === null && isWorseHigh(figure)),
    by: GROUPS.find((group) => group === parameter('by')) ?? 'driver',
    of: PLATFORMS.find((platform) => platform === parameter('of')) ?? 'all',
    period: parameter('period'),
  }
}

/** The address of the figures with these choices, some of them changed; default values are left out. */
export function placeOf(chosen: Chosen, otherwise: Partial<Chosen>): string {
  const { figure, by, of, period } = { ...chosen, ...otherwise }
  const query = new URLSearchParams({
    ...(period === null ? {} : { period }),
    ...(by === 'driver' ? {} : { by }),
    ...(of === 'all' || by === 'platform' ? {} : { of }),
    ...(figure === 'perHour' ? {} : { sort: figure }),
    ...(isWorseHigh(figure) ? { dir: 'desc' } : {}),
  }).toString()
  return query === '' ? PLACE : `${PLACE}?${query}`
}

/** The period in the address, `?period=2026-W47`; `null` if there is none. Refuses one that cannot be read. */
export function askedPeriod(url: URL): FiguresPeriod | null {
  const text = url.searchParams.get('period')
  return text ? readFiguresPeriod(text) : null
}

const PLACE = '/admin/kpis'

/** One row per driver, car or platform: the chosen figure, compared with the period before and over twelve weeks, then all the others. */
export function performanceList(chosen: Chosen, measured: readonly FigureName[] = FIGURES): List<Performance> {
  const { figure, descending, by } = chosen
  const others = FIGURES.filter((name) => name !== figure)
  return list<Performance, string>({
    place: PLACE,
    keeps: ['period', 'by', 'of'],
    words: (word) => `page.kpis.${word}`,
    searchTexts: ({ name }) => [name],
    href: ({ id }) => hrefOf(chosen, id),
    first: { by: figure, descending: isWorseHigh(figure) },
    // The chosen figure is also the amount of a row on a phone.
    phone: { identity: by, amount: figure, facts: ['line', 'change'] },
    columns: {
      [by]: { value: (row, t) => nameOf(by, row, t), sorts: true },
      [figure]: { ...columnOf(figure, descending), cell: (row, t) => strong(figure, row, t) },
      change: {
        kind: 'count',
        value: (row, t) => changeOf(figure, row, t),
        order: (row) => changeIn(figure, row) ?? lastWhenMissing(descending),
        sorts: true,
      },
      line: {
        value: (row, t) => ownMedian(figure, row, t),
        // A single week makes no line.
        cell: (row, t) =>
          knownFigures(figure, row).length < 2 ? (
            '–'
          ) : (
            <SmallLine look="own" values={row.weeks.map((week) => week[figure])} label={lineWords(figure, row, t)} />
          ),
      },
      ...Object.fromEntries(
        others.map((name) => [name, { ...columnOf(name, isWorseHigh(name)), onlyInFile: !measured.includes(name) }]),
      ),
    },
    head: (column): MessageKey =>
      `page.kpis.columns.${column as FigureName | 'driver' | 'car' | 'platform' | 'change' | 'line'}`,
  })
}

/** The page of a row: the details of a driver's figures, the car, or the drivers of a platform. */
function hrefOf(chosen: Chosen, id: string): string {
  if (chosen.by === 'car') return `/admin/vehicles/${id}`
  const platform = PLATFORMS.find((candidate) => candidate === id)
  if (platform) return placeOf(chosen, { by: 'driver', of: platform })
  return `${PLACE}/drivers/${id}${chosen.period === null ? '' : `?period=${chosen.period}`}`
}

/** The name of a row: a plate as people write it, a platform by its own name. */
export function nameOf(by: FiguresView['by'], { name }: Pick<Performance, 'name'>, t: Translator): string {
  if (by === 'car') return showPlate(name)
  const platform = PLATFORMS.find((candidate) => candidate === name)
  return by === 'platform' && platform ? t(`errors.report.${platform}`) : name
}

function columnOf(name: FigureName, descending: boolean): ListColumn<Performance> {
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
    order: ({ figures }) => figures[name] ?? lastWhenMissing(descending),
    sorts: true,
  }
}

/** The sort key of values that were not measured: they come last. */
function lastWhenMissing(descending: boolean): number {
  return descending ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER
}

function strong(figure: FigureName, { figures }: Performance, t: Translator) {
  const value = figures[figure]
  if (value === null) return <small>{t('page.kpis.unknown')}</small>
  return (
    <strong>
      {isMoney(figure) ? <Money cents={cents(value)} look="bare" owed inList /> : bareFigure(figure, value, t)}
    </strong>
  )
}

function changeIn(figure: FigureName, { figures, before }: Performance): number | null {
  const [now, then] = [figures[figure], before[figure]]
  return now === null || then === null ? null : now - then
}

function changeOf(figure: FigureName, row: Performance, t: Translator): string | null {
  const change = changeIn(figure, row)
  return change === null ? null : figureChange(figure, change, t)
}

function knownFigures(figure: FigureName, { weeks }: Performance): number[] {
  return weeks.map((week) => week[figure]).filter((value) => value !== null)
}

function ownMedian(figure: FigureName, row: Performance, t: Translator): string | null {
  const values = knownFigures(figure, row)
  return values.length === 0 ? null : bareFigure(figure, median(values), t)
}

/** A description of a figure's line. */
export function lineWords(figure: FigureName, row: Performance, t: Translator): string {
  const values = knownFigures(figure, row)
  const words = (value: number) => figureWords(figure, value, t)
  return t('page.kpis.lineSays', {
    count: values.length,
    low: words(Math.min(...values)),
    high: words(Math.max(...values)),
    median: words(median(values)),
  })
}

/** The chosen figure for the whole fleet, now and before. */
export function fleetOf(rows: readonly Performance[], { figure, by }: Chosen, t: Translator) {
  const dots = rows.flatMap((row) => {
    const value = row.figures[figure]
    return value === null ? [] : [{ id: row.id, name: nameOf(by, row, t), value, before: row.before[figure] }]
  })
  const before = rows.flatMap((row) => row.before[figure] ?? [])
  const changes = rows.flatMap((row) => changeIn(figure, row) ?? [])
  return {
    dots,
    median: dots.length === 0 ? null : median(dots.map(({ value }) => value)),
    before: before.length === 0 ? null : median(before),
    above: changes.filter((change) => change > 0).length,
    below: changes.filter((change) => change < 0).length,
  }
}
