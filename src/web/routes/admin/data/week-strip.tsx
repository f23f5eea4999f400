import { sourcesToShow } from '#domain/import.ts'
import type { SourceWeek, WeekOfSources } from '#features/weeks/week-sources/queries.server.ts'
import { formatWeekDays, formatWeekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { Section } from '#web/ui/card.tsx'
import { Links, Spread, Words } from '#web/ui/layout.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const TONES: Record<SourceWeek['state'], StateTone> = { complete: 'ok', partial: 'warn', missing: 'todo' }

/** `unread`: week and source of unread files that wait for an answer. */
type Props = { weeks: readonly WeekOfSources[]; unread: readonly string[]; earlier: string; later: string | null }

/** Weeks by sources: which files are there, which are missing, and their sums. */
export function WeekStrip({ weeks, unread, earlier, later }: Props) {
  const t = useT()
  return (
    <Section title={t('page.data.strip.title')}>
      <Table
        caption={t('page.data.strip.caption')}
        rows={weeks}
        rowKey={({ week }) => week}
        columns={columns(t, weeks, new Set(unread))}
      />
      <Spread>
        <Words look="small">{t('page.data.strip.when')}</Words>
        <Links>
          <Link to={`/admin/data?until=${earlier}`}>{t('page.data.strip.earlier')}</Link>
          {later ? <Link to={`/admin/data?until=${later}`}>{t('page.data.strip.later')}</Link> : null}
        </Links>
      </Spread>
    </Section>
  )
}

function SourceCell({
  source: { state, days, rows, amount, lacking },
  isUnread,
}: {
  source: SourceWeek
  isUnread: boolean
}) {
  const t = useT()
  const unread = isUnread ? <State tone="warn">{t('page.refusedFiles.unread', { count: 1 })}</State> : null
  if (state === 'missing' && unread) return unread
  if (state === 'missing') return <State tone="todo">{t('page.data.strip.states.missing')}</State>
  return (
    <>
      {unread}
      <State tone={unread ? 'warn' : TONES[state]}>
        {rows > 0 ? <Money cents={amount} /> : t('page.data.strip.noMoney')}
      </State>{' '}
      <small>
        {[
          ...(state === 'complete' ? [] : [t(`page.data.strip.states.${state}`)]),
          ...(state === 'partial' && days > 0 && days < 7 ? [t('page.data.strip.days', { days })] : []),
          ...(lacking.length > 0 ? [t('page.week.sources.lacking', { accounts: lacking.join(', ') })] : []),
          ...(rows > 0 ? [t('page.data.strip.rows', { count: rows })] : []),
        ].join(' · ')}
      </small>
    </>
  )
}

function columns(
  t: ReturnType<typeof useT>,
  weeks: readonly WeekOfSources[],
  unread: ReadonlySet<string>,
): Column<WeekOfSources>[] {
  const shown = sourcesToShow((source) => weeks.some(({ sources }) => sources[source].state !== 'missing'))
  return [
    {
      head: t('page.data.strip.week'),
      cell: ({ week, name }) => (
        <>
          <Link to={`/admin/weekly/${name}`}>
            <b>{formatWeekNumber(week, t.language)}</b>
          </Link>{' '}
          <small>{formatWeekDays(week, t.language)}</small>
        </>
      ),
    },
    ...shown.map((source) => ({
      head: t(`page.week.sourceNames.${source}`),
      cell: ({ week, sources }: WeekOfSources) => (
        <SourceCell source={sources[source]} isUnread={unread.has(`${week} ${source}`)} />
      ),
    })),
  ]
}
