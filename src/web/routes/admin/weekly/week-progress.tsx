import type { WeekShown } from '#features/weeks/schema.ts'
import { formatInstant, formatStripDay } from '#messages/dates.ts'
import { formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Card } from '#web/ui/card.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

type Progress = WeekShown['progress'][number]
type Day = Progress['days'][number]

const TONES = { in: 'ok', part: 'info', out: 'todo' } as const

/** For a running week: the days that the connections have fetched so far. */
export function WeekProgress({ page }: { page: WeekShown }) {
  if (page.isOver) return null
  return page.progress.map((platformProgress) => (
    <OfPlatform key={platformProgress.provider} progress={platformProgress} />
  ))
}

function OfPlatform({ progress: { provider, until, days } }: { progress: Progress }) {
  const t = useT()
  const platform = t(`page.connections.providers.${provider}`)
  return (
    <Card
      title={t('page.week.progress.title', { provider: platform })}
      aside={
        <Link to={`/admin/data/connections/${provider}`}>
          {until
            ? t('page.week.progress.until', { at: formatInstant(until, t.language) })
            : t('page.week.sources.connectedNever')}
        </Link>
      }
      flush
    >
      <Table
        caption={t('page.week.progress.caption', { provider: platform })}
        rows={days}
        rowKey={({ day }) => day}
        columns={columnsOf(t)}
      />
    </Card>
  )
}

function columnsOf(t: ReturnType<typeof useT>): Column<Day>[] {
  const figure = (name: 'trips' | 'drivers'): Column<Day> => ({
    head: t(`page.week.progress.${name}`),
    number: true,
    cell: (day) => (day.state === 'out' ? '' : formatNumber(day[name], t.language)),
  })
  return [
    { head: t('page.week.progress.day'), first: true, cell: ({ day }) => formatStripDay(day, t.language) },
    {
      head: t('page.week.progress.state'),
      cell: ({ state }) => <State tone={TONES[state]}>{t(`page.week.progress.states.${state}`)}</State>,
    },
    figure('trips'),
    figure('drivers'),
  ]
}
