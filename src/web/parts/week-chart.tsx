import { type Cents, ZERO, cents } from '#domain/money.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatWeek, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Chart } from '#web/ui/chart.tsx'
import { type Column as TableColumn, Table } from '#web/ui/table.tsx'
import { Money } from './money.tsx'

type Column = { name: string; values: readonly Cents[] }

type Props = {
  title: string
  /** Oldest first. */
  weeks: readonly string[]
  series: readonly [Column] | readonly [Column, Column]
}

/** Amounts over the weeks, as a picture with its table behind. One week is no picture. */
export function WeekChart({ title, weeks, series }: Props) {
  const t = useT()
  if (weeks.length < 2) return null
  const money = (value: number) => formatMoney(cents(value), t.language)
  const says = series
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
  return (
    <Chart
      title={title}
      says={says}
      labels={weeks.map((week) => String(weekNumber(week)))}
      series={series}
      words={money}
      unfold={t('page.pictures.unfold')}
      table={
        <Table
          caption={title}
          phone="columns"
          rows={weeks.map((week, index) => ({ week, index })).toReversed()}
          rowKey={({ week }) => week}
          columns={columns(series, t)}
        />
      }
    />
  )
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
