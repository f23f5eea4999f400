import { CAR_COSTS, type CarCost, type CarFigures } from '#domain/car-business.ts'
import { INCOMES } from '#domain/car-income.ts'
import { showPlate } from '#domain/identifiers.ts'
import { median } from '#domain/median.ts'
import { sum, minus } from '#domain/money.ts'
import type { CarBusiness } from '#features/weeks/cars/schema.ts'
import type { MessageKey, Translator } from '#messages/catalogue.ts'
import { formatDifference, formatMoney } from '#messages/numbers.ts'
import { hintWords, missingWords, paceWords } from '#web/parts/car-business-words.ts'
import { type ListColumn, list } from '#web/parts/list.ts'
import { Money } from '#web/parts/money.tsx'
import { SmallLine } from '#web/ui/charts/small-line.tsx'
import { State } from '#web/ui/state.tsx'

export const PLACE = '/admin/kpis/cars'

type Column = keyof typeof import('#messages/pt/page/car-figures.ts').carFigures.columns

/** One row per car: what it left, compared with the period before and over its last weeks, the parts of that, and the advice. */
export const CAR_FIGURES = list<CarBusiness, Column>({
  place: PLACE,
  keeps: ['period'],
  words: (word) => `page.carFigures.${word}`,
  searchTexts: ({ plate, name, driver }) => [plate, showPlate(plate), name, driver],
  href: ({ id }) => `/admin/vehicles/${id}/upkeep`,
  views: {
    loss: { words: 'page.carFigures.views.loss', holds: ({ figures }) => figures.left < 0 },
    empty: { words: 'page.carFigures.views.empty', holds: ({ figures }) => figures.emptyDays > 0 },
    workshop: { words: 'page.carFigures.views.workshop', holds: ({ figures }) => figures.workshopDays > 0 },
    missing: { words: 'page.carFigures.views.missing', holds: ({ figures }) => figures.missing.length > 0 },
  },
  first: { by: 'left', descending: false },
  phone: { identity: 'car', amount: 'left', state: 'missing', facts: ['hint'] },
  columns: {
    car: { value: ({ plate }) => showPlate(plate), sorts: true },
    left: {
      ...amount(({ left }) => left),
      cell: ({ figures }) => (
        <strong>
          <Money cents={figures.left} look="bare" owed inList />
        </strong>
      ),
    },
    change: {
      kind: 'money',
      value: changeOf,
      cell: (row, t) => {
        const change = changeOf(row)
        return change === null ? '–' : formatDifference(change, t.language)
      },
      order: (row) => changeOf(row) ?? Number.MAX_SAFE_INTEGER,
      sorts: true,
    },
    line: {
      value: (row, t) => {
        const values = leftBy(row)
        return values.length === 0 ? null : formatMoney(median(values), t.language)
      },
      cell: (row, t) => {
        const values = leftBy(row)
        return values.length < 2 ? (
          '–'
        ) : (
          <SmallLine
            look="own"
            values={row.weeks.map(({ figures }) => (figures.days === 0 ? null : figures.left))}
            label={lineWords(values, t)}
          />
        )
      },
    },
    income: amount(({ income }) => income),
    cost: amount(({ cost }) => cost),
    breakEven: { ...amount(({ breakEven }) => breakEven), wideOnly: true },
    emptyDays: { kind: 'count', value: ({ figures }) => figures.emptyDays, sorts: true, wideOnly: true },
    workshopDays: { kind: 'count', value: ({ figures }) => figures.workshopDays, sorts: true, wideOnly: true },
    kilometres: {
      value: (row, t) => paceWords(row, t),
      cell: (row, t) => paceWords(row, t) ?? '–',
      order: ({ pace }) => -(pace?.beyond ?? -1),
      sorts: true,
      wideOnly: true,
    },
    // There is no advice about a driver's own car.
    hint: { value: ({ hint }, t) => (hint === null || hint.because === 'driver' ? null : hintWords(hint, t)) },
    missing: {
      value: ({ figures }, t) => (figures.missing.length === 0 ? null : missingWords(figures.missing, t)),
      cell: ({ figures }, t) =>
        figures.missing.length === 0 ? (
          ''
        ) : (
          <State tone="warn">{t('page.carFigures.lacking', { what: missingWords(figures.missing, t) })}</State>
        ),
      exception: true,
    },
    name: { value: ({ name }) => name, onlyInFile: true },
    driver: { value: ({ driver }) => driver, onlyInFile: true },
    days: { kind: 'count', value: ({ figures }) => figures.days, onlyInFile: true },
    emptyCost: inFile(({ emptyCost }) => emptyCost),
    ...(Object.fromEntries(INCOMES.map((name) => [name, inFile(({ brought }) => brought[name])])) as Record<
      (typeof INCOMES)[number],
      ListColumn<CarBusiness>
    >),
    ...(Object.fromEntries(CAR_COSTS.map((name) => [name, inFile(({ costs }) => costs[name])])) as Record<
      CarCost,
      ListColumn<CarBusiness>
    >),
  },
  head: (column): MessageKey => `page.carFigures.columns.${column}`,
})

function amount(of: (figures: CarFigures) => number | null): ListColumn<CarBusiness> {
  return { kind: 'money', value: ({ figures }) => of(figures), order: ({ figures }) => of(figures) ?? 0, sorts: true }
}

function inFile(of: (figures: CarFigures) => number | null): ListColumn<CarBusiness> {
  return { kind: 'money', value: ({ figures }) => of(figures), onlyInFile: true }
}

function changeOf({ figures, before }: CarBusiness): number | null {
  return before === null ? null : sum([figures.left, minus(before.left)])
}

function leftBy({ weeks }: CarBusiness): number[] {
  return weeks.filter(({ figures }) => figures.days > 0).map(({ figures }) => figures.left)
}

function lineWords(values: readonly number[], t: Translator): string {
  const words = (value: number) => formatMoney(value, t.language)
  return t('page.carFigures.lineSays', {
    count: values.length,
    low: words(Math.min(...values)),
    high: words(Math.max(...values)),
    median: words(median(values)),
  })
}
