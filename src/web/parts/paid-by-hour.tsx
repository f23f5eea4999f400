import { type HourOfWeek, bestAndWorst, paidPerHour } from '#domain/paid-by-hour.ts'
import { cents } from '#domain/money.ts'
import { HOURS_TOGETHER } from '#features/weeks/performance/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { SHORT_DAYS, dayName } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { HourGrid } from '#web/ui/charts/hour-grid.tsx'
import { Words } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const DAYS = [1, 2, 3, 4, 5, 6, 7]
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const PARTS = HOURS.filter((hour) => hour % HOURS_TOGETHER === 0)

/** The hours of the week in which Bolt paid most for an hour online; nothing if no hour was measured often enough. */
export function PaidByHour({ hours }: { hours: readonly HourOfWeek[] }) {
  const t = useT()
  const at = (day: number, from: number, to = from + 1) =>
    hours.filter((hour) => hour.day === day && hour.hour >= from && hour.hour < to)
  const rows = DAYS.map((day) => ({
    day,
    name: SHORT_DAYS[t.language][day - 1] ?? '',
    hours: HOURS.map((hour) => paidPerHour(at(day, hour)) ?? 0),
  }))
  const measured = rows.flatMap((row) => row.hours.filter((value) => value > 0))
  if (measured.length === 0) return null
  const money = (amount: number) => formatMoney(cents(amount), t.language)
  const found = bestAndWorst(hours)
  const words = found && {
    day: dayName(found.best.day, t.language),
    from: found.best.from,
    to: found.best.to,
    best: money(found.best.perHour),
    lowDay: dayName(found.worst.day, t.language),
    lowFrom: found.worst.from,
    lowTo: found.worst.to,
    worst: money(found.worst.perHour),
  }
  return (
    <Section title={t('page.pictures.paidByHour.section')}>
      <Card>
        <Stack>
          <HourGrid
            title={words ? t('page.pictures.paidByHour.title', words) : t('page.pictures.paidByHour.few')}
            about={t('page.pictures.paidByHour.about')}
            says={words ? t('page.pictures.paidByHour.says', words) : t('page.pictures.paidByHour.few')}
            rows={rows}
            words={(value) => t('page.pictures.paidByHour.perHour', { amount: money(value) })}
            low={Math.min(...measured)}
            table={
              <Table
                caption={t('page.pictures.paidByHour.about')}
                phone="columns"
                rows={rows}
                rowKey={({ name }) => name}
                columns={[
                  { head: t('page.pictures.paidByHour.day'), cell: ({ name }) => name },
                  ...PARTS.map((from) => partColumn(from, at, t)),
                ]}
              />
            }
          />
          <Words look="small">{t('page.pictures.paidByHour.note')}</Words>
        </Stack>
      </Card>
    </Section>
  )
}

type Row = { day: number; name: string }
type Hours = (day: number, from: number, to: number) => readonly HourOfWeek[]

function partColumn(from: number, at: Hours, t: Translator): Column<Row> {
  const to = from + HOURS_TOGETHER
  return {
    head: t('page.pictures.paidByHour.hours', { from, to }),
    number: true,
    cell: ({ day }) => {
      const perHour = paidPerHour(at(day, from, to))
      return perHour === null ? '–' : formatMoney(perHour, t.language)
    },
  }
}
