import { listSchedules } from '#features/weeks/report-mails/queries.server.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Grid, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Links, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/schedules.ts'
import { rhythmWords } from './rhythm-words.ts'

export const loader = shows(async ({ context }: Route.LoaderArgs) => ({
  uid: requireUser(context).uid,
  schedules: await listSchedules(),
}))

/** Mails that are sent regularly: to whom, and what became of each. */
export default function SchedulesScreen({ loaderData: { uid, schedules } }: Route.ComponentProps) {
  const t = useT()
  const add = (
    <LinkButton to="/admin/reports/schedules/new" kind="primary" icon="plus">
      {t('page.reports.mails.add')}
    </LinkButton>
  )
  return (
    <>
      <PageHead
        title={t('page.reports.mails.title')}
        subtitle={t('page.reports.mails.subtitle')}
        back={{ to: '/admin/reports', label: t('page.reports.title') }}
        actions={schedules.length > 0 ? add : null}
      />
      <Stack>
        <DoneNote />
        {schedules.length === 0 ? (
          <EmptyState title={t('page.reports.mails.none')} action={add}>
            {t('page.reports.mails.noneText')}
          </EmptyState>
        ) : null}
        <Grid>
          {schedules.map((schedule) => {
            const isReader = schedule.readers.some((reader) => reader.uid === uid && reader.stoppedAt === null)
            return (
              <Card
                key={schedule.id}
                title={schedule.name}
                aside={
                  schedule.stoppedAt === null ? null : <State tone="todo">{t('page.reports.mails.stopped')}</State>
                }
              >
                <Facts>
                  <Fact name={t('page.reports.mails.when')} isText>
                    {rhythmWords(schedule, t)}
                  </Fact>
                  <Fact name={t('page.reports.mails.readers')} isText>
                    {schedule.readers
                      .map(({ name, stoppedAt }) =>
                        stoppedAt === null ? name : t('page.reports.mails.readerStopped', { name }),
                      )
                      .join(', ')}
                  </Fact>
                  {schedule.by === null ? null : (
                    <Fact name={t('page.reports.mails.by')} isText>
                      {schedule.by}
                    </Fact>
                  )}
                </Facts>
                {schedule.sendings.length === 0 ? (
                  <Words look="small">{t('page.reports.mails.notYet')}</Words>
                ) : (
                  <Words look="small">
                    {schedule.sendings
                      .map(({ name, day, outcome }) =>
                        [formatDayShort(day, t.language), name, t(`page.reports.mails.outcomes.${outcome}`)].join(
                          ' · ',
                        ),
                      )
                      .join('; ')}
                  </Words>
                )}
                <Links>
                  <Link to={schedule.place + schedule.query}>{t('page.reports.mails.open')}</Link>
                  {schedule.stoppedAt === null ? (
                    <Link to={`/admin/reports/schedules/${schedule.id}`}>
                      {t(isReader ? 'page.reports.mails.stop' : 'page.reports.mails.stopAll')}
                    </Link>
                  ) : null}
                </Links>
              </Card>
            )
          })}
        </Grid>
      </Stack>
    </>
  )
}
