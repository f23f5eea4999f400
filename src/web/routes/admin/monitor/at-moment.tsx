import { intervalAt } from '#domain/matching.ts'
import { readNumber } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { keptState, showMoment } from '#features/positions/moments/queries.server.ts'
import { type FoundPlace, askRecord } from '#features/positions/moments/schema.ts'
import { limitsOf } from '#forms/record.ts'
import { formatInstant, formatTime } from '#messages/dates.ts'
import { showPlate } from '#domain/identifiers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { readWayBack } from '#web/parts/way-back.ts'
import { sees, shows } from '#web/screen.server.ts'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/at-moment.ts'
import { nearestTown, townNamed } from '#web/parts/towns.server.ts'

/** Days for which the proof is held at first; a hold may last ninety. */
const HELD_DAYS = 60

export const loader = shows(async ({ request, params }: Route.LoaderArgs, { now }) => {
  const at = momentOf(params.at, now)
  const [car, assignments] = await Promise.all([getVehicle(params.id), listAssignments(params.id)])
  const driverId = intervalAt(assignments, at)?.driverId
  const holder = assignments.find((assignment) => assignment.driverId === driverId) ?? null
  const query = new URL(request.url).searchParams
  const place = (query.get('place') ?? '').slice(0, LONGEST_PLACE)
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  return {
    id: car.id,
    plate: car.plate,
    at: at.toString(),
    day: at.toZonedDateTimeISO(ZONE).toPlainDate().toString(),
    until: today.add({ days: HELD_DAYS }).toString(),
    holder: holder && { id: holder.driverId, name: holder.driver },
    place,
    town: place === '' ? null : (townNamed(place)?.name ?? null),
    kept: await keptState(car.id, at, now),
    reason: (query.get('reason') ?? '').slice(0, limitsOf(askRecord.fields.reason).maxLength),
    back: readWayBack(request, `/admin/vehicles/${car.id}`),
  }
})

const LONGEST_PLACE = 150

/** Shows where the car was, and records who looked and why. */
export const action = sees(
  askRecord.input,
  async ({ reason }, { now }, { request, params, context }: Route.ActionArgs) => {
    const place = new URL(request.url).searchParams.get('place') ?? ''
    const found = await showMoment(
      { by: { uid: requireAdmin(context, 'operations').uid, role: 'admin' }, reason, now },
      { vehicleId: params.id, at: momentOf(params.at, now), town: townNamed(place) },
    )
    const town = found.lat === null || found.lon === null ? null : nearestTown(found.lat, found.lon)
    return { ...found, reason, near: town }
  },
)

type Seen = FoundPlace & { reason: string; near: ReturnType<typeof nearestTown> }

/** The moment in an address, written as seconds since 1970. */
function momentOf(seconds: string, now: Temporal.Instant): Temporal.Instant {
  const at = readNumber(seconds) * 1_000
  if (at === 0 || at > now.epochMilliseconds) throw new Refusal('record.not-found')
  return Temporal.Instant.fromEpochMilliseconds(at)
}

/** One car at one minute: who had it, and after a press where it was. */
export default function AtMomentScreen({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT()
  const { plate, at, holder, place, kept, reason, back } = loaderData
  const seen = actionData && 'seen' in actionData ? (actionData.seen as Seen) : null
  return (
    <>
      <PageHead
        title={showPlate(plate)}
        part={t('page.monitor.moment.title')}
        detail={formatInstant(at, t.language)}
        back={{ to: back, label: t('page.monitor.moment.back') }}
      />
      <Page width="narrow">
        <Stack>
          <Facts>
            <Fact name={t('page.monitor.moment.had')}>
              {holder ? <Link to={`/admin/drivers/${holder.id}`}>{holder.name}</Link> : t('page.monitor.nobody')}
            </Fact>
            {place === '' ? null : <Fact name={t('page.monitor.moment.place')}>{place}</Fact>}
          </Facts>
          <Words look="soft">{t('page.monitor.moment.text')}</Words>
          {seen ? <Answer seen={seen} about={loaderData} /> : null}
          {kept === 'kept' ? (
            <Form of={askRecord} values={{ reason }}>
              <Actions>
                <SubmitButton>{t('page.monitor.moment.look')}</SubmitButton>
              </Actions>
            </Form>
          ) : (
            <Notice tone="info">{t(`page.monitor.moment.none.${kept}`)}</Notice>
          )}
        </Stack>
      </Page>
    </>
  )
}

type About = { id: string; at: string; day: string; until: string; place: string; town: string | null }

/** What the positions say, whether that contradicts the place that was named, and how to hold it as proof. */
function Answer({ seen, about }: { seen: Seen; about: About }) {
  const t = useT()
  const { is, from, to, lat, lon, near, distance } = seen
  const times = { from: from === null ? '' : formatTime(from), to: to === null ? '' : formatTime(to) }
  const hold = new URLSearchParams({
    car: about.id,
    kind: 'proof',
    from: about.day,
    until: about.until,
    reason: seen.reason,
  })
  return (
    <Card title={t('page.monitor.moment.answer')} tone={distance?.isElsewhere ? 'warn' : 'plain'}>
      <Stack>
        <p>
          {is === 'unknown' && from === null
            ? t('page.monitor.moment.nothing')
            : t(`page.monitor.moment.is.${is}`, times)}
        </p>
        {near && lat !== null && lon !== null ? (
          <p>
            {near.kilometres === 0
              ? t('page.monitor.near', { place: near.name })
              : t('page.monitor.away', { kilometres: near.kilometres, place: near.name })}
            {` (${lat.toFixed(4)}, ${lon.toFixed(4)})`}
          </p>
        ) : null}
        {distance && about.town !== null ? (
          <p>
            {t(`page.monitor.moment.apart.${distance.isElsewhere ? 'elsewhere' : 'possible'}`, {
              kilometres: distance.kilometres,
              place: about.town,
            })}
          </p>
        ) : null}
        {distance === null && about.place !== '' && is !== 'unknown' ? (
          <Words look="small">{t('page.monitor.moment.unnamed', { place: about.place })}</Words>
        ) : null}
        {is === 'unknown' && from === null ? null : (
          <>
            <Words look="small">{t('page.monitor.moment.keep')}</Words>
            <div>
              <LinkButton to={`/admin/data/positions/holds/new?${hold}`}>{t('page.monitor.moment.hold')}</LinkButton>
            </div>
          </>
        )}
      </Stack>
    </Card>
  )
}
