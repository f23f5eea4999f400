import { sourcesToShow } from '#domain/import.ts'
import type { SourceWeek, WeekOfSources } from '#features/weeks/week-sources/queries.server.ts'
import { formatWeekDays, formatWeekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { Section } from '#web/ui/card.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import styles from './data.module.css'

const TONES: Record<SourceWeek['state'], StateTone> = { complete: 'ok', partial: 'warn', missing: 'todo' }

/** `unread`: week and source of files that could not be read and wait. */
type Props = { weeks: readonly WeekOfSources[]; unread: readonly string[]; earlier: string; later: string | null }

/** Weeks by sources: what is there, what is not, and how much it comes to. */
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
      <div className={styles.under}>
        <p className={styles.quiet}>{t('page.data.strip.when')}</p>
        <p className={styles.turn}>
          <Link to={`/admin/data?until=${earlier}`}>{t('page.data.strip.earlier')}</Link>
          {later ? <Link to={`/admin/data?until=${later}`}>{t('page.data.strip.later')}</Link> : null}
        </p>
      </div>
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
    <div className={styles.cell}>
      {unread}
      <State tone={unread ? 'warn' : TONES[state]}>
        {t(`page.data.strip.states.${state}`)}
        {state === 'partial' && days > 0 && days < 7 ? (
          <span className={styles.quiet}>{t('page.data.strip.days', { days })}</span>
        ) : null}
      </State>
      {lacking.length > 0 ? <span>{t('page.week.sources.lacking', { accounts: lacking.join(', ') })}</span> : null}
      <span>
        {rows > 0 ? <Money cents={amount} /> : t('page.data.strip.noMoney')}
        {rows > 0 ? <small> · {t('page.data.strip.rows', { count: rows })}</small> : null}
      </span>
    </div>
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
        <Link to={`/admin/weekly/${name}`} className={styles.week}>
          <b>{formatWeekNumber(week, t.language)}</b> <span>{formatWeekDays(week, t.language)}</span>
        </Link>
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
