import { useSearchParams } from 'react-router'
import { hasPower } from '#domain/access.ts'
import { readWeek } from '#domain/week.ts'
import { mondayWords } from '#features/mail/schema.ts'
import { askForLook } from '#features/weeks/mondays/commands.server.ts'
import { listMondayRuns, readMondayTime } from '#features/weeks/mondays/queries.server.ts'
import type { MondayRun } from '#features/weeks/mondays/schema.ts'
import { dayName, formatTime, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/monday.ts'
import { DataTabs } from './data-tabs.tsx'

const BASE = '/admin/data/monday'
const RUNS_SHOWN = 20

export const loader = shows(async ({ context }: Route.LoaderArgs) => {
  const { changedAt: _, ...time } = await readMondayTime()
  return { time, runs: await listMondayRuns(RUNS_SHOWN), mayChange: hasPower(requireUser(context), 'house') }
})

export const action = confirms('monday.ask', async (change) => {
  await askForLook(change)
  return `${BASE}?done=ordered`
})

/** Whether weeks are prepared automatically, and what each attempt found. */
export default function MondayScreen({ loaderData: { time, runs, mayChange } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const when = { day: dayName(time.weekday, t.language), hour: `${String(time.hour).padStart(2, '0')}:00` }
  return (
    <>
      <PageHead title={t('page.data.title')} part={t('page.monday.title')} subtitle={t('page.monday.subtitle')} />
      <DataTabs />
      <Stack>
        <DoneNote />
        {query.get('done') === 'ordered' ? <Done>{t('page.monday.ordered')}</Done> : null}
        <Card title={t('page.monday.when')}>
          <Stack>
            <p>{time.isOn ? t('page.monday.on', when) : t('page.monday.off')}</p>
            <Words look="small">{t('page.monday.note')}</Words>
            <Form>
              <Actions>
                <SubmitButton kind="outlined">{t('page.monday.lookNow')}</SubmitButton>
                {mayChange ? (
                  <LinkButton to={`${BASE}/time`} kind="text">
                    {t('page.monday.change')}
                  </LinkButton>
                ) : null}
              </Actions>
            </Form>
          </Stack>
        </Card>
        <Card title={t('page.monday.runs')} flush={runs.length > 0}>
          {runs.length === 0 ? (
            <Words look="soft">{t('page.monday.empty')}</Words>
          ) : (
            <Table
              caption={t('page.monday.caption')}
              rows={runs}
              rowKey={({ id }) => String(id)}
              columns={columnsOf(t)}
            />
          )}
        </Card>
      </Stack>
    </>
  )
}

function columnsOf(t: ReturnType<typeof useT>): Column<MondayRun>[] {
  return [
    { head: t('page.monday.columns.at'), cell: ({ at }) => <Moment at={at} /> },
    {
      head: t('page.monday.columns.week'),
      first: true,
      cell: ({ week, name }) => (
        <Link to={`/admin/weekly/${name}`}>{t('page.monday.one', { number: weekNumber(week) })}</Link>
      ),
    },
    {
      head: t('page.monday.columns.by'),
      cell: ({ by, isScheduled }) => by ?? t(isScheduled ? 'page.monday.schedule' : 'page.monday.commandLine'),
    },
    { head: t('page.monday.columns.did'), wraps: true, cell: (run) => <Did run={run} /> },
    { head: t('page.monday.columns.found'), wraps: true, cell: (run) => <Found run={run} /> },
  ]
}

function Did({ run: { found, endedAt, notifiedAt } }: { run: MondayRun }) {
  const t = useT()
  if (found === null)
    return <State tone={endedAt ? 'warn' : 'info'}>{t(endedAt ? 'page.monday.broken' : 'page.monday.working')}</State>
  const parts = [
    ...found.asked.map(({ provider, kept, isWhole }) =>
      t(isWhole ? 'page.monday.asked' : 'page.monday.askedPart', {
        provider: t(`page.connections.providers.${provider}`),
        count: kept,
      }),
    ),
    ...(found.taken > 0 ? [t('page.monday.taken', { count: found.taken })] : []),
    t('page.monday.files', { count: found.files }),
    ...(notifiedAt ? [t('page.monday.told')] : []),
  ]
  return <p>{parts.join(' · ')}</p>
}

/** What was left at that time; what has been done since is on the page of the week. */
function Found({ run: { found, name, lacks } }: { run: MondayRun }) {
  const t = useT()
  if (found === null) return null
  if (found.lines.length === 0) return <p>{t('page.monday.nothing')}</p>
  const week = readWeek(name)
  return (
    <Stack>
      {found.lines.map((line) => {
        const { what, to } = mondayWords(line, week, t)
        return (
          <Link key={`${what} ${to}`} to={to}>
            {what}
          </Link>
        )
      })}
      {lacks && found.nextAt ? (
        <Words look="small">{t('page.monday.again', { at: formatTime(found.nextAt) })}</Words>
      ) : null}
    </Stack>
  )
}
