import type { Deadline } from '#features/papers/deadlines/schema.ts'
import { formatDay, formatMonth, formatStripDay } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Card } from '#web/ui/card.tsx'
import { TimeLine } from '#web/ui/charts/time-line.tsx'
import { TONES, standingOf } from './deadlines-list.tsx'

/** Further from today than this nothing is drawn: the list has it. */
const DAYS = { back: 45, ahead: 120 }
const LOOKS = { bad: 'below', warn: 'warn', todo: 'plain', info: 'plain' } as const

/** What ends, on a line of days from today; the list below it is its table. */
export function DeadlineLine({ deadlines, today }: { deadlines: readonly Deadline[]; today: string }) {
  const t = useT()
  const dated = deadlines.flatMap((one) =>
    one.daysLeft === null || one.on === null ? [] : [{ ...one, day: one.daysLeft, on: one.on }],
  )
  const near = dated.filter(({ day }) => day >= -DAYS.back && day <= DAYS.ahead)
  if (near.length < 2) return null
  const count = (holds: (day: number) => boolean) => dated.filter(({ day }) => holds(day)).length
  const words = { over: count((day) => day < 0), soon: count((day) => day >= 0 && day <= 30) }
  return (
    <Card>
      <TimeLine
        title={t('page.pictures.deadlines.title', words)}
        about={t('page.pictures.deadlines.about')}
        says={t('page.pictures.deadlines.says', { ...words, count: near.length })}
        today={t('page.pictures.deadlines.today')}
        ticks={monthsAround(today).map(({ month, day }) => ({ day, name: formatMonth(month, t.language).slice(0, 3) }))}
        marks={near.map((one) => ({
          key: one.id,
          day: one.day,
          name: one.of || t('page.papers.deadlines.company'),
          words: `${one.kindName[t.language]}, ${formatDay(one.on, t.language)}`,
          short: formatStripDay(one.on, t.language),
          look: LOOKS[TONES[standingOf(one)]],
        }))}
      />
    </Card>
  )
}

/** The first of each month near a day, in days from it. */
function monthsAround(today: string): { month: string; day: number }[] {
  const now = Temporal.PlainDate.from(today)
  return Array.from({ length: 8 }, (_, index) => now.with({ day: 1 }).add({ months: index - 2 })).map((first) => ({
    month: first.toString().slice(0, 7),
    day: now.until(first, { largestUnit: 'days' }).days,
  }))
}
