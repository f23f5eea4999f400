import { listLooks, showDay, showOwn } from '#features/positions/queries.server.ts'
import { beginPrivateTime, endPrivateTime, readNotice } from '#features/positions/rules/commands.server.ts'
import type { CarDay, LookNoted } from '#features/positions/schema.ts'
import { isOfCar, listZones } from '#features/positions/zones/queries.server.ts'
import { ownAct } from '#features/positions/rules/schema.ts'
import type { MessageKey } from '#messages/catalogue.ts'
import { formatDay, formatInstant, formatTime } from '#messages/dates.ts'
import { formatRatio } from '#messages/numbers.ts'
import { actorOf, show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { DoneNote, withDone } from '#web/parts/done-note.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { ownDriver } from '#web/session.server.ts'
import { Card, Stack } from '#web/ui/card.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Bullets, Links, Page, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/tracking.ts'
import { DayPicture } from './day-picture.tsx'
import { lookerOf } from './own-look.ts'

/** The most looks that the page names. */
const LOOKS_SHOWN = 20

export const loader = ({ request, context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const [own, looks, zones] = await Promise.all([
      showOwn(driver, now),
      listLooks({ driverId: driver }, LOOKS_SHOWN),
      listZones(),
    ])
    const wantedDay = new URL(request.url).searchParams.get('day')
    const chosen = own.days.find(({ day, vehicleId }) => `${day}.${vehicleId}` === wantedDay)
    // Reading about oneself is a look too, and is recorded as the reader's own.
    const look = { by: lookerOf(actorOf(context)), reason: '', now }
    const day = chosen ? await showDay(look, { ...chosen, ownDriver: driver }) : null
    const left = zones.filter(({ tellsLeaving, ...zone }) => tellsLeaving && own.cars.some((car) => isOfCar(zone, car)))
    const zoneNames = left.map(({ name }) => name).join(', ')
    return { ...own, zoneNames, looks, asked: chosen ? wantedDay : null, day: day && { ...day, points: [] } }
  })

/** Confirms the notice, turns the private mode on, or turns it off again. */
export const action = ({ request, context }: Route.ActionArgs) =>
  submit(
    { request, context },
    ({ intent }) => `position.${intent}`,
    ownAct,
    async ({ intent }, change) => {
      const driver = ownDriver(context)
      if (intent === 'read') await readNotice(change, driver)
      else await (intent === 'private' ? beginPrivateTime : endPrivateTime)(change, driver)
      return sameLanguage(request, withDone('/dashboard/tracking', 'saved'))
    },
  )

type Shown = Route.ComponentProps['loaderData']

/** What is stored about the reader's positions, for how long, who looked and why; the private mode, and the reader's own day. */
export default function OwnTrackingScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { settings, notice, isOwnCar, days, asked, day, looks } = loaderData
  const isRecorded = settings.recordsSince !== null && !isOwnCar
  return (
    <>
      <PageHead title={t('page.tracking.title')} />
      <Page width="narrow">
        <DoneNote />
        <Stack>
          <TrackingState of={loaderData} />
          {isRecorded ? (
            <Card title={t('page.tracking.notice')}>
              <NoticeText of={loaderData} />
            </Card>
          ) : null}
          {days.length > 0 ? (
            <Card title={t('page.tracking.day')}>
              <Stack>
                <Links>
                  {days.map((trackedDay) => {
                    const key = `${trackedDay.day}.${trackedDay.vehicleId}`
                    return (
                      <Link
                        key={key}
                        to={`/dashboard/tracking?day=${key}`}
                        {...(key === asked ? { 'aria-current': 'true' as const } : {})}
                      >
                        {formatDay(trackedDay.day, t.language)} · {trackedDay.plate}
                      </Link>
                    )
                  })}
                </Links>
                {day ? <OwnDay day={day} /> : null}
              </Stack>
            </Card>
          ) : null}
          {isRecorded || looks.length > 0 ? (
            <Card title={t('page.tracking.looks')}>
              <Looks looks={looks} />
            </Card>
          ) : null}
          {notice !== null && isRecorded ? (
            <Card title={t('page.tracking.phone')}>
              <Words>{t('page.tracking.phoneText')}</Words>
            </Card>
          ) : null}
          <Card title={t('page.tracking.known')}>
            <Bullets>
              {t.list('page.tracking.points').map((point) => (
                <li key={point}>{point}</li>
              ))}
            </Bullets>
          </Card>
        </Stack>
      </Page>
    </>
  )
}

/** The present state, and the switch. */
function TrackingState({ of: { settings, notice, privateSince, hasCar, isOwnCar } }: { of: Shown }) {
  const t = useT()
  if (settings.recordsSince === null) return <Notice tone="ok">{t('page.tracking.off')}</Notice>
  if (isOwnCar) return <Notice tone="ok">{t('page.tracking.own')}</Notice>
  const words =
    privateSince !== null
      ? t('page.tracking.privateSince', { time: formatInstant(privateSince, t.language) })
      : t(notice === null ? 'page.tracking.notTold' : hasCar ? 'page.tracking.on' : 'page.tracking.noCar')
  const isSeen = privateSince === null && notice !== null && hasCar
  return (
    <Card>
      <Stack>
        <p>
          <State tone={isSeen ? 'todo' : 'ok'}>{words}</State>
        </p>
        <Words look="small">{t('page.tracking.switchText')}</Words>
        <Form intent={privateSince === null ? 'private' : 'public'}>
          <SubmitButton kind={privateSince === null ? 'primary' : 'outlined'}>
            {t(privateSince === null ? 'page.tracking.switchOn' : 'page.tracking.switchOff')}
          </SubmitButton>
        </Form>
      </Stack>
    </Card>
  )
}

function NoticeText({ of: { settings, notice, zoneNames } }: { of: Shown }) {
  const t = useT()
  const points: MessageKey[] = [
    'page.tracking.noticePoints.what',
    `page.tracking.noticePoints.${settings.duty}`,
    `page.tracking.noticePoints.${settings.offDuty}`,
  ]
  const more: MessageKey[] = [
    'page.tracking.noticePoints.why',
    'page.tracking.noticePoints.theft',
    'page.tracking.noticePoints.who',
    'page.tracking.noticePoints.rights',
  ]
  return (
    <Stack>
      <Bullets>
        {points.map((point) => (
          <li key={point}>{t(point)}</li>
        ))}
        <li>{t('page.tracking.noticePoints.keeps', { count: settings.keepsDays })}</li>
        {settings.night === null ? null : <li>{t('page.tracking.noticePoints.night', settings.night)}</li>}
        {zoneNames === '' ? null : <li>{t('page.tracking.noticePoints.zones', { zones: zoneNames })}</li>}
        {more.map((point) => (
          <li key={point}>{t(point)}</li>
        ))}
      </Bullets>
      {notice === null ? (
        <Form intent="read">
          <Words look="small">{t('page.tracking.readNote')}</Words>
          <SubmitButton>{t('page.tracking.read')}</SubmitButton>
        </Form>
      ) : (
        <Words look="small">
          {t(notice.way === 'read' ? 'page.tracking.readOn' : 'page.tracking.toldOn', {
            day: formatInstant(notice.at, t.language),
          })}
        </Words>
      )}
    </Stack>
  )
}

function OwnDay({ day }: { day: Omit<CarDay, 'points'> }) {
  const t = useT()
  const name = formatDay(day.day, t.language)
  if (day.trips.length === 0 && day.stops.length === 0) return <Words look="soft">{t('page.tracking.dayNone')}</Words>
  return (
    <Stack>
      <DayPicture trips={day.trips} stops={day.stops} label={t('page.tracking.dayPicture', { day: name })} />
      <Items>
        {day.trips.map(({ from, to, metres }) => (
          <Item
            key={from}
            title={t('page.tracking.trip', { from: formatTime(from), to: formatTime(to) })}
            aside={kilometres(metres)}
          />
        ))}
      </Items>
      <Links>
        <a href={`/dashboard/tracking/days/${day.day}/${day.vehicleId}`} download>
          {t('page.tracking.take')}
        </a>
      </Links>
    </Stack>
  )

  function kilometres(metres: number) {
    return t('page.tracking.metres', { count: formatRatio(Math.round(metres / 100) / 10, t.language) })
  }
}

function Looks({ looks }: { looks: readonly LookNoted[] }) {
  const t = useT()
  const people = looks.filter(({ role }) => role !== 'system')
  const isCounted = people.length < looks.length
  return (
    <Stack>
      {people.length === 0 ? (
        <Words look="soft">{t('page.tracking.looksNone')}</Words>
      ) : (
        <LooksOfPeople looks={people} />
      )}
      {isCounted ? <Words look="small">{t('page.tracking.counted')}</Words> : null}
    </Stack>
  )
}

function LooksOfPeople({ looks }: { looks: readonly LookNoted[] }) {
  const t = useT()
  return (
    <Items>
      {looks.map(({ id, at, by, role, what, day, reason }) => (
        <Item
          key={id}
          title={t(`page.tracking.whats.${what}`, { day: day === null ? '' : formatDay(day, t.language) })}
          aside={<Moment at={at} />}
        >
          <Words look="small">
            {role === 'admin' && by ? by : t(`page.tracking.roles.${role}`)}
            {' · '}
            {t('page.tracking.why')}: {reason || t('page.tracking.noReason')}
          </Words>
        </Item>
      ))}
    </Items>
  )
}
