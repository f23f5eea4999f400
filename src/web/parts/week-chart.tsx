import { median } from '#domain/median.ts'
import { type Cents, ZERO, cents } from '#domain/money.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatWeek, weekNumber } from '#messages/dates.ts'
import { formatMoney, formatPercent, formatRoundMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { LineChart } from '#web/ui/charts/line-chart.tsx'
import { type Column as TableColumn, Table } from '#web/ui/table.tsx'
import { Money } from './money.tsx'

type Column = { name: string; values: readonly Cents[] }

type Props = {
  /** The name of the amounts. */
  title: string
  /** The finding that the picture shows; for one series it is worked out. */
  finding?: string | undefined
  /** Oldest first. */
  weeks: readonly string[]
  series: readonly [Column] | readonly [Column, Column]
  /** `line`: compared with its own past, on an axis that begins where the amounts do. `bars`: from zero. */
  drawn?: 'line' | 'bars'
}

/** Amounts over the weeks, as a picture with its table behind it. A single week is not drawn. */
export function WeekChart({ title, finding, weeks, series, drawn = 'bars' }: Props) {
  const t = useT()
  if (weeks.length < 2) return null
  const money = (value: number) => formatMoney(cents(value), t.language)
  const frame = {
    title: finding ?? findingOf(weeks, series[0].values, t),
    about: title,
    says: saysOf(series, t),
    labels: weeks.map((week) => String(weekNumber(week))),
    words: money,
    table: (
      <Table
        caption={title}
        phone="columns"
        rows={weeks.map((week, index) => ({ week, index })).toReversed()}
        rowKey={({ week }) => week}
        columns={columns(series, t)}
      />
    ),
  }
  if (drawn === 'bars' || series.length > 1) return <BarChart {...frame} series={series} />
  return (
    <LineChart
      {...frame}
      values={series[0].values}
      axisWords={(value) => formatRoundMoney(cents(value), t.language)}
      unit={100}
      medianWords={(value) => t('page.pictures.median', { value: money(value) })}
      medianOf={comparedOf(series[0].values)}
    />
  )
}

function saysOf(series: readonly Column[], t: Translator): string {
  const money = (value: number) => formatMoney(cents(value), t.language)
  return series
    .map(({ name, values }) =>
      t('page.pictures.says', {
        name,
        count: values.length,
        low: money(Math.min(...values)),
        high: money(Math.max(...values)),
        last: money(values.at(-1) ?? 0),
      }),
    )
    .join(' ')
}

/** With fewer weeks, highest, lowest and median mean nothing. */
const ENOUGH = 4

/** The amounts whose median is the usual one: those before the last, which is compared with it, or all of a few. */
function comparedOf(values: readonly Cents[]): readonly Cents[] {
  return values.length > ENOUGH ? values.slice(0, -1) : values
}

/** How the last week compares with those before it. */
function findingOf(weeks: readonly string[], values: readonly Cents[], t: Translator): string {
  const last = values.at(-1) ?? ZERO
  const before = values.slice(0, -1)
  const words = { number: weekNumber(weeks.at(-1) ?? ''), amount: formatMoney(last, t.language), count: values.length }
  if (before.length < ENOUGH) return t('page.pictures.finding.few', words)
  if (before.every((value) => value < last)) return t('page.pictures.finding.highest', words)
  if (before.every((value) => value > last)) return t('page.pictures.finding.lowest', words)
  const middle = median(before)
  // Of a debt, or of nothing, a percentage says nothing: both amounts are told.
  if (middle <= 0) return t('page.pictures.finding.beside', { ...words, middle: formatMoney(middle, t.language) })
  const percent = Math.round(((last - middle) * 100) / middle)
  if (Math.abs(percent) < 3) {
    return t('page.pictures.finding.usual', { ...words, middle: formatMoney(middle, t.language) })
  }
  return t(`page.pictures.finding.${percent > 0 ? 'above' : 'below'}`, {
    ...words,
    percent: formatPercent(Math.abs(percent) * 100, t.language),
    middle: formatMoney(middle, t.language),
  })
}

type Row = { week: string; index: number }

function columns(series: readonly Column[], t: Translator): TableColumn<Row>[] {
  return [
    { head: t('page.pictures.week'), cell: ({ week }) => formatWeek(week, t.language) },
    ...series.map(({ name, values }): TableColumn<Row> => ({
      head: name,
      number: true,
      cell: ({ index }) => <Money cents={values[index] ?? ZERO} look="bare" />,
    })),
  ]
}
