import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { ZONE } from '#domain/week.ts'
import { answerAlert } from '#features/positions/alerts/commands.server.ts'
import { answerRecord } from '#features/positions/alerts/schema.ts'
import { makeDevice } from '#features/positions/devices/commands.server.ts'
import { deviceInput } from '#features/positions/devices/schema.ts'
import { makeLink } from '#features/positions/links/commands.server.ts'
import { linkRecord } from '#features/positions/links/schema.ts'
import { storePositions } from '#features/positions/receiving/commands.server.ts'
import { makeZone } from '#features/positions/zones/commands.server.ts'
import { zoneInput } from '#features/positions/zones/schema.ts'
import { makeChange } from './change.server.ts'

/** Number of days whose positions are still kept. */
const DAYS = 6

/** A polygon of Lisbon without the river, and a circle in which every car works. */
const ZONES = [
  {
    name: 'Lisboa',
    shape: 'polygon',
    corners: [
      ...['38.6915, -9.2298', '38.7265, -9.2290', '38.7720, -9.2020', '38.7965, -9.1560', '38.7960, -9.0930'],
      ...['38.7560, -9.0900', '38.7180, -9.1100', '38.7030, -9.1400', '38.6950, -9.1700'],
    ].join('\n'),
  },
  { name: 'Grande Lisboa', shape: 'circle', middle: '38.7369, -9.1427', radius: '40000', tellsLeaving: 'on' },
]
/** Two drives of a car that nobody had: to a car wash, and away at night. Degrees, latitude first. */
const TO_THE_WASH = [38.753, -9.1885, 38.7475, -9.176, 38.74, -9.1668] as const
const AWAY = [38.74, -9.1668, 38.7475, -9.176, 38.753, -9.1885, 38.759, -9.177, 38.763, -9.152] as const

/** Adds zones, a waiting and an answered alert, and a link that has ended. */
export async function watchOverCars(now: Temporal.Instant): Promise<void> {
  const since = now.subtract({ hours: 24 * DAYS })
  for (const zone of ZONES)
    await makeChange('position.make-zone', since, (change) =>
      makeZone(change, zoneInput.parse({ covers: 'all', ...zone })),
    )
  const car = await findSpareCar(now)
  if (car === null) return
  const tracker = { kind: 'tracker', name: 'Localizador', vehicleId: car, driverId: '', knownAs: 'demonstracao' }
  const { id: device } = await makeChange('position.make-device', since, (change) =>
    makeDevice(change, deviceInput.parse(tracker)),
  )
  const today = now.toZonedDateTimeISO(ZONE).startOfDay()
  const [washed, gone] = [today.subtract({ days: 3 }).add({ hours: 15 }), today.subtract({ days: 1 }).add({ hours: 3 })]
  const first = await driveAlong(device, car, TO_THE_WASH, washed.toInstant())
  await driveAlong(device, car, AWAY, gone.toInstant())
  await makeChange('position.answer-alert', washed.add({ hours: 2 }).toInstant(), (change) =>
    answerAlert(
      change,
      first,
      answerRecord.input.parse({
        intent: 'answer',
        answer: 'explained',
        text: 'O Nuno, do escritório, levou-a à lavagem.',
      }),
    ),
  )
  const lent = now.subtract({ hours: 50 })
  const link = { vehicleId: car, kind: 'tow', hours: '3', reason: 'O reboque vai buscá-la à oficina' }
  await makeChange('position.link', lent, (change) => makeLink(change, linkRecord.input.parse(link)))
}

/** A usable car without a driver; `null` if there is none. */
async function findSpareCar(now: Temporal.Instant): Promise<string | null> {
  const row = await db
    .selectFrom('vehicles')
    .select('id')
    .where('status', '=', 'active')
    .where('id', 'not in', db.selectFrom('vehicle_titles').select('vehicle_id').where('title', '=', 'driver'))
    .where('id', 'not in', (of) =>
      of
        .selectFrom('assignments')
        .select('vehicle_id')
        .where(sql<boolean>`upper(period) is null or upper(period) > ${moment(now.subtract({ hours: 24 * DAYS }))}`),
    )
    .orderBy('plate')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Seconds between two fixes, and number of fixes between two corners of a drive. */
const STEP = { seconds: 20, fixes: 6 }

/** Records a car that stands, drives along some corners, and stands again; returns the alert for the office. */
async function driveAlong(
  device: number,
  car: string,
  way: readonly number[],
  from: Temporal.Instant,
): Promise<number> {
  const corners = Array.from({ length: way.length / 2 }, (_, at) => [way[2 * at] ?? 0, way[2 * at + 1] ?? 0] as const)
  const [begin = [0, 0] as const] = corners
  const end = corners.at(-1) ?? begin
  const along = corners.slice(1).flatMap(([lat, lon], at) => {
    const [north, east] = corners[at] ?? begin
    return Array.from({ length: STEP.fixes }, (_, step) => {
      const share = (step + 1) / STEP.fixes
      return [north + (lat - north) * share, east + (lon - east) * share] as const
    })
  })
  const standstill = (place: readonly [number, number]) => Array.from({ length: 15 }, () => place)
  const places = [...standstill(begin), ...along, ...standstill(end)]
  const fixes = places.map(([lat, lon], at) => {
    const isMoving = at >= 15 && at < 15 + along.length
    const moving = { speed: isMoving ? 11 : 0, course: null, accuracy: 8 }
    return { at: from.epochMilliseconds + at * STEP.seconds * 1_000, lat, lon, ...moving }
  })
  await storePositions(fixes.map((fix) => ({ key: device, known: null, fix })))
  const [begun, over] = [15, 15 + along.length].map((at) => from.add({ seconds: at * STEP.seconds }))
  const alertedAt = (over ?? from).add({ minutes: 1 })
  return makeChange('position.alert', alertedAt, async (change) => {
    const { id } = await change.tx
      .insertInto('position_alerts')
      .values({
        vehicle_id: car,
        kind: 'unheld',
        from_at: String(begun),
        until_at: String(over),
        told_at: alertedAt.toString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    change.note({ subject: `vehicle:${car}`, after: { alert: 'unheld', at: String(begun) } })
    return id
  })
}
