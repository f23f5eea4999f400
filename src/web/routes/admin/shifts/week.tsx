import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { showPlate } from '#domain/identifiers.ts'
import { nextWeek, previousWeek, readWeek, weekName } from '#domain/week.ts'
import { countWaitingRequests } from '#features/fleet/shift-requests/queries.server.ts'
import { formatStripDay, formatWeek, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { useMayFollow } from '#web/place-power.ts'
import { Link } from '#web/links.tsx'
import { isMatch, searchedFor } from '#web/parts/list-view.ts'
import { MayNotDriveInWeek } from '#web/parts/may-not-drive.tsx'
import { usePaged } from '#web/parts/paged.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Links, Turn, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/week.ts'
import type { CarDay, CarWeek, ShownShift } from './week-plan.server.ts'
import { readWeekPlan } from './week-plan.server.ts'
import styles from './week.module.css'

export const loader = shows(async ({ params, url }: Route.LoaderArgs, { now }) => {
  const week = readWeek(params.week)
  const [{ cars, withoutCar, barredDrivers }, waiting] = await Promise.all([
    readWeekPlan(week, now),
    countWaitingRequests(now),
  ])
  const q = searchedFor(url.searchParams)
  const view = VIEWS.find((candidate) => candidate === url.searchParams.get('view')) ?? null
  const found = cars.filter(({ plate, name, holders, days }) =>
    isMatch(q, [plate, name, ...holders, ...days.flatMap(({ shifts }) => shifts.map(({ driver }) => driver))]),
  )
  return {
    week,
    q,
    view,
    isEmpty: cars.length === 0,
    cars: view === null ? found : found.filter(HOLDS[view]),
    counts: {
      all: found.length,
      free: found.filter(HOLDS.free).length,
      gaps: found.filter(HOLDS.gaps).length,
      differs: found.filter(HOLDS.differs).length,
    },
    withoutCar,
    barredDrivers,
    waiting: waiting.count,
  }
})

const VIEWS = ['free', 'gaps', 'differs'] as const
const HOLDS: Readonly<Record<(typeof VIEWS)[number], (car: CarWeek) => boolean>> = {
  free: ({ isPlanned, holders }) => !isPlanned && holders.length === 0,
  gaps: ({ days }) => days.some(({ free, isFree }) => isFree || free.length > 0),
  differs: ({ days }) => days.some(({ shifts }) => shifts.some(({ instead }) => instead.length > 0)),
}

const DONE = ['added', 'changed', 'copied', 'undone'] as const

/** One week of all cars: who is planned to have each, when it is free, and what happened otherwise. */
export default function WeekPlanScreen({ loaderData }: Route.ComponentProps) {
  const { week, q, view, isEmpty, cars, counts, withoutCar, barredDrivers, waiting } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE.find((candidate) => candidate === query.get('done'))
  const { shown, pages } = usePaged(cars, { size: CARS_SHOWN })
  const base = `/admin/vehicles/week/${weekName(week)}`
  return (
    <>
      <PageHead
        title={t('page.shifts.title')}
        detail={formatWeek(week, t.language)}
        subtitle={t('page.shifts.subtitle')}
        back={{ to: '/admin/vehicles', label: t('page.fleet.vehicles.title') }}
        turn={
          <Turn label={t('page.holders.week')}>
            {[previousWeek(week), nextWeek(week)].map((to, at) => (
              <Link key={to} to={`/admin/vehicles/week/${weekName(to)}`} aria-label={formatWeek(to, t.language)}>
                {at === 0 ? <Icon name="left" small /> : null}
                {weekNumber(to)}
                {at === 1 ? <Icon name="right" small /> : null}
              </Link>
            ))}
          </Turn>
        }
        actions={
          <>
            <LinkButton to="/admin/vehicles/shifts">{t('page.shifts.patterns.title')}</LinkButton>
            <LinkButton to={`${base}/copy`}>{t('page.shifts.copy.link')}</LinkButton>
            <LinkButton to={`/admin/vehicles/shifts/new?from=${week}`} kind="primary" icon="plus">
              {t('page.shifts.patterns.add')}
            </LinkButton>
          </>
        }
      />
      {done ? (
        <Done>
          {done === 'copied'
            ? t('page.shifts.done.copied', {
                count: Number(query.get('count')) || 0,
                left: Number(query.get('left')) || 0,
              })
            : t(`page.shifts.done.${done}`)}{' '}
          {done === 'copied' && query.get('at') && Number(query.get('count')) > 0 ? (
            <Link to={`${base}/copies/${query.get('at')}`}>{t('page.shifts.undoCopy.link')}</Link>
          ) : null}
        </Done>
      ) : null}
      <Stack>
        {waiting > 0 ? (
          <Notice tone="info">
            <Link to="/admin/vehicles/shifts/requests">{t('page.shifts.requests.open', { count: waiting })}</Link>
          </Notice>
        ) : null}
        <MayNotDriveInWeek drivers={barredDrivers} />
        {isEmpty ? (
          <EmptyState
            title={t('page.holders.empty')}
            action={<LinkButton to="/admin/vehicles/new">{t('page.fleet.vehicles.create')}</LinkButton>}
          >
            {t('page.shifts.emptyText')}
          </EmptyState>
        ) : (
          <>
            <SearchField label={t('page.holders.search')}>
              {view ? <input type="hidden" name="view" value={view} /> : null}
            </SearchField>
            <Tabs
              look="pills"
              tabs={[null, ...VIEWS].map((name) => ({
                to: base + queryOf({ q, view: name ?? '' }),
                label: t(`page.shifts.views.${name ?? 'all'}`),
                count: counts[name ?? 'all'],
                current: view === name,
              }))}
            />
            {cars.length === 0 ? <EmptyState title={t('common.list.nothing')} /> : <Cars cars={shown} base={base} />}
            {pages}
          </>
        )}
        <DriversWithoutCar people={withoutCar} week={week} />
        <Links>
          <Link to="/admin/vehicles/shifts/requests">{t('page.shifts.requests.title')}</Link>
          <Link to={`/admin/vehicles/calendar?week=${weekName(week)}`}>{t('page.shifts.held')}</Link>
          {(['csv', 'xlsx', 'pdf'] as const).map((format) => (
            <Link key={format} to={`${base}/files/${format}${queryOf({ q, view: view ?? '' })}`} file>
              {t('page.shifts.file', { format: format.toUpperCase() })}
            </Link>
          ))}
        </Links>
        <Words look="small">{t('page.shifts.moneyFollows')}</Words>
      </Stack>
    </>
  )
}

/** Cars on a page. */
const CARS_SHOWN = 30

function queryOf(asked: Readonly<Record<string, string>>): string {
  const known = Object.entries(asked).filter(([, value]) => value !== '')
  return known.length === 0 ? '' : `?${new URLSearchParams(known)}`
}

function Cars({ cars, base }: { cars: readonly CarWeek[]; base: string }) {
  const t = useT()
  const days = cars[0]?.days ?? []
  return (
    <Card flush>
      <p className={styles.heads} aria-hidden="true">
        {days.map(({ day }) => (
          <small key={day}>{formatStripDay(day, t.language)}</small>
        ))}
      </p>
      <ul className={styles.cars}>
        {cars.map((car) => (
          <li key={car.id} className={styles.car}>
            <h2 className={styles.plate}>
              <Link to={`/admin/vehicles/${car.id}/drivers`}>{showPlate(car.plate)}</Link> <small>{car.name}</small>
              {car.isPlanned ? <small>{t('page.shifts.hours', { count: car.hours })}</small> : null}
            </h2>
            {car.isPlanned || car.holders.length === 0 ? (
              <ol className={styles.days}>
                {car.days.map((day) => (
                  <li key={day.day} className={styles.day}>
                    <small className={styles.date}>{formatStripDay(day.day, t.language)}</small>
                    <Day car={car} day={day} base={base} />
                  </li>
                ))}
              </ol>
            ) : (
              <p className={styles.whole}>
                {t('page.shifts.unplanned', { drivers: car.holders.join(', ') })}{' '}
                <FormLink to={`/admin/vehicles/shifts/new?car=${car.id}`}>{t('page.shifts.patterns.add')}</FormLink>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

type FormLinkProps = { to: string; stays?: boolean; 'aria-label'?: string; children: ReactNode }

/** A link to a form. A reader who may not send the form sees only its words if it `stays`, and otherwise nothing. */
function FormLink({ to, stays = false, children, ...rest }: FormLinkProps) {
  const mayFollow = useMayFollow(to.replace(/\?.*/, ''))
  if (!mayFollow) return stays ? <span>{children}</span> : null
  return (
    <Link to={to} {...rest}>
      {children}
    </Link>
  )
}

function Day({ car, day: { day, shifts, free, isFree, isOver }, base }: { car: CarWeek; day: CarDay; base: string }) {
  const t = useT()
  const add = (hours: string) => `${base}/shifts/new?car=${car.id}&day=${day}${hours}`
  const gaps = car.isPlanned && !isFree ? free : isOver ? [] : [{ starts: '', ends: null }]
  if (shifts.length + gaps.length === 0) return <span className={styles.free}>–</span>
  return (
    <ul className={styles.shifts}>
      {shifts.map((shift) => (
        <li key={shift.starts}>
          <ShiftOf shift={shift} base={base} />
        </li>
      ))}
      {gaps.map(({ starts, ends }) => (
        <li key={starts} className={styles.free}>
          <FormLink
            stays
            to={add(starts === '' ? '' : `&starts=${starts}&ends=${ends ?? '00:00'}`)}
            aria-label={t('page.shifts.addOf', { plate: showPlate(car.plate), day: formatStripDay(day, t.language) })}
          >
            {starts === ''
              ? t('page.shifts.free')
              : t(ends === null ? 'page.shifts.freeSince' : 'page.shifts.freeHours', { starts, ends: ends ?? '' })}
          </FormLink>
        </li>
      ))}
    </ul>
  )
}

/** The hours and the driver; if it happened otherwise, who had the car. */
function ShiftOf({ shift, base }: { shift: ShownShift; base: string }) {
  const t = useT()
  const { vehicleId, plate, day, starts, ends, driver, isOver, isSingle, instead } = shift
  const words = (
    <>
      <span className={styles.when}>{`${starts}–${ends}`}</span> {driver}
    </>
  )
  const isNight = ends <= starts && starts >= '12:00'
  return (
    <div className={`${styles.shift} ${isNight ? styles.night : ''} ${isSingle ? styles.single : ''}`}>
      {isOver ? (
        <span>{words}</span>
      ) : (
        <FormLink
          stays
          to={`${base}/shifts/${vehicleId}/${day}/${starts.replace(':', '')}`}
          aria-label={t('page.shifts.changeOf', {
            plate,
            day: formatStripDay(day, t.language),
            hours: `${starts}–${ends}`,
            driver: driver ?? '',
          })}
        >
          {words}
        </FormLink>
      )}
      {instead.map((substitute) => (
        <Link key={substitute.driver ?? ''} to={`/admin/vehicles/${vehicleId}/drivers`} className={styles.instead}>
          {t(substitute.driver === null ? 'page.shifts.insteadNobody' : 'page.shifts.instead', {
            driver: substitute.driver ?? '',
            hours: Math.max(1, Math.round(substitute.minutes / 60)),
          })}
        </Link>
      ))}
    </div>
  )
}

function DriversWithoutCar({ people, week }: { people: readonly { id: string; name: string }[]; week: string }) {
  const t = useT()
  if (people.length === 0) return null
  return (
    <Section title={t('page.shifts.without.title')}>
      <Disclosure summary={t('page.shifts.without.count', { count: people.length })} open={people.length <= FEW}>
        <ul className={styles.people}>
          {people.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/admin/drivers/${id}`}>{name}</Link>
              <FormLink to={`/admin/vehicles/shifts/new?driver=${id}&from=${week}`}>
                {t('page.shifts.without.plan')}
                <span className="visually-hidden">: {name}</span>
              </FormLink>
            </li>
          ))}
        </ul>
      </Disclosure>
    </Section>
  )
}

const FEW = 6
