import { db } from '#db/client.server.ts'
import { ZONE } from '#domain/week.ts'
import { makeDevice } from '#features/positions/devices/commands.server.ts'
import { deviceInput } from '#features/positions/devices/schema.ts'
import { type Named, take } from '#features/positions/receiving/commands.server.ts'
import { noteTold, saveRules } from '#features/positions/rules/commands.server.ts'
import { rulesRecord } from '#features/positions/rules/schema.ts'
import { log } from '#platform/log.ts'
import { makeChange } from './change.server.ts'
import { type Round, roundOf } from './tracks.ts'

/** Whose cars show where they are, and when they are out: at every hour of the day at least one of them is. */
const OUT: readonly ({ driver: string } & Round)[] = [
  { driver: 'Rui Valadas', begins: 6.5, ends: 15.5, seed: 1 },
  { driver: 'Adriana Lopes', begins: 15, ends: 24, seed: 2 },
  { driver: 'Carla Nogueira', begins: 19, ends: 31, seed: 3 },
  { driver: 'Paulo Meneses', begins: 9, ends: 19, seed: 4 },
]
const NAME = 'Telemóvel no tablier'
const DAYS = 6
/** Days before the first position on which drivers were told: the day itself does not count yet. */
const TOLD_BEFORE = 3
const LONGEST_ROUND = 32

/** Positions are recorded for a week already, of four cars whose drivers were told. */
export async function recordPositions(now: Temporal.Instant): Promise<void> {
  const since = now.subtract({ hours: 24 * (DAYS + 1) })
  const told = since.subtract({ hours: 24 * TOLD_BEFORE })
  const rules = { records: 'on', keepsDays: '7', duty: 'assignment', offDuty: 'drop' }
  await makeChange('position.rules', since, (change) => saveRules(change, rulesRecord.input.parse(rules)))
  for (const { driver } of OUT) {
    const { id } = await db.selectFrom('drivers').select('id').where('name', '=', driver).executeTakeFirstOrThrow()
    const on = told.toZonedDateTimeISO(ZONE).toPlainDate().toString()
    await makeChange('position.note-told', now, (change) => noteTold(change, { drivers: [id], on }))
    const car = await db
      .selectFrom('assignments')
      .select('vehicle_id')
      .where('driver_id', '=', id)
      .orderBy('ordinal', 'desc')
      .executeTakeFirstOrThrow()
    const input = deviceInput.parse({ kind: 'phone', name: NAME, vehicleId: car.vehicle_id, driverId: '', knownAs: '' })
    await makeChange('position.make-device', since, (change) => makeDevice(change, input))
  }
}

/** Milliseconds between two looks at where the cars are now. */
const EVERY = 30_000

/** Lets the cars move while the demonstration runs: first what they drove since they were last heard of, then as it goes on. */
export async function moveCars(): Promise<() => Promise<void>> {
  let isEnded = false
  let at = Promise.resolve()
  const turn = async () => {
    for (const device of await listPhones()) if (!isEnded) await send(device, Date.now())
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

type Phone = { id: number; heardAt: number | null } & Round

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
    return found ? [{ id: found.id, heardAt: found.heard_at?.epochMilliseconds ?? null, ...round }] : []
  })
}

async function send({ id, heardAt, ...round }: Phone, to: number): Promise<void> {
  const from = Math.max(heardAt ?? 0, to - DAYS * 86_400_000)
  const sent: Named[] = []
  const first = Temporal.Instant.fromEpochMilliseconds(from - LONGEST_ROUND * 3_600_000)
  let day = first.toZonedDateTimeISO(ZONE).toPlainDate()
  for (; day.toZonedDateTime(ZONE).epochMilliseconds <= to; day = day.add({ days: 1 }))
    for (const fix of roundOf(day, round, { from, to })) sent.push({ key: id, known: null, fix })
  if (sent.length > 0) await take(sent)
}
