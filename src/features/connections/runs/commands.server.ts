import { sql } from 'kysely'
import { db, inTransaction } from '#db/client.server.ts'
import { nextTry } from '#domain/back-off.ts'
import { Refusal } from '#domain/refusal.ts'
import { monday, previousWeek, weekAt, ZONE } from '#domain/week.ts'
import {
  saveFetchedDrivers,
  saveFetchedOrders,
  saveFetchedStates,
  saveFetchedVehicles,
  markComplete,
} from '#features/connections/collected/commands.server.ts'
import {
  type Client,
  type Clock,
  PATIENCE_OF_PEOPLE,
  clientOf,
  companiesOf,
  wait,
  sendOptions,
} from '#features/connections/commands.server.ts'
import { findConnection, listDue } from '#features/connections/queries.server.ts'
import {
  CONTRADICTS,
  type Connection,
  type ConnectionRun,
  type ConnectionState,
  type ListName,
  type RunList,
  STATE_AFTER,
} from '#features/connections/schema.ts'
import { addTracked } from '#features/fleet/odometers/commands.server.ts'
import { listUnread } from '#features/fleet/odometers/queries.server.ts'
import { fillGaps, firstKept, listNamedDevices, takeOfTracker } from '#features/positions/receiving/commands.server.ts'
import type { Sleep, Span } from '#integrations/connections/asking.ts'
import { type BoltClient, windowsOf } from '#integrations/connections/bolt.ts'
import type { ReadRows } from '#integrations/connections/bolt-answers.ts'
import type { CartrackClient } from '#integrations/connections/cartrack.ts'
import { ConnectionFault } from '#integrations/connections/connection-fault.ts'
import type { PlatformCompany, Provider } from '#integrations/connections/providers.ts'
import type { TraccarClient } from '#integrations/connections/traccar.ts'
import type { UberClient } from '#integrations/connections/uber.ts'
import { log } from '#platform/log.ts'

/** Number of weeks before the current one for which the first run asks. */
const FIRST_WEEKS = 4
/** Hours for which each run asks again: platforms change prices later, and phones report late. */
const REFETCHED_HOURS = 8 * 24
/** Maximum hours back for which a run asks: platforms do not keep older changes of state. */
const MAX_HOURS_BACK = 90 * 24
/** Minutes until a run tries an account again that its platform refused: only a person can change that. */
const MINUTES_AFTER_REFUSAL = 24 * 60
/** Minutes without a sign of life after which a run counts as killed. */
const MINUTES_UNTIL_KILLED = 30
/** Maximum number of unreadable rows of a list that the log names. */
const MAX_NAMED_FIELDS = 20

/** Who asks, and when; `by` is `null` for the schedule. */
type Asking = { now: Temporal.Instant; by: string | null }

/**
 * Asks a platform whether it accepts the saved credentials, and saves the run and the connection's state. Returns the
 * fault, `null` for none. Fetches nothing.
 */
export async function testConnection(provider: Provider, { now, by }: Asking): Promise<ConnectionFault | null> {
  const client = await clientOf(provider, { ...sendOptions(provider, { patience: PATIENCE_OF_PEOPLE }), tries: 1 })
  const run = await beginRun(provider, 'test', { now, by })
  const lists = new Lists()
  try {
    const companies = await companiesOf(client)
    lists.add('companies', { rows: companies, unread: [] }, 0)
    await endRun(run, client, lists, null)
    await inTransaction((tx) =>
      tx
        .updateTable('connections')
        .set({ state: 'connected', state_since: now.toString(), failures: 0 })
        .where('provider', '=', provider)
        .where('state', '<>', 'connected')
        .execute(),
    )
    return null
  } catch (error) {
    if (!(error instanceof ConnectionFault)) throw error
    await endRun(run, client, lists, error)
    await setTrouble(provider, error, now)
    return error
  }
}

/** The figures of a run, and the trouble that ended it early, if there was any. */
export type Collected = Pick<ConnectionRun, 'asked' | 'received' | 'kept' | 'refused' | 'lists' | 'trouble' | 'detail'>

/**
 * Fetches everything new from a platform, week by week, and saves each week at once, so that after an interruption
 * the next run continues there. Refuses `connection.not-set`, `connection.paused`, and `connection.at-work` while
 * another run is working.
 */
export async function collect(
  provider: Provider,
  { now, by, rest, unless = ALWAYS_NEEDED, fetchReports }: Asking & Fetchers & { rest?: Sleep; unless?: Unless },
): Promise<Collected> {
  const connection = await findConnection(provider)
  if (connection === null) throw new Refusal('connection.not-set')
  if (connection.paused) throw new Refusal('connection.paused')
  const clock = clockFrom(now)
  const client = await clientOf(provider, sendOptions(provider, { rest }), clock)
  if (!(await claim(provider, now, unless))) throw new Refusal('connection.at-work')
  const run = await beginRun(provider, 'collect', { now, by })
  const lists = new Lists()
  let fault: ConnectionFault | null = null
  try {
    const companies = await companiesOf(client)
    if (companies.length > 0) lists.add('companies', { rows: companies, unread: [] }, 0)
    const span = spanOf(connection, now)
    const fetching = { companies, lists, now, clock, rest: rest ?? wait }
    if (client.provider === 'bolt') await fetchLists({ ...fetching, client, provider, span })
    else if (client.provider === 'cartrack') await fetchKilometres({ ...fetching, client, span })
    else if (client.provider === 'traccar') await fetchPositions({ ...fetching, client, connection })
    else {
      if (!fetchReports) throw new Error('Nobody takes the reports that this platform makes.')
      await fetchDrivers({ ...fetching, client, provider })
      await fetchReports({ ...fetching, client })
      await noteWindow(provider, span, span, clock())
    }
  } catch (error) {
    fault = error instanceof ConnectionFault ? error : new ConnectionFault('answer', 'defect')
    if (!(error instanceof ConnectionFault)) throw error
  } finally {
    await endRun(run, client, lists, fault)
    await release(provider)
  }
  await (fault ? setTrouble(provider, fault, now) : setConnected(provider, connection, now))
  const sums = { asked: client.sent(), ...lists.sums() }
  log.info({ provider, ...sums, trouble: fault?.trouble }, 'a platform was asked')
  return { ...sums, lists: lists.all, trouble: fault?.trouble ?? null, detail: fault?.detail ?? null }
}

/** Asks every platform that is due; skips one with a run at work, or that was paused meanwhile. */
export async function collectDue(now: Temporal.Instant, fetchers: Fetchers = {}): Promise<void> {
  for (const provider of await listDue(now))
    await collectUnlessBusy(provider, { ...fetchers, now, by: null, unless: { isDue: false } })
}

/** Does the same as `collect`, but returns `null` when there is nothing to ask or a run is at work. */
export async function collectUnlessBusy(
  provider: Provider,
  asking: Asking & Fetchers & { unless: Unless },
): Promise<Collected | null> {
  try {
    return await collect(provider, asking)
  } catch (error) {
    if (error instanceof Refusal && error.code.startsWith('connection.')) return null
    throw error
  }
}

/** The time to ask for: the last eight days of the fetched time again and everything since, or the first weeks. */
function spanOf({ collected }: Connection, now: Temporal.Instant): Span {
  const furthest = now.subtract({ hours: MAX_HOURS_BACK })
  const from = collected
    ? Temporal.Instant.from(collected.until).subtract({ hours: REFETCHED_HOURS })
    : monday(previousWeek(weekAt(now), FIRST_WEEKS))
        .toZonedDateTime(ZONE)
        .toInstant()
  return { from: Temporal.Instant.compare(from, furthest) < 0 ? furthest : from, to: now }
}

/** A run at work: its companies, the lists that count the rows received, and its clock and way to wait. */
type Fetching = {
  companies: readonly PlatformCompany[]
  lists: Lists
  now: Temporal.Instant
  clock: Clock
  rest: Sleep
}

/**
 * Imports the reports that a platform gives as files. The imports pass this function in: they may import this
 * feature, but not the other way round.
 */
export type FetchReports = (fetching: Fetching & { client: UberClient }) => Promise<void>
type Fetchers = { fetchReports?: FetchReports }

/**
 * Fetches the state of each driver. If the account may not read drivers, notes that in the run and goes on, so that
 * its reports are still fetched.
 */
async function fetchDrivers({
  companies,
  client,
  provider,
  lists,
  now,
}: Fetching & { client: UberClient; provider: Provider }): Promise<void> {
  for (const { id: company } of companies) {
    const drivers = await client.drivers(company).catch((error: unknown) => {
      if (!(error instanceof ConnectionFault) || error.trouble !== 'access') throw error
      return { rows: [], unread: [{ of: 'drivers', field: error.detail, key: company }] }
    })
    await inTransaction((tx) => saveFetchedDrivers(tx, { provider, company, now }, drivers.rows))
    lists.add('drivers', drivers, drivers.rows.length)
  }
}

/** Fetches drivers and cars, then orders and changes of state week by week. */
async function fetchLists(run: Fetching & { client: BoltClient; provider: Provider; span: Span }): Promise<void> {
  const { provider, client, lists, now, clock, span } = run
  const companies = run.companies.map(({ id }) => id)
  for (const company of companies) {
    const [drivers, vehicles] = [await client.drivers(company), await client.vehicles(company)]
    await inTransaction(async (tx) => {
      await saveFetchedDrivers(tx, { provider, company, now }, drivers.rows)
      await saveFetchedVehicles(tx, { provider, company, now }, vehicles.rows)
    })
    lists.add('drivers', drivers, drivers.rows.length)
    lists.add('vehicles', vehicles, vehicles.rows.length)
  }
  for (const window of windowsOf(span)) {
    for (const company of companies) {
      const [orders, states] = [await client.orders(company, window), await client.states(company, window)]
      const kept = await inTransaction(async (tx) => ({
        orders: await saveFetchedOrders(tx, { provider, company, now }, orders.rows),
        states: await saveFetchedStates(tx, { provider, company, now }, states.rows),
      }))
      lists.add('orders', orders, kept.orders)
      lists.add('states', states, kept.states)
    }
    await noteWindow(provider, window, span, clock())
  }
}

/** Hours before the first wanted moment in which the car may have stopped. */
const STOPPED_WITHIN_HOURS = 72

/**
 * Reads the odometers of cars with a tracker at those moments that matter and for which nobody noted a reading. Asks
 * for trips back to the first of those moments, and stores none. Passes the current places of cars to the positions,
 * which keep only those of named devices.
 */
async function fetchKilometres(run: Fetching & { client: CartrackClient; span: Span }): Promise<void> {
  const { client, lists, now, clock, span } = run
  const statuses = await client.statuses()
  lists.add('vehicles', statuses, 0)
  const fixes = statuses.rows.flatMap(({ plate, fix }) => (fix === null ? [] : [{ plate, fix }]))
  if (fixes.length > 0) lists.add('positions', { rows: fixes, unread: [] }, await takeOfTracker('cartrack', fixes))
  const odometers = statuses.rows.flatMap(({ plate, at, metres }) =>
    at && metres !== null ? [{ plate, at, metres }] : [],
  )
  const tracked = new Set(odometers.map(({ plate }) => plate))
  const first = (await listUnread(now)).find(({ key }) => tracked.has(key))
  if (first) {
    const trips = await client.trips({ from: first.at.subtract({ hours: STOPPED_WITHIN_HOURS }), to: now })
    lists.add('trips', trips, 0)
    // Treat a car's current odometer as a trip without length.
    const parked = odometers.map(({ plate, at, metres }) => ({
      plate,
      from: at,
      to: at,
      first: metres,
      last: metres,
    }))
    const byPlate = Map.groupBy([...trips.rows, ...parked], ({ plate }) => plate)
    const { added, contradicted } = await addTracked({ tracker: 'cartrack', trips: byPlate, now })
    const plates = new Set(contradicted.map(({ plate }) => plate))
    const unread = [...plates].map((plate) => ({ of: plate, field: CONTRADICTS, key: plate }))
    lists.add('readings', { rows: Array.from({ length: added }), unread }, added)
  }
  await noteWindow('cartrack', span, span, clock())
}

/** Hours for which each run asks again: a device without a network reports late. */
const REFETCHED_POSITION_HOURS = 24

/**
 * Fetches positions that an operator's own server has but did not send on: only of devices that the office named, and
 * of days that are still kept. Does not count positions that are known already or that the rules refuse.
 */
async function fetchPositions(run: Fetching & { client: TraccarClient; connection: Connection }): Promise<void> {
  const { client, lists, now, clock, connection } = run
  const devices = await client.devices()
  lists.add('devices', devices, 0)
  const namedDevices = await listNamedDevices()
  const span = { from: await firstToFill(connection, now), to: now }
  for (const { id, uniqueId } of devices.rows) {
    const device = namedDevices.get(uniqueId)
    if (device === undefined) continue
    for await (const fixes of client.fixes(id, span))
      lists.add('positions', { rows: fixes, unread: [] }, await fillGaps(device, fixes))
  }
  await noteWindow('traccar', span, span, clock())
}

async function firstToFill({ collected }: Connection, now: Temporal.Instant): Promise<Temporal.Instant> {
  const kept = await firstKept(now)
  const again = collected && Temporal.Instant.from(collected.until).subtract({ hours: REFETCHED_POSITION_HOURS })
  return again && Temporal.Instant.compare(again, kept) > 0 ? again : kept
}

/**
 * Saves that everything up to the end of a window is fetched. If a time before it was left out, the fetched time
 * begins after that gap.
 */
async function noteWindow(provider: Provider, window: Span, span: Span, now: Temporal.Instant): Promise<void> {
  await inTransaction(async (tx) => {
    const row = await tx
      .selectFrom('connections')
      .select(['collected_from', 'collected_until'])
      .where('provider', '=', provider)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return
    const { collected_from: from, collected_until: until } = row
    const isJoined = from !== null && until !== null && Temporal.Instant.compare(span.from, until) <= 0
    const reached = isJoined && Temporal.Instant.compare(until, window.to) > 0 ? until : window.to
    const begins = isJoined ? from : span.from
    await markComplete(tx, provider, { from: begins, until: reached })
    await tx
      .updateTable('connections')
      .set({
        collected_from: begins.toString(),
        collected_until: reached.toString(),
        at_work_since: now.toString(),
      })
      .where('provider', '=', provider)
      .execute()
  })
}

/** A clock that starts at the moment of a change, which may differ from the machine's clock, and runs on from there. */
function clockFrom(now: Temporal.Instant): Clock {
  const began = Temporal.Now.instant()
  return () => now.add(began.until(Temporal.Now.instant()))
}

/**
 * The condition under which an ordered run is not needed: another run since the order, or a connection that is not
 * due yet. The same order may come twice.
 */
type Unless = { ranSince?: Temporal.Instant; isDue?: false }
const ALWAYS_NEEDED: Unless = {}

const instant = (at: Temporal.Instant) => sql<Temporal.Instant>`${at.toString()}::timestamptz`

async function claim(provider: Provider, now: Temporal.Instant, { ranSince, isDue }: Unless): Promise<boolean> {
  const claimed = await db
    .updateTable('connections')
    .set({ at_work_since: now.toString() })
    .where('provider', '=', provider)
    .where((eb) =>
      eb.or([
        eb('at_work_since', 'is', null),
        eb('at_work_since', '<', instant(now.subtract({ minutes: MINUTES_UNTIL_KILLED }))),
      ]),
    )
    .$if(isDue === false, (query) => query.where('paused_at', 'is', null).where('next_at', '<=', instant(now)))
    .$if(ranSince !== undefined, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('connection_runs')
              .select('id')
              .where('connection_runs.provider', '=', provider)
              .where('kind', '=', 'collect')
              .where('began_at', '>=', instant(ranSince ?? now)),
          ),
        ),
      ),
    )
    .returning('provider')
    .executeTakeFirst()
  return claimed !== undefined
}

async function release(provider: Provider): Promise<void> {
  await db.updateTable('connections').set({ at_work_since: null }).where('provider', '=', provider).execute()
}

async function setConnected(
  provider: Provider,
  { state, everyHours }: Connection,
  now: Temporal.Instant,
): Promise<void> {
  await db
    .updateTable('connections')
    .set({
      state: 'connected',
      failures: 0,
      next_at: now.add({ hours: everyHours }).toString(),
      ...(state === 'connected' ? {} : { state_since: now.toString() }),
    })
    .where('provider', '=', provider)
    .execute()
}

async function setTrouble(provider: Provider, fault: ConnectionFault, now: Temporal.Instant): Promise<void> {
  const connection = await findConnection(provider)
  if (!connection) return
  const state: ConnectionState = STATE_AFTER[fault.trouble]
  const failures = connection.failures + 1
  const minutesToWait = state === 'expired' || state === 'needs-access' ? MINUTES_AFTER_REFUSAL : undefined
  const next = nextTry(now, { failures: connection.failures, wait: fault.wait, own: minutesToWait })
  await db
    .updateTable('connections')
    .set({
      state,
      failures,
      next_at: next.toString(),
      ...(connection.state === state ? {} : { state_since: now.toString() }),
    })
    .where('provider', '=', provider)
    .execute()
}

async function beginRun(provider: Provider, kind: ConnectionRun['kind'], { now, by }: Asking): Promise<number> {
  const { id } = await db
    .insertInto('connection_runs')
    .values({ provider, kind, began_at: now.toString(), by_uid: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function endRun(id: number, client: Client, lists: Lists, fault: ConnectionFault | null): Promise<void> {
  await db
    .updateTable('connection_runs')
    .set({
      ended_at: Temporal.Now.instant().toString(),
      trouble: fault?.trouble ?? null,
      said: fault?.detail ?? null,
      asked: client.sent(),
      ...lists.sums(),
      lists: JSON.stringify(lists.all),
    })
    .where('id', '=', id)
    .execute()
}

/** Counts the rows of each list in a run. */
export class Lists {
  readonly all: Partial<Record<ListName, RunList>> = {}

  add(name: ListName, { rows, unread }: ReadRows<unknown>, kept: number): void {
    const before = this.all[name] ?? { received: 0, kept: 0, refused: 0, named: [] }
    this.all[name] = {
      received: before.received + rows.length + unread.length,
      kept: before.kept + kept,
      refused: before.refused + unread.length,
      named: [...before.named, ...unread.map(({ of, field }) => ({ of, field }))].slice(0, MAX_NAMED_FIELDS),
    }
  }

  sums(): { received: number; kept: number; refused: number } {
    const every = Object.values(this.all)
    const total = (of: (list: RunList) => number) => every.reduce((soFar, list) => soFar + of(list), 0)
    return {
      received: total(({ received }) => received),
      kept: total(({ kept }) => kept),
      refused: total(({ refused }) => refused),
    }
  }
}
