import { useSearchParams } from 'react-router'
import { showPlate } from '#domain/identifiers.ts'
import { listPatterns } from '#features/fleet/shifts/queries.server.ts'
import type { PatternRow } from '#features/fleet/shifts/schema.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { listBarredDrivers } from '#features/papers/readiness/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { MayNotDrive } from '#web/parts/may-not-drive.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Links, Page, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/patterns.ts'
import { weekdayWords } from './weekday-words.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => {
  const today = dayAt(now)
  const patterns = await listPatterns(today)
  return {
    patterns,
    barredDrivers: await listBarredDrivers(
      patterns.map(({ driverId }) => driverId),
      today,
    ),
  }
})

const DONE = ['added', 'changed', 'ended'] as const

/** Who has which car on which days of each week. */
export default function PatternsScreen({ loaderData: { patterns, barredDrivers } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE.find((candidate) => candidate === query.get('done'))
  const add = (
    <LinkButton to="/admin/vehicles/shifts/new" kind="primary" icon="plus">
      {t('page.shifts.patterns.add')}
    </LinkButton>
  )
  return (
    <Page width="middle">
      <PageHead
        title={t('page.shifts.patterns.title')}
        subtitle={t('page.shifts.patterns.subtitle')}
        back={{ to: '/admin/vehicles/week', label: t('page.shifts.title') }}
        {...(patterns.length === 0 ? {} : { actions: add })}
      />
      {done ? <Done>{t(`page.shifts.patterns.done.${done}`)}</Done> : null}
      <Stack>
        <MayNotDrive drivers={barredDrivers} />
        {patterns.length === 0 ? (
          <EmptyState title={t('page.shifts.patterns.empty')} action={add}>
            {t('page.shifts.patterns.emptyText')}
          </EmptyState>
        ) : (
          <Section title={t('page.shifts.patterns.what')}>
            <Stack>
              <Table
                caption={t('page.shifts.patterns.title')}
                rows={patterns}
                rowKey={({ id }) => id}
                columns={columns(t)}
              />
              <Words look="small">{t('page.shifts.moneyFollows')}</Words>
            </Stack>
          </Section>
        )}
      </Stack>
    </Page>
  )
}

function columns(t: Translator): Column<PatternRow>[] {
  return [
    {
      head: t('page.shifts.columns.car'),
      cell: ({ vehicleId, plate }) => <Link to={`/admin/vehicles/${vehicleId}/drivers`}>{showPlate(plate)}</Link>,
    },
    {
      head: t('page.shifts.columns.driver'),
      cell: ({ driverId, driver }) => <Link to={`/admin/drivers/${driverId}`}>{driver}</Link>,
    },
    {
      head: t('page.shifts.columns.hours'),
      cell: ({ weekdays, starts, ends }) => `${weekdayWords(weekdays, t.language)} ${starts}–${ends}`,
    },
    { head: t('page.shifts.form.from'), cell: ({ from }) => formatDayShort(from, t.language) },
    {
      head: t('page.shifts.form.until'),
      cell: ({ until }) => (until === null ? t('page.shifts.patterns.open') : formatDayShort(until, t.language)),
    },
    {
      head: t('page.fleet.periods.columns.actions'),
      leadsTo: '/admin/vehicles/shifts/0/end',
      quiet: true,
      cell: ({ id, plate, driver }) => {
        const of = `: ${showPlate(plate)}, ${driver}`
        return (
          <Links>
            <ActLink to={`/admin/vehicles/shifts/${id}`} aria-label={t('page.shifts.patterns.change') + of}>
              {t('page.shifts.patterns.change')}
            </ActLink>
            <ActLink to={`/admin/vehicles/shifts/${id}/end`} aria-label={t('page.shifts.patterns.end.link') + of}>
              {t('page.shifts.patterns.end.link')}
            </ActLink>
          </Links>
        )
      },
    },
  ]
}
