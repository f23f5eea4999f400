import { type Kysely, type SqlBool, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type Waiting, waitingOf } from '#db/together.server.ts'
import { personName } from '#db/person-name.ts'
import type { DB } from '#db/types.ts'
import { cents } from '#domain/money.ts'
import { PLATFORMS, type Platform } from '#domain/performance.ts'
import { type ActCause, type ActKind, type ActState, officeAnswersTo } from '#domain/platform-act.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { CashRule, Invitation, PlatformAct } from './schema.ts'

/**
 * The platform's newest entry for the driver of an act, found by the identifier in files, else by the record's e-mail
 * or phone.
 */
const KNOWN = sql`
  select known.company, known.driver, known.takes_cash, known.plate, known.seen_at
  from platform_drivers known
  where known.provider = act.provider and (
    exists (select from source_keys key where key.source = act.provider and key.driver_id = act.driver_id
      and ((key.kind = 'driver' and lower(key.value) = lower(known.driver)) or (key.kind = 'email' and key.value = lower(known.email))))
    or (known.email is not null and lower(known.email) = lower(driver.email::text))
    or (known.phone is not null and right(regexp_replace(known.phone, '\\D', '', 'g'), 9) = right(regexp_replace(driver.phone, '\\D', '', 'g'), 9)))
  order by known.seen_at desc, known.driver limit 1`

/** Whether the platform's entry of the driver shows the act as done; `null` when it does not say. */
export const IS_SHOWN = sql<boolean | null>`case act.kind
  when 'cash-off' then not known.takes_cash
  when 'cash-on' then known.takes_cash
  when 'assign' then known.plate = car.plate
  when 'unassign' then known.plate <> car.plate
  else case when known.driver is null then null else true end end`

/** An act with its driver, its car and the platform's last entry of the driver. */
export const ACT_FROM = sql`platform_acts act
  join drivers driver on driver.id = act.driver_id
  left join vehicles car on car.id = act.vehicle_id
  left join lateral (${KNOWN}) known on true`

type Row = Omit<PlatformAct, 'driver' | 'car' | 'officeAnswers' | 'owed' | 'limit'> & {
  driver_id: string
  ref: string
  name: string
  vehicle_id: string | null
  plate: string | null
  owed: number | null
  limit: number | null
}

type ActFilter = { driverId?: string; vehicleId?: string; id?: string; isWaiting?: true; most?: number }

/** Acts, the newest first: of a driver, of a car, one alone, or those that wait for the office. */
export async function listActs(filter: ActFilter, on: Kysely<DB> = db): Promise<PlatformAct[]> {
  const conditions = [
    sql<SqlBool>`true`,
    ...(filter.driverId === undefined ? [] : [sql<SqlBool>`act.driver_id = ${readRecordId(filter.driverId)}`]),
    ...(filter.vehicleId === undefined ? [] : [sql<SqlBool>`act.vehicle_id = ${readRecordId(filter.vehicleId)}`]),
    ...(filter.id === undefined ? [] : [sql<SqlBool>`act.id = ${readRecordId(filter.id)}`]),
    ...(filter.isWaiting ? [sql<SqlBool>`act.state in ('proposed', 'portal', 'refused')`] : []),
  ]
  const { rows } = await sql<Row>`
    select act.id::text as id, act.provider, act.kind, act.driver_id::text as driver_id, driver.ref, driver.name,
      act.vehicle_id::text as vehicle_id, car.plate, act.cause, act.owed_cents as owed, act.limit_cents as limit, act.state, act.sends,
      act.proposed_at::text as "proposedAt", act.confirmed_at::text as "confirmedAt", act.ended_at::text as "endedAt",
      act.done_on::text as "doneOn", act.trouble, act.said as detail,
      ${personName('proposer')} as "proposedBy", ${personName('confirmer')} as "confirmedBy", ${personName('ender')} as "endedBy",
      case when known.seen_at > coalesce(act.ended_at, act.confirmed_at) and act.state in ('accepted', 'done', 'portal') then ${IS_SHOWN} end
        as "isShown"
    from ${ACT_FROM}
    left join users proposer on proposer.uid = act.proposed_by
    left join users confirmer on confirmer.uid = act.confirmed_by
    left join users ender on ender.uid = act.ended_by
    where ${sql.join(conditions, sql` and `)}
    order by act.proposed_at desc, act.id
    limit ${filter.most ?? 200}`.execute(on)
  return rows.map(({ driver_id, ref, name, vehicle_id, plate, owed, limit, ...row }) => ({
    ...row,
    proposedAt: instant(row.proposedAt),
    confirmedAt: row.confirmedAt && instant(row.confirmedAt),
    endedAt: row.endedAt && instant(row.endedAt),
    driver: { id: driver_id, ref, name },
    car: vehicle_id === null || plate === null ? null : { id: vehicle_id, plate },
    owed: owed === null ? null : cents(owed),
    limit: limit === null ? null : cents(limit),
    officeAnswers: officeAnswersTo(row),
  }))
}

const instant = (text: string) => Temporal.Instant.from(text.replace(' ', 'T')).toString()

/** One act. Refuses `record.not-found`. */
export async function getAct(id: string, on: Kysely<DB> = db): Promise<PlatformAct> {
  const [act] = await listActs({ id }, on)
  if (!act) throw new Refusal('record.not-found')
  return act
}

/** Acts that wait for the office: their number, the moment of the oldest, and the id if there is only one. */
export const waitingActs = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('platform_acts')
      .select([
        sql<number>`count(*)`.as('count'),
        sql`min(proposed_at)`.as('since'),
        sql<string | null>`min(id::text)`.as('only'),
      ])
      .where('state', 'in', ['proposed', 'portal', 'refused']),
  read: (row: Waiting) => {
    const { since, ...waiting } = waitingOf(row)
    return since === null ? null : { ...waiting, since }
  },
}

/** The owner's rule for cash. */
export async function readCashRule(on: Kysely<DB> = db): Promise<CashRule> {
  const row = await on
    .selectFrom('platform_act_rules')
    .select(['cash_is_on', 'cash_limit_cents', 'cash_by_itself'])
    .executeTakeFirst()
  return {
    isOn: row?.cash_is_on ?? false,
    limit: cents(row?.cash_limit_cents ?? 0),
    byItself: row?.cash_by_itself ?? false,
  }
}

/** The platforms that were ticked at the last hand-over. */
export async function readAlsoOn(on: Kysely<DB> = db): Promise<Platform[]> {
  const row = await on.selectFrom('platform_act_rules').select('hand_over_on').executeTakeFirst()
  return PLATFORMS.filter((platform) => row?.hand_over_on.includes(platform))
}

/**
 * Whether a driver takes cash on a platform, as far as it is known: by the platform's own data, else by the last
 * finished act.
 */
export type CashState = {
  driverId: string
  provider: Platform
  isOff: boolean
  /** Whether the cash rule switched it off. */
  byDebt: boolean
  open: { id: string; kind: ActKind; state: ActState; cause: ActCause } | null
  /** When somebody last declined the rule's proposal. */
  declinedAt: Temporal.Instant | null
}

/** The cash state of every current driver on each platform that knows them. With `driverId`, of one driver. */
export async function listCashStates(on: Kysely<DB> = db, driverId?: string): Promise<CashState[]> {
  const { rows } = await sql<{
    driver_id: string
    provider: Platform
    takes_cash: boolean | null
    is_later: boolean | null
    last_kind: ActKind | null
    last_cause: ActCause | null
    open_id: string | null
    open_kind: ActKind | null
    open_state: ActState | null
    open_cause: ActCause | null
    declined_at: Temporal.Instant | null
  }>`
    with act as (
      select distinct key.source as provider, key.driver_id from source_keys key
      join drivers on drivers.id = key.driver_id and drivers.status <> 'inactive'
      where key.source in ('uber', 'bolt') and key.kind in ('driver', 'individual')
        ${driverId === undefined ? sql`` : sql`and key.driver_id = ${readRecordId(driverId)}`}
    )
    select act.driver_id::text as driver_id, act.provider, known.takes_cash, known.seen_at > last.ended_at as is_later,
      last.kind as last_kind, last.cause as last_cause, open.id::text as open_id, open.kind as open_kind, open.state as open_state,
      open.cause as open_cause, declined.ended_at as declined_at
    from act join drivers driver on driver.id = act.driver_id
    left join lateral (${KNOWN}) known on true
    left join lateral (select kind, cause, ended_at from platform_acts done where done.provider = act.provider and done.driver_id = act.driver_id
      and kind in ('cash-off', 'cash-on') and state in ('accepted', 'done') order by ended_at desc, id desc limit 1) last on true
    left join lateral (select id, kind, state, cause from platform_acts waits where waits.provider = act.provider and waits.driver_id = act.driver_id
      and kind in ('cash-off', 'cash-on') and state in ('proposed', 'ordered', 'sending', 'unknown', 'portal', 'refused')
      order by (state = 'refused'), proposed_at desc, id limit 1) open on true
    left join lateral (select ended_at from platform_acts gone where gone.provider = act.provider and gone.driver_id = act.driver_id
      and cause = 'debt' and state = 'withdrawn' and said is distinct from 'no-ground' order by ended_at desc limit 1) declined on true
    order by act.driver_id, act.provider desc`.execute(on)
  return rows.map((row) => ({
    driverId: row.driver_id,
    provider: row.provider,
    // The platform's data counts, unless an act was done after it was fetched.
    isOff: row.takes_cash !== null && row.is_later !== false ? !row.takes_cash : row.last_kind === 'cash-off',
    byDebt: row.last_kind === 'cash-off' && row.last_cause === 'debt',
    open:
      row.open_id && row.open_kind && row.open_state && row.open_cause
        ? { id: row.open_id, kind: row.open_kind, state: row.open_state, cause: row.open_cause }
        : null,
    declinedAt: row.declined_at,
  }))
}

/**
 * For each of these drivers and each platform, whether the platform knows the driver, and the invitation. Only an
 * unknown driver can be invited.
 */
export async function listInvitations(
  driverIds: readonly string[],
  on: Kysely<DB> = db,
): Promise<ReadonlyMap<string, Invitation[]>> {
  if (driverIds.length === 0) return new Map()
  const { rows } = await sql<{
    driver_id: string
    provider: Platform
    is_there: boolean
    id: string | null
    state: ActState | null
  }>`
    with act as (
      select driver.id as driver_id, platform.provider
      from unnest(${driverIds.map(readRecordId)}::uuid[]) as driver (id)
      cross join unnest(${[...PLATFORMS]}::text[]) as platform (provider)
    )
    select act.driver_id::text as driver_id, act.provider, last.id::text as id, last.state,
      known.driver is not null or exists (select from source_keys key where key.source = act.provider
        and key.driver_id = act.driver_id and key.kind in ('driver', 'individual')) as is_there
    from act join drivers driver on driver.id = act.driver_id
    left join lateral (${KNOWN}) known on true
    left join lateral (select id, state from platform_acts invite where invite.provider = act.provider
      and invite.driver_id = act.driver_id and kind = 'invite' and state <> 'withdrawn'
      order by proposed_at desc, id desc limit 1) last on true
    order by array_position(${[...PLATFORMS]}::text[], act.provider)`.execute(on)
  const found = new Map<string, Invitation[]>()
  for (const { driver_id: driver, provider, is_there: isThere, id, state } of rows) {
    const act = id === null || state === null ? null : { id, state }
    found.set(driver, [...(found.get(driver) ?? []), { provider, isThere, act }])
  }
  return found
}

/** The acts that can be proposed for a driver on each platform now, as `uber:cash-off`. */
export async function listOffered(
  driverId: string,
  on: Kysely<DB> = db,
): Promise<{ provider: Platform; kind: ActKind }[]> {
  const cash = await listCashStates(on, driverId)
  const acts = await listActs({ driverId }, on)
  return PLATFORMS.flatMap((provider): { provider: Platform; kind: ActKind }[] => {
    const known = cash.find((state) => state.provider === provider)
    if (known) return known.open ? [] : [{ provider, kind: known.isOff ? 'cash-on' : 'cash-off' }]
    const isInvited = acts.some(
      (act) => act.provider === provider && act.kind === 'invite' && act.state !== 'withdrawn' && act.state !== 'done',
    )
    return isInvited ? [] : [{ provider, kind: 'invite' }]
  })
}
