import type { PaperSlot } from '#features/papers/schema.ts'
import { formatDayShort, formatMonth } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Card } from '#web/ui/card.tsx'
import { type TimeMark, TimeLine } from '#web/ui/charts/time-line.tsx'
import type { StateTone } from '#web/ui/state.tsx'
import { PAPER_TONES } from './paper-parts.tsx'

/** A paper on the time line: its expiry as days from today, and the tone that its list gives it. */
export type EndingPaper = Omit<TimeMark, 'look'> & { tone: StateTone }

const LOOKS: Readonly<Record<StateTone, TimeMark['look']>> = {
  bad: 'below',
  warn: 'warn',
  todo: 'todo',
  info: 'info',
  ok: 'plain',
  plain: 'plain',
}
/** Days within which a paper ends soon. */
const SOON = 30

type Props = { ends: readonly EndingPaper[]; today: string; back: number; ahead: number }

/**
 * Papers on a line of days by their expiry. Those further away than `back` or `ahead` days are not drawn; the list below serves
 * as the line's table.
 */
export function PaperLine({ ends, today, back, ahead }: Props) {
  const t = useT()
  const near = ends.filter(({ day }) => day >= -back && day <= ahead)
  if (near.length < 2) return null
  const count = (holds: (day: number) => boolean) => ends.filter(({ day }) => holds(day)).length
  const words = { over: count((day) => day < 0), soon: count((day) => day >= 0 && day <= SOON) }
  return (
    <Card>
      <TimeLine
        title={
          words.over + words.soon > 0 ? t('page.pictures.deadlines.title', words) : t('page.pictures.deadlines.calm')
        }
        about={t('page.pictures.deadlines.about')}
        says={t('page.pictures.deadlines.says', { ...words, count: near.length })}
        today={t('page.pictures.deadlines.today')}
        ticks={monthsAround(today, { back, ahead }).map(({ month, day }) => ({
          day,
          name: formatMonth(month, t.language).slice(0, 3),
        }))}
        marks={near.map(({ tone, ...mark }) => ({ ...mark, look: LOOKS[tone] }))}
      />
    </Card>
  )
}

/** Days drawn for one driver or car: their papers of a whole year are few enough. */
const DAYS_OF_HOLDER = { back: 60, ahead: 400 }

/** The expiry dates of one driver's or car's papers, on a line. */
export function HolderLine({ slots, today }: { slots: readonly PaperSlot[]; today: string }) {
  const t = useT()
  const ends = slots.flatMap(({ kind, current, shownState }): EndingPaper[] => {
    const { id, expiresOn: on = null, daysLeft: day = null } = current ?? {}
    if (id === undefined || on === null || day === null) return []
    const words = formatDayShort(on, t.language)
    return [{ key: id, day, name: kind.name[t.language], words, short: words, tone: PAPER_TONES[shownState] }]
  })
  return <PaperLine ends={ends} today={today} {...DAYS_OF_HOLDER} />
}

/** The first of each month around a day, as days from it. */
function monthsAround(today: string, { back, ahead }: Pick<Props, 'back' | 'ahead'>): { month: string; day: number }[] {
  const now = Temporal.PlainDate.from(today)
  const [first, last] = [now.subtract({ days: back }).with({ day: 1 }), now.add({ days: ahead })]
  const count = first.until(last, { largestUnit: 'months' }).months + 1
  return Array.from({ length: count }, (_, index) => first.add({ months: index })).map((month) => ({
    month: month.toString().slice(0, 7),
    day: now.until(month, { largestUnit: 'days' }).days,
  }))
}
