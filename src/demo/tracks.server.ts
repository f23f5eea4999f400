import { db } from '#db/client.server.ts'
import { tripsOf } from '#domain/trip.ts'
import { ZONE, lisbon, previousWeek, weekAt } from '#domain/week.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { listReadings } from '#features/fleet/odometers/queries.server.ts'
import { saveAssessment } from '#features/positions/assessments/commands.server.ts'
import { countChangedDays } from '#features/positions/commands.server.ts'
import { makeDevice } from '#features/positions/devices/commands.server.ts'
import { deviceInput } from '#features/positions/devices/schema.ts'
import { type NamedPosition, storePositions } from '#features/positions/receiving/commands.server.ts'
import { noteDriversNotified, saveRules } from '#features/positions/rules/commands.server.ts'
import { rulesRecord } from '#features/positions/rules/schema.ts'
import { log } from '#platform/log.ts'
import { makeChange } from './change.server.ts'
import { DEMO_TRACKER, TRACKER_ROUND } from './services/traccar-demo.ts'
import { type Round, roundOf } from './tracks.ts'

/** Drivers whose cars send positions, and the hours when each is out: at least one at every hour of the day. */
const OUT: readonly ({ driver: string } & Round)[] = [
  { driver: 'Rui Valadas', begins: 6.5, ends: 15.5, seed: 1 },
  { driver: 'Adriana Lopes', begins: 15, ends: 24, seed: 2 },
  { driver: 'Carla Nogueira', begins: 19, ends: 31, seed: 3 },
  { driver: 'Paulo Meneses', begins: 9, ends: 19, seed: 4 },
]
/** The driver whose car has a built-in tracker, whose positions come from the operator's server. */
const TRACKED = { driver: 'Arjun Thapa', ...TRACKER_ROUND }
const NAME = 'Telemóvel no tablier'
const DAYS = 6
/** Number of days since recording began; for the older ones only the kilometres are kept. */
const RECORDED = 22
/** Days before the first position on which drivers were informed; the day itself does not count. */
const NOTIFIED_BEFORE = 3
const LONGEST_ROUND = 32

/** Records three weeks of positions of cars whose drivers were informed. */
export async function recordPositions(now: Temporal.Instant): Promise<void> {
  const since = now.subtract({ hours: 24 * RECORDED })
  const notifiedAt = since.subtract({ hours: 24 * NOTIFIED_BEFORE })
  const rules = { records: 'on', keepsDays: '7', duty: 'assignment', offDuty: 'drop', tellsUnheld: 'on' }
  await makeChange('position.rules', since, (change) => saveRules(change, rulesRecord.input.parse(rules)))
  await makeChange('position.keep-assessment', since, async (change) => void (await saveAssessment(change)))
  for (const { driver, ...round } of [...OUT, TRACKED]) {
    const { id } = await db.selectFrom('drivers').select('id').where('name', '=', driver).executeTakeFirstOrThrow()
    const on = notifiedAt.toZonedDateTimeISO(ZONE).toPlainDate().toString()
    await makeChange('position.note-told', now, (change) => noteDriversNotified(change, { drivers: [id], on }))
    const car = await db
      .selectFrom('assignments')
      .select('vehicle_id')
      .where('driver_id', '=', id)
      .orderBy('ordinal', 'desc')
      .executeTakeFirstOrThrow()
    const device =
      driver === TRACKED.driver
        ? { kind: 'tracker', name: DEMO_TRACKER.name, knownAs: DEMO_TRACKER.uniqueId }
        : { kind: 'phone', name: NAME, knownAs: '' }
    const input = deviceInput.parse({ ...device, vehicleId: car.vehicle_id, driverId: '' })
    await makeChange('position.make-device', since, (change) => makeDevice(change, input))
    const metres = await leaveKilometres(car.vehicle_id, round, now)
    if (driver === READ_ONCE) await readOnce(car.vehicle_id, metres, now)
  }
}

/** Saves the kilometres of the days whose positions are deleted by now; returns the usual metres of a day since the Monday before last. */
async function leaveKilometres(car: string, round: Round, now: Temporal.Instant): Promise<number> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  let all = 0
  for (let back = RECORDED - 1; back > DAYS; back--) {
    const day = today.subtract({ days: back })
    const { trips, metres } = tripsOf(roundOf(day, round, spanOf(day)))
    all += metres
    const seconds = trips.reduce((sum, { from, to }) => sum + (to - from) / 1_000, 0)
    await db
      .insertInto('position_days')
      .values({
        vehicle_id: car,
        day: day.toString(),
        metres,
        trips: trips.length,
        moving_seconds: Math.round(seconds),
        counted_at: now.toString(),
      })
      .execute()
  }
  return Math.round(all / (RECORDED - 1 - DAYS))
}

/** The span of the round of a day, which may end the next morning. */
function spanOf(day: Temporal.PlainDate): { from: number; to: number } {
  const from = day.toZonedDateTime(ZONE)
  return { from: from.epochMilliseconds, to: from.add({ hours: LONGEST_ROUND }).epochMilliseconds }
}

/** The driver whose odometer was read on the Monday before last and only now again; positions estimate the Mondays between. */
const READ_ONCE = 'Adriana Lopes'

async function readOnce(car: string, usual: number, now: Temporal.Instant): Promise<void> {
  const at = lisbon(Temporal.PlainDate.from(previousWeek(weekAt(now), 2)).toPlainDateTime())
  const [last] = await listReadings(car)
  if (!last) return
  const days = at.until(Temporal.Instant.from(last.at)).total('hours') / 24
  const kilometres = last.kilometres - Math.ceil((days * usual * ODOMETER_FACTOR) / 1_000)
  await makeChange('vehicle.add-reading', now, (change) =>
    addReading(change, car, { at, kilometres, reason: '', photo: undefined }),
  )
}

/** The odometer counts a tenth more than positions do, because nothing is recorded off duty. */
const ODOMETER_FACTOR = 1.1

/** Milliseconds between two positions of the moving cars. */
const EVERY = 30_000

/** Moves the cars while the demonstration runs: first sends the positions since the last one, then new ones. */
export async function moveCars(): Promise<() => Promise<void>> {
  let isEnded = false
  let at = Promise.resolve()
  let isCounted = false
  const turn = async () => {
    for (const device of await listPhones()) if (!isEnded) await send(device, Date.now())
    if (!isCounted && !isEnded) await countChangedDays(Temporal.Now.instant())
    isCounted = true
  }
  const next = () => {
    at = at.then(turn).catch((error: unknown) => log.error({ err: error }, 'the cars of the demonstration stand still'))
  }
  next()
  const timer = setInterval(next, EVERY)
  return async () => {
    isEnded = true
    clearInterval(timer)
    await at
  }
}

type Phone = { id: number; lastSeenAt: number | null } & Round

async function listPhones(): Promise<Phone[]> {
  const rows = await db
    .selectFrom('position_devices')
    .innerJoin('assignments', 'assignments.vehicle_id', 'position_devices.vehicle_id')
    .innerJoin('drivers', 'drivers.id', 'assignments.driver_id')
    .select(['position_devices.id', 'drivers.name', 'heard_at'])
    .where('position_devices.name', '=', NAME)
    .where('ended_at', 'is', null)
    .execute()
  return OUT.flatMap(({ driver, ...round }) => {
    const found = rows.find(({ name }) => name === driver)
    return found ? [{ id: found.id, lastSeenAt: found.heard_at?.epochMilliseconds ?? null, ...round }] : []
  })
}

async function send({ id, lastSeenAt, ...round }: Phone, to: number): Promise<void> {
  const from = Math.max(lastSeenAt ?? 0, to - DAYS * 86_400_000)
  const sent: NamedPosition[] = []
  const first = Temporal.Instant.fromEpochMilliseconds(from - LONGEST_ROUND * 3_600_000)
  let day = first.toZonedDateTimeISO(ZONE).toPlainDate()
  for (; day.toZonedDateTime(ZONE).epochMilliseconds <= to; day = day.add({ days: 1 }))
    for (const fix of roundOf(day, round, { from, to })) sent.push({ key: id, known: null, fix })
  if (sent.length > 0) await storePositions(sent)
}
