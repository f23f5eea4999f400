import { sql } from 'kysely'
import { type Tx, db, inTransaction } from '#db/client.server.ts'
import { type DeviceOwner, type Refused, checkFix } from '#domain/position.ts'
import { ZONE } from '#domain/week.ts'
import { keptFrom, readRules, readSettings } from '#features/positions/rules/queries.server.ts'
import type { Sent } from '#integrations/positions/sent.ts'
import { hashOfSecret } from '#platform/secret.ts'
import { ofOperator } from '#platform/operator.ts'

/** The outcome for a fix: `unknown` where no device has the key it came with. */
export type Outcome = 'kept' | Refused | 'unknown'

/** The most fixes that one statement stores. */
const MAX_FIXES_AT_ONCE = 5_000

/** A fix as a device sent it, or (`key` is a number) one from a file or a service, whose device is known already. */
export type NamedPosition = Omit<Sent, 'key'> & {
  key: string | number | null
  /** The fixes were fetched, perhaps not for the first time: only new ones are counted. */
  isAskedFor?: boolean
}
type Waiting = { sent: readonly NamedPosition[]; done: (outcomes: Outcome[]) => void; failed: (error: unknown) => void }

const waiting = ofOperator<Waiting[]>(() => [])
const isAtWork = ofOperator(() => false)

/**
 * Stores what devices sent, as far as the rules allow; answers the outcome of each fix once it is stored. Fixes that
 * come while others are stored are stored together, so that a thousand phones cost little more than one.
 */
export function storePositions(sent: readonly NamedPosition[]): Promise<Outcome[]> {
  return new Promise((done, failed) => {
    waiting.value.push({ sent, done, failed })
    if (!isAtWork.value) void work()
  })
}

async function work(): Promise<void> {
  isAtWork.value = true
  while (waiting.value.length > 0) {
    const batch = takeTurn()
    const sent = batch.flatMap((request) => request.sent)
    try {
      const outcomes = await inTransaction((tx) => savePositions(tx, sent, Temporal.Now.instant()))
      let at = 0
      for (const request of batch) request.done(outcomes.slice(at, (at += request.sent.length)))
    } catch (error) {
      for (const request of batch) request.failed(error)
    }
  }
  isAtWork.value = false
}

/** Takes as many waiting requests as fit into one statement. */
function takeTurn(): Waiting[] {
  let [count, size] = [0, 0]
  for (const request of waiting.value) {
    if (count > 0 && size + request.sent.length > MAX_FIXES_AT_ONCE) break
    count += 1
    size += request.sent.length
  }
  return waiting.value.splice(0, count)
}

type Device = { id: number; owner: DeviceOwner | null; isServer: boolean; ended: boolean }

async function savePositions(tx: Tx, sent: readonly NamedPosition[], now: Temporal.Instant): Promise<Outcome[]> {
  const devices = await findDevices(tx, sent)
  const found = sent.map((position) => deviceOf(position, devices))
  const times = sent.flatMap(({ fix }) => (fix === null ? [] : [fix.at]))
  const owners = found.flatMap((device) => device?.owner ?? [])
  const rules = await readRules(
    {
      vehicles: [...new Set(owners.flatMap((owner) => ('vehicleId' in owner ? [owner.vehicleId] : [])))],
      drivers: [...new Set(owners.flatMap((owner) => ('driverId' in owner ? [owner.driverId] : [])))],
      from: times.reduce((first, at) => Math.min(first, at), Infinity),
      to: times.reduce((last, at) => Math.max(last, at), -Infinity),
    },
    now,
    tx,
  )
  const rows = new Rows()
  const counts = new Map<string, number>()
  const fetchedFrom = new Set<number>()
  const outcomes = sent.map(({ fix, isAskedFor }, at): Outcome => {
    const device = found[at]
    if (device === undefined || device.owner === null) return 'unknown'
    const verdict = device.ended
      ? ({ kept: false, why: 'ended' } as const)
      : fix === null
        ? ({ kept: false, why: 'no-place' } as const)
        : checkFix(fix, device.owner, rules)
    if (verdict.kept && fix !== null) rows.add(device.id, verdict.vehicleId, fix, verdict.isHidden)
    const outcome = verdict.kept ? 'kept' : verdict.why
    if (isAskedFor) fetchedFrom.add(device.id)
    const key = `${device.id} ${outcome}`
    if (!isAskedFor || outcome === 'kept') counts.set(key, (counts.get(key) ?? 0) + 1)
    return outcome
  })
  const newCounts = await rows.keep(tx, now)
  for (const [device, all] of rows.counts) {
    const doubles = all - (newCounts.get(device) ?? 0)
    if (doubles === 0) continue
    if (doubles < all) counts.set(`${device} kept`, all - doubles)
    else counts.delete(`${device} kept`)
    if (!fetchedFrom.has(device)) counts.set(`${device} double`, doubles)
  }
  await countAll(tx, counts, now)
  return outcomes
}

/** The devices behind these fixes: by the hash of a token, by a server's name for them, or by number. */
async function findDevices(tx: Tx, sent: readonly NamedPosition[]): Promise<Map<string | number, Device>> {
  const hashes = new Map<string, string>()
  const numbers = new Set<number>()
  const names = new Set<string>()
  for (const { key, known } of sent) {
    if (typeof key === 'number') numbers.add(key)
    else if (key !== null && !hashes.has(key)) hashes.set(key, hashOfSecret(key).toString('hex'))
    if (known !== null) names.add(known)
  }
  const { rows } = await sql<{
    id: number
    kind: string
    vehicle_id: string | null
    driver_id: string | null
    known_as: string | null
    hash: string | null
    ended: boolean
  }>`
    select id, kind, vehicle_id, standing_record(driver_id) as driver_id, known_as, encode(token_hash, 'hex') as hash,
      ended_at is not null as ended
    from position_devices
    where token_hash in (select decode(hash, 'hex') from unnest(${[...hashes.values()]}::text[]) as hash)
      or id = any (${[...numbers]}::int[])
      or (ended_at is null and known_as = any (${[...names]}::text[]))`.execute(tx)
  const devices = new Map<string | number, Device>()
  const tokens = new Map([...hashes].map(([token, hash]) => [hash, token]))
  for (const { id, kind, vehicle_id, driver_id, known_as, hash, ended } of rows) {
    const owner = vehicle_id ? { vehicleId: vehicle_id } : driver_id ? { driverId: driver_id } : null
    const device = { id, owner, isServer: kind === 'server', ended }
    devices.set(id, device)
    const token = hash === null ? undefined : tokens.get(hash)
    if (token !== undefined) devices.set(`token ${token}`, device)
    if (known_as !== null && !ended) devices.set(`known ${known_as}`, device)
  }
  return devices
}

/** The device that a fix belongs to: a server sends for every device it names, any other only for itself. */
function deviceOf({ key, known }: NamedPosition, devices: ReadonlyMap<string | number, Device>): Device | undefined {
  const sender = key === null ? undefined : devices.get(typeof key === 'number' ? key : `token ${key}`)
  if (!sender?.isServer || sender.ended) return sender
  return known === null ? undefined : devices.get(`known ${known}`)
}

/** The rows of one call, column by column. */
class Rows {
  readonly counts = new Map<number, number>()
  readonly #devices: number[] = []
  readonly #ats: string[] = []
  readonly #cars: string[] = []
  readonly #lats: number[] = []
  readonly #lons: number[] = []
  readonly #speeds: (number | null)[] = []
  readonly #courses: (number | null)[] = []
  readonly #accuracies: (number | null)[] = []
  readonly #hiddens: boolean[] = []

  add(device: number, car: string, fix: NonNullable<Sent['fix']>, isHidden: boolean): void {
    this.counts.set(device, (this.counts.get(device) ?? 0) + 1)
    this.#devices.push(device)
    this.#ats.push(new Date(fix.at).toISOString())
    this.#cars.push(car)
    this.#lats.push(Math.round(fix.lat * DEGREE))
    this.#lons.push(Math.round(fix.lon * DEGREE))
    this.#speeds.push(fix.speed === null ? null : Math.round(fix.speed * METRE))
    this.#courses.push(fix.course === null ? null : Math.round(fix.course))
    this.#accuracies.push(fix.accuracy === null ? null : Math.round(fix.accuracy))
    this.#hiddens.push(isHidden)
  }

  /** Stores the rows; answers how many of each device were new. */
  async keep(tx: Tx, now: Temporal.Instant): Promise<Map<number, number>> {
    if (this.#devices.length === 0) return new Map()
    const { rows } = await sql<{ device: number; fresh: number }>`select * from positions.keep(
      ${this.#devices}::int[], ${this.#ats}::timestamptz[], ${this.#cars}::uuid[], ${this.#lats}::int[], ${this.#lons}::int[],
      ${this.#speeds}::smallint[], ${this.#courses}::smallint[], ${this.#accuracies}::smallint[], ${this.#hiddens}::boolean[],
      ${now.toString()})`.execute(tx)
    return new Map(rows.map(({ device, fresh }) => [device, fresh]))
  }
}

/** Units of a stored fix: ten-millionths of a degree, centimetres a second. */
const DEGREE = 10_000_000
const METRE = 100

async function countAll(tx: Tx, counts: ReadonlyMap<string, number>, now: Temporal.Instant): Promise<void> {
  if (counts.size === 0) return
  const day = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  // Update in one order, so that two passes at once wait for each other and do not deadlock.
  const rows = [...counts]
    .map(([key, times]) => ({ key: key.split(' '), times }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const devices = rows.map(({ key }) => Number(key[0]))
  await sql`
    with counted as (
      insert into position_counts as known (device_id, day, outcome, count)
      select * from unnest(${devices}::int[], ${rows.map(() => day)}::date[], ${rows.map(({ key }) => key[1])}::text[], ${rows.map(({ times }) => times)}::bigint[])
      on conflict (device_id, day, outcome) do update set count = known.count + excluded.count)
    update position_devices set heard_at = ${now.toString()} where id = any (${devices}::int[])`.execute(tx)
}

/**
 * Takes what a tracker's own service reports of cars, by plates in letters and digits alone: for cars with a device
 * known by the service and the plate ("cartrack ZX-12-AD"), however that is written. Answers how many fixes were kept.
 */
export async function takeOfTracker(
  service: string,
  fixes: readonly { plate: string; fix: NonNullable<Sent['fix']> }[],
): Promise<number> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, upper(regexp_replace(known_as, '[^A-Za-z0-9]', '', 'g')) as name from position_devices
    where kind = 'tracker' and ended_at is null`.execute(db)
  const devices = new Map(rows.map(({ id, name }) => [name, id]))
  const sent = fixes.flatMap(({ plate, fix }): NamedPosition[] => {
    const device = devices.get(service.toUpperCase() + plate)
    return device === undefined ? [] : [{ key: device, known: null, fix }]
  })
  if (sent.length === 0) return 0
  return (await storePositions(sent)).filter((outcome) => outcome === 'kept').length
}

/** Devices that send through the operator's own server, by the server's name for them. */
export async function listNamedDevices(): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('position_devices')
    .select(['id', 'known_as'])
    .where('kind', '=', 'tracker')
    .where('known_as', 'is not', null)
    .where('ended_at', 'is', null)
    .execute()
  return new Map(rows.flatMap(({ id, known_as: name }) => (name === null ? [] : [[name, id] as const])))
}

/** The first moment from which positions are kept; now, where none are recorded. */
export async function firstKept(now: Temporal.Instant): Promise<Temporal.Instant> {
  const { recordsSince, keepsDays } = await readSettings()
  if (recordsSince === null) return now
  const [since, kept] = [Temporal.Instant.from(recordsSince), keptFrom(keepsDays, now)]
  return Temporal.Instant.compare(since, kept) > 0 ? since : kept
}

async function countKept(device: number): Promise<number> {
  const { kept } = await db
    .selectFrom('position_counts')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('count'), sql<number>`0`).as('kept'))
    .where('device_id', '=', device)
    .where('outcome', '=', 'kept')
    .executeTakeFirstOrThrow()
  return Number(kept)
}

/** Takes the fixes that were fetched from a server for a device, in parts. Answers how many more it has afterwards. */
export async function fillGaps(device: number, fixes: readonly NonNullable<Sent['fix']>[]): Promise<number> {
  let kept = 0
  for (let at = 0; at < fixes.length; at += MAX_FIXES_AT_ONCE) {
    const part = fixes.slice(at, at + MAX_FIXES_AT_ONCE)
    const before = await countKept(device)
    await storePositions(part.map((fix) => ({ key: device, known: null, fix, isAskedFor: true })))
    kept += (await countKept(device)) - before
  }
  return kept
}

/** The device for files of a car, made when it is first needed. */
export async function fileDevice(vehicleId: string, now: Temporal.Instant): Promise<number> {
  await db
    .insertInto('position_devices')
    .values({ kind: 'file', name: 'GPX, CSV, JSON', vehicle_id: vehicleId, made_at: now.toString() })
    .onConflict((conflict) => conflict.column('vehicle_id').where('kind', '=', 'file').doNothing())
    .execute()
  const { id } = await db
    .selectFrom('position_devices')
    .select('id')
    .where('vehicle_id', '=', vehicleId)
    .where('kind', '=', 'file')
    .executeTakeFirstOrThrow()
  return id
}
