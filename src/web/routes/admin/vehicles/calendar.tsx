import { showPlate } from '#domain/identifiers.ts'
import { type Week, bounds, monday, nextWeek, previousWeek, readWeek, weekAt, weekName } from '#domain/week.ts'
import { listHeldIn, listVehicles } from '#features/fleet/vehicles/queries.server.ts'
import { formatInstant, formatStripDay, formatWeek, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { isMatch, searchedFor } from '#web/parts/list-view.ts'
import { usePaged } from '#web/parts/paged.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Turn, WideOnly, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/calendar.ts'
import styles from './calendar.module.css'
import { type Period, periodOf } from './period.ts'

export const loader = shows(async ({ url }: Route.LoaderArgs, { now }) => {
  const text = url.searchParams.get('week')
  const week = text ? readWeek(text) : weekAt(now)
  const q = searchedFor(url.searchParams)
  const [all, held] = await Promise.all([listVehicles(now), listHeldIn(week)])
  const cars = all.flatMap(({ id, plate, make, model, status }) => {
    const periods = (held.get(id) ?? []).map(periodOf)
    // A sold car that nobody had is left out of this week.
    return status === 'sold' && periods.length === 0
      ? []
      : [{ id, plate, name: [make, model].filter(Boolean).join(' '), periods }]
  })
  const found = cars.filter(({ plate, name, periods }) =>
    isMatch(q, [plate, name, ...periods.map(({ driver }) => driver)]),
  )
  const view = VIEWS.find((candidate) => candidate === url.searchParams.get('view')) ?? null
  return {
    week,
    view,
    isEmpty: cars.length === 0,
    asked: url.searchParams.get('week'),
    q,
    // Cars with a change come first, before the list is cut into pages.
    cars: (view === null ? found : found.filter(HOLDS[view])).toSorted(
      (one, other) => Number(isCalm(one, week)) - Number(isCalm(other, week)),
    ),
    counts: {
      all: found.length,
      changed: found.filter(HOLDS.changed).length,
      free: found.filter(HOLDS.free).length,
    },
  }
})

type CarRow = { id: string; plate: string; name: string; periods: readonly Period[] }

const VIEWS = ['changed', 'free'] as const
const HOLDS: Readonly<Record<(typeof VIEWS)[number], (car: CarRow) => boolean>> = {
  changed: ({ periods }) => periods.length > 1,
  free: ({ periods }) => periods.length === 0,
}

/** One week of the whole fleet: who had each car, to the minute. */
export default function CalendarScreen({ loaderData }: Route.ComponentProps) {
  const { week, cars, view, counts, isEmpty, asked, q } = loaderData
  const t = useT()
  const { shown, pages } = usePaged(cars, { size: CARS_SHOWN })
  const [calm = [], changed = []] = [true, false].map((wanted) => shown.filter((car) => isCalm(car, week) === wanted))
  const turn = (to: Week) => `/admin/vehicles/calendar?week=${weekName(to)}`
  return (
    <>
      <PageHead
        title={t('page.holders.title')}
        detail={formatWeek(week, t.language)}
        subtitle={t('page.holders.subtitle')}
        back={{ to: '/admin/vehicles', label: t('page.fleet.vehicles.title') }}
        turn={
          <Turn label={t('page.holders.week')}>
            <Link to={turn(previousWeek(week))} aria-label={formatWeek(previousWeek(week), t.language)}>
              <Icon name="left" small />
              {weekNumber(previousWeek(week))}
            </Link>
            <Link to={turn(nextWeek(week))} aria-label={formatWeek(nextWeek(week), t.language)}>
              {weekNumber(nextWeek(week))}
              <Icon name="right" small />
            </Link>
          </Turn>
        }
      />
      <Stack>
        {isEmpty ? (
          <EmptyState
            title={t('page.holders.empty')}
            action={<LinkButton to="/admin/vehicles/new">{t('page.fleet.vehicles.create')}</LinkButton>}
          >
            {t('page.holders.emptyText')}
          </EmptyState>
        ) : (
          <>
            <SearchField label={t('page.holders.search')}>
              {asked ? <input type="hidden" name="week" value={asked} /> : null}
              {view ? <input type="hidden" name="view" value={view} /> : null}
            </SearchField>
            <Tabs
              look="pills"
              tabs={[null, ...VIEWS].map((name) => ({
                to: placeOf({ week: asked, q, view: name }),
                label: t(`page.holders.views.${name ?? 'all'}`),
                count: counts[name ?? 'all'] ?? 0,
                current: view === name,
              }))}
            />
            {cars.length === 0 ? <EmptyState title={t('common.list.nothing')} /> : null}
            <Card flush>
              <div className={styles.heads} aria-hidden="true">
                <p className={styles.days}>
                  {DAYS.map((day) => (
                    <small key={day}>{formatStripDay(monday(week).add({ days: day }).toString(), t.language)}</small>
                  ))}
                </p>
              </div>
              <ul className={styles.cars}>
                {changed.map((car) => (
                  <li key={car.id} className={styles.car}>
                    <CarHead {...car} />
                    <Track car={car.id} week={week} periods={car.periods} />
                    <Stretches car={car.id} week={week} periods={car.periods} />
                  </li>
                ))}
              </ul>
              {calm.length > 0 ? (
                <Disclosure summary={t('page.holders.calm', { count: calm.length })} open={changed.length === 0}>
                  <ul className={styles.cars}>
                    {calm.map((car) => (
                      <li key={car.id} className={styles.car}>
                        <CarHead {...car} />
                        <Stretches car={car.id} week={week} periods={car.periods} />
                      </li>
                    ))}
                  </ul>
                </Disclosure>
              ) : null}
            </Card>
            {pages}
          </>
        )}
        {changed.some(({ periods }) => periods.length > 0) ? (
          <WideOnly>
            <Words look="small">{t('page.holders.drag')}</Words>
          </WideOnly>
        ) : null}
      </Stack>
    </>
  )
}

function CarHead({ id, plate, name }: Pick<CarRow, 'id' | 'plate' | 'name'>) {
  return (
    <h2 className={styles.plate}>
      <Link to={`/admin/vehicles/${id}/drivers`}>{showPlate(plate)}</Link> <small>{name}</small>
    </h2>
  )
}

/** Whether one driver had the car for the whole week, so that a line would show nothing. */
function isCalm({ periods: [period, ...others] }: Pick<CarRow, 'periods'>, week: Week): boolean {
  return period !== undefined && others.length === 0 && !isIn(week, period.from) && !isIn(week, period.to)
}

function isIn(week: Week, moment: string | null): boolean {
  if (moment === null) return false
  const { start, end } = bounds(week)
  return Date.parse(moment) > start.epochMilliseconds && Date.parse(moment) < end.epochMilliseconds
}

/** Cars on a page. */
const CARS_SHOWN = 30

function placeOf(asked: Readonly<Record<string, string | null>>): string {
  const parameters = Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `/admin/vehicles/calendar?${new URLSearchParams(parameters)}`
}

/** Days after Monday. */
const DAYS = [0, 1, 2, 3, 4, 5, 6] as const

type CarWeek = { car: string; week: Week; periods: readonly Period[] }

/** Width of the line: thousandths of the week. */
const WIDE = 1_000
const FILLS = ['var(--done)', 'var(--edge)']

/**
 * The week of a car as a line, for the eye; the words under it say the same. The moments of a hand-over can be dragged
 * (`drag-moments.ts`), which leads to the page that says who would move.
 */
function Track({ car, week, periods }: CarWeek) {
  const { start, end } = bounds(week)
  const [from, whole] = [start.epochMilliseconds, end.epochMilliseconds - start.epochMilliseconds]
  const place = (moment: string) => ((Date.parse(moment) - from) / whole) * WIDE
  const within = (x: number) => Math.min(Math.max(x, 0), WIDE)
  const moments = [...new Set(periods.flatMap((period) => [period.from, period.to]))].filter(
    (moment) => moment !== null && place(moment) > 0 && place(moment) < WIDE,
  )
  return (
    <svg
      className={styles.track}
      viewBox={`0 0 ${WIDE} 20`}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-moments={`/admin/vehicles/${car}/drivers/moments/`}
      data-from={from}
      data-whole={whole}
    >
      <rect x="0" y="9" width={WIDE} height="2" fill="var(--todo)" />
      {periods.map((period, index) => {
        const [left, right] = [
          period.from ? within(place(period.from)) : 0,
          period.to ? within(place(period.to)) : WIDE,
        ]
        return <rect key={period.id} x={left} y="4" width={right - left} height="12" fill={FILLS[index % 2]} />
      })}
      {Array.from({ length: 6 }, (_, day) => (
        <rect key={day} x={((day + 1) * WIDE) / 7} y="0" width="1" height="20" fill="var(--line-strong)" />
      ))}
      {moments.map((moment) => (
        <rect
          key={moment}
          className={styles.moment}
          data-moment={moment}
          x={place(moment ?? '') - 3}
          y="0"
          width="6"
          height="20"
          fill="var(--text)"
        />
      ))}
    </svg>
  )
}

/** The week of a car in words, with links to correct each part. */
function Stretches({ car, week, periods }: CarWeek) {
  const t = useT()
  if (periods.length === 0) return <p className={styles.words}>{t('page.holders.free')}</p>
  const isHere = (moment: string | null) => isIn(week, moment)
  return (
    <ul className={styles.words}>
      {periods.map(({ id, driver, driverId, from, to }, index) => (
        <li key={id}>
          <i className={index % 2 === 0 ? styles.one : styles.other} aria-hidden="true" />
          <Link to={`/admin/drivers/${driverId}`}>{driver}</Link>{' '}
          <small>
            {isHere(from) || isHere(to)
              ? [isHere(from) ? from : null, isHere(to) ? to : null]
                  .map((moment) => (moment ? formatInstant(moment, t.language) : '…'))
                  .join(' – ')
              : t('page.holders.whole')}
          </small>{' '}
          {from && isHere(from) ? (
            <Link
              to={`/admin/vehicles/${car}/drivers/moments/${encodeURIComponent(from)}`}
              aria-label={t('page.holders.moment.openOf', { at: formatInstant(from, t.language) })}
            >
              {t('page.holders.moment.open')}
            </Link>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
