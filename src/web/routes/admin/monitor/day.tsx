import { Form } from 'react-router'
import { showPlate } from '#domain/identifiers.ts'
import { formatDay, formatTime } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import DayMap from '#web/islands/day-map.tsx'
import { Island } from '#web/islands/island.tsx'
import { Link } from '#web/links.tsx'
import { shows } from '#web/screen.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DateField } from '#web/ui/fields.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Links, Turn, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Table } from '#web/ui/table.tsx'
import type { Route } from './+types/day.ts'
import { AskReason } from './ask-reason.tsx'
import { readCarDay } from './day.server.ts'
import { happenedColumns, kilometres } from './happened.tsx'
import { lookOf } from './looker.server.ts'
import { creditsOf } from './credits.ts'
import styles from './monitor.module.css'
import { streetsOfMap } from '#features/positions/streets/queries.server.ts'

export const loader = shows(async (args: Route.LoaderArgs, { now }) => {
  const { searchParams } = new URL(args.request.url)
  const carDay = await readCarDay(args.params.id, searchParams.get('day'), lookOf(args, now), now)
  return { ...carDay, streets: await streetsOfMap(), reason: searchParams.get('reason') ?? '' }
})

const FORMATS = ['csv', 'gpx'] as const

/**
 * One day of a car: its trips and stops by its tracker, and the places that imported files and the office's records name. With a
 * tracker, a map beside the list shows the route.
 */
export default function CarDayScreen({ loaderData: carDay }: Route.ComponentProps) {
  const t = useT()
  const { id, plate, day, had, happened, metres, trips, flawed, way, wantsReason, mayLook, reason, streets } = carDay
  const dayLink = (other: string) =>
    `/admin/monitor/${id}?${new URLSearchParams({ day: other, ...(reason && { reason }) })}`
  return (
    <div className={styles.split}>
      <div className={styles.list}>
        <PageHead
          title={showPlate(plate)}
          part={t('page.monitor.day.title')}
          detail={formatDay(day, t.language)}
          subtitle={had.length === 0 ? t('page.monitor.nobody') : had.join(', ')}
          back={{ to: '/admin/monitor', label: t('page.monitor.title') }}
          actions={
            <>
              <LinkButton to={`/admin/monitor/links/new?car=${id}`}>{t('page.carLinks.add')}</LinkButton>
              <LinkButton to={`/admin/data/positions/holds/new?car=${id}`}>{t('page.positions.holds.add')}</LinkButton>
              <LinkButton to={`/admin/vehicles/${id}`}>{t('page.monitor.day.record')}</LinkButton>
            </>
          }
          turn={
            <Turn label={t('page.monitor.day.turn')}>
              <Link to={dayLink(carDay.before)} aria-label={t('page.monitor.day.before')}>
                <Icon name="left" />
              </Link>
              {carDay.after === null ? null : (
                <Link to={dayLink(carDay.after)} aria-label={t('page.monitor.day.after')}>
                  <Icon name="right" />
                </Link>
              )}
            </Turn>
          }
        />
        <Stack>
          {wantsReason ? <AskReason /> : null}
          <Form method="get" className={styles.pick}>
            {reason === '' ? null : <input type="hidden" name="reason" value={reason} />}
            <DateField name="day" label={t('page.monitor.day.day')} defaultValue={day} required />
            <Button type="submit">{t('page.monitor.day.show')}</Button>
          </Form>
          {metres === null || way === null ? null : (
            <Figures boxed>
              <Figure name={t('page.monitor.day.distance')}>
                {t('page.monitor.day.kilometres', { count: kilometres(metres, t) })}
              </Figure>
              <Figure name={t('page.monitor.day.trips')}>{trips}</Figure>
            </Figures>
          )}
          <Table
            caption={t('page.monitor.day.caption')}
            columns={happenedColumns(t)}
            rows={happened}
            rowKey={({ from, kind }) => `${from} ${kind}`}
            empty={
              <EmptyState title={t('page.monitor.day.empty')}>
                {t(mayLook ? 'page.monitor.day.emptyText' : 'page.monitor.day.filesOnly')}
              </EmptyState>
            }
          />
          {flawed > 0 ? <Words look="small">{t('page.monitor.day.flawed', { count: flawed })}</Words> : null}
          {way ? (
            <Links>
              <span>{t('common.list.take')}</span>
              {FORMATS.map((format) => (
                <Link
                  key={format}
                  file
                  download
                  to={`/admin/monitor/${id}/files/${format}?${new URLSearchParams({ day, ...(reason && { reason }) })}`}
                >
                  {format.toUpperCase()}
                </Link>
              ))}
            </Links>
          ) : null}
        </Stack>
      </div>
      {way ? (
        <div className={styles.map}>
          <Island
            name="day-map"
            of={DayMap}
            when="visible"
            props={{
              way,
              streets,
              clocks: way.points.map(([at]) => formatTime(new Date(at * 1000).toISOString())),
              words: {
                title: t('page.monitor.day.map'),
                cannot: t('page.monitor.map.cannot'),
                zoomIn: t('page.monitor.map.zoomIn'),
                zoomOut: t('page.monitor.map.zoomOut'),
                all: t('page.monitor.day.wholeWay'),
                replay: t('page.monitor.day.replay'),
                play: t('page.monitor.day.play'),
                pause: t('page.monitor.day.pause'),
                speed: t('page.monitor.speed', { speed: '{speed}' }),
                data: creditsOf(streets, t),
              },
            }}
          />
        </div>
      ) : null}
    </div>
  )
}
