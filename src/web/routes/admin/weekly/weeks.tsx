import { sourcesToShow } from '#domain/import.ts'
import { showWeekRows } from '#features/weeks/week-list/queries.server.ts'
import type { WeekRow } from '#features/weeks/week-list/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatWeekDays, formatWeekNumber, weekNumber } from '#messages/dates.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { Post } from '#web/parts/post.tsx'
import { WeekName } from '#web/parts/week-name.tsx'
import { WeekStateWord } from '#web/parts/week-state.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FileDrop, SubmitButton } from '#web/ui/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Road, type Stop } from '#web/ui/road.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/weeks.ts'
import styles from './weeks.module.css'

export const loader = shows(async ({ request }: Route.LoaderArgs, { now }) => {
  const year = new URL(request.url).searchParams.get('year')
  return showWeekRows({ now, asked: Number(year) })
})

const STATES = ['data', 'calculation', 'review', 'approved', 'paid', 'closed'] as const

/** The weeks with data, a year at a time; the oldest open one on top as the thing to do. */
export default function WeeksScreen({ loaderData: { weeks, next, years, year } }: Route.ComponentProps) {
  const t = useT()
  if (weeks.length === 0) {
    return (
      <>
        <PageHead title={t('page.week.list.title')} subtitle={t('page.week.list.subtitle')} />
        <div className={styles.empty}>
          <EmptyState title={t('page.week.list.empty.title')}>
            <p>{t('page.week.list.empty.text')}</p>
            <dl className={styles.where}>
              {sourcesToShow((source) => source !== 'other').map((source) => (
                <div key={source}>
                  <dt>{t(`page.week.sourceNames.${source}`)}</dt>
                  <dd>{t(`page.week.sources.where.${source}`)}</dd>
                </div>
              ))}
            </dl>
          </EmptyState>
          <Drop />
        </div>
      </>
    )
  }
  return (
    <>
      <PageHead
        title={t('page.week.list.title')}
        subtitle={t('page.week.list.subtitle')}
        actions={<LinkButton to="/admin/account">{t('page.accounts.open')}</LinkButton>}
      />
      {next ? <Next week={next} /> : <p className={styles.finished}>{t('page.week.list.finished')}</p>}
      <section className={styles.all} aria-labelledby="all">
        <h2 id="all">{t('page.week.list.all')}</h2>
        {years.length > 1 ? (
          <Tabs
            label={t('page.week.list.years')}
            tabs={years.map((one, place) => ({
              to: place === 0 ? '/admin/weekly' : `/admin/weekly?year=${one}`,
              label: String(one),
              current: one === year,
            }))}
          />
        ) : null}
        <WeekTable weeks={weeks} />
      </section>
      <section className={styles.more} aria-label={t('page.week.sources.drop.title')}>
        <Drop />
      </section>
    </>
  )
}

/** The oldest week that is not finished. */
function Next({ week }: { week: WeekRow }) {
  const t = useT()
  const language = useLanguage()
  const here = STATES.indexOf(week.state)
  const needs = week.missing.length > 0 || (week.questions ?? 0) > 0
  const stops = STATES.map((state, index): Stop => ({
    label: t(`page.week.states.${state}`),
    state: index < here ? 'done' : index > here ? 'todo' : needs ? 'warn' : 'now',
  }))
  return (
    <section className={styles.next} aria-labelledby="next">
      <div className={styles.nextWords}>
        <p className={styles.kicker}>{t('page.week.list.next')}</p>
        <h2 id="next">
          {formatWeekNumber(week.week, language)} <span>{formatWeekDays(week.week, language)}</span>
        </h2>
        <p className={needs ? styles.needs : styles.todo}>{t(`page.week.todo.${week.state}`)}</p>
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>{t('page.week.list.drivers')}</dt>
          <dd>{week.drivers}</dd>
        </div>
        <div>
          <dt>{t('page.week.list.toPay')}</dt>
          <dd>
            <Money cents={week.toPay} look="bare" />
          </dd>
        </div>
        <div>
          <dt>{t('page.week.list.questions')}</dt>
          <dd>{week.questions ?? '–'}</dd>
        </div>
      </dl>
      <div className={styles.road}>
        <Road stops={stops} label={t('page.week.head.road')} />
      </div>
      <div className={styles.go}>
        <LinkButton kind="primary" to={`/admin/weekly/${week.name}`}>
          {t('page.week.list.open', { number: weekNumber(week.week) })}
        </LinkButton>
      </div>
    </section>
  )
}

function WeekTable({ weeks }: { weeks: readonly WeekRow[] }) {
  const t = useT()
  return (
    <Table
      caption={t('page.week.list.caption')}
      rows={weeks}
      rowKey={({ week }) => week}
      href={({ name }) => `/admin/weekly/${name}`}
      columns={columnsOf(t)}
    />
  )
}

function columnsOf(t: Translator): Column<WeekRow>[] {
  return [
    {
      head: t('page.week.list.week'),
      cell: ({ week }) => (
        <span className={styles.week}>
          <WeekName week={week} part="number" />
          <small>
            <WeekName week={week} part="days" />
          </small>
        </span>
      ),
    },
    {
      head: t('page.week.list.state'),
      cell: ({ state, questions }) => <WeekStateWord state={state} needs={(questions ?? 0) > 0} />,
    },
    { head: t('page.week.list.sources'), wideOnly: true, cell: (row) => <Sources row={row} /> },
    { head: t('page.week.list.drivers'), number: true, wideOnly: true, cell: ({ drivers }) => drivers },
    { head: t('page.week.list.net'), number: true, cell: ({ net }) => <Money cents={net} look="bare" owed /> },
    {
      head: t('page.week.list.toPay'),
      number: true,
      wideOnly: true,
      cell: ({ toPay }) => (toPay === 0 ? '–' : <Money cents={toPay} look="bare" />),
    },
    {
      head: t('page.week.list.questions'),
      number: true,
      wideOnly: true,
      cell: ({ questions }) => (questions ? <span className={styles.count}>{questions}</span> : '–'),
    },
  ]
}

/** Four words, each there or not. */
function Sources({ row }: { row: WeekRow }) {
  const t = useT()
  return (
    <ul className={styles.sources}>
      {sourcesToShow((source) => row.sources[source] || row.missing.includes(source))
        .filter((source) => row.sources[source] || row.missing.includes(source))
        .map((source) => (
          <li key={source} className={row.sources[source] ? styles.has : styles.lacks}>
            <Icon name={row.sources[source] ? 'check' : 'minus'} small />
            {t(`page.week.sourceNames.${source}`)}
            {row.sources[source] ? null : (
              <span className="visually-hidden">
                : {t('page.week.sources.absent', { source: t(`page.week.sourceNames.${source}`) })}
              </span>
            )}
          </li>
        ))}
    </ul>
  )
}

function Drop() {
  const t = useT()
  return (
    <Post to="/admin/data/drop" encType="multipart/form-data" className={styles.drop}>
      <FileDrop name="files" help={t('page.week.sources.drop.help')} required />
      <SubmitButton kind="outlined">{t('page.week.sources.drop.submit')}</SubmitButton>
    </Post>
  )
}
