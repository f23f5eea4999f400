import { sql } from 'kysely'
import { type Tx, db, inTransaction } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { oneAtATime, order } from '#db/queue.server.ts'
import { nextTry } from '#domain/back-off.ts'
import { showPlate } from '#domain/identifiers.ts'
import { ZERO } from '#domain/money.ts'
import { PLATFORMS, type Platform } from '#domain/performance.ts'
import {
  type ActCause,
  type ActKind,
  type ActState,
  type OfficeActAnswer,
  ENDED_ACTS,
  reverseOf,
  wantedByDebt,
  officeAnswersTo,
} from '#domain/platform-act.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import { type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { clientOf, sendOptions } from '#features/connections/commands.server.ts'
import { listConnections } from '#features/connections/queries.server.ts'
import { requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { listCarried } from '#features/ledger/queries.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { type ActAnswer, type ActPort, BY_INTERFACE, type PreparedAct } from '#integrations/connections/acts.ts'
import type { Sleep } from '#integrations/connections/asking.ts'
import { ConnectionFault } from '#integrations/connections/connection-fault.ts'
import { log } from '#platform/log.ts'
import { carryOutActs, weighDebts } from './jobs.ts'
import { ACT_FROM, IS_SHOWN, getAct, listCashStates, readAlsoOn, readCashRule } from './queries.server.ts'
import type { CashRule, PlatformAct } from './schema.ts'

/**
 * An act to propose. `isConfirmed` for acts that nobody has to confirm: those of a hand-over, and those that the
 * owner lets happen automatically.
 */
export type NewAct = {
  provider: Platform
  kind: ActKind
  driverId: string
  vehicleId?: string
  cause: ActCause
  owed?: number
  limit?: number
  isConfirmed?: boolean
  /** The moment at which the platform should have the change; the act is sent at once when that has passed. */
  at?: Temporal.Instant
}

/** Minutes after which a platform certainly shows an act that it accepted: its lists are at most two minutes old. */
const MINUTES_UNTIL_SHOWN = 5
/** Hours after which an act that could not be sent, or checked, is left to a person. */
const MAX_HOURS_UNSENT = 24
/**
 * Maximum number of times that one act is sent. It is sent again only after the platform showed that it was not done.
 */
const MAX_SENDS = 3
/** Days in which a declined proposal is not made again. */
const DECLINED_DAYS = 7
/** Maximum number of acts carried out in one run. */
const MAX_ACTS_AT_ONCE = 100

/**
 * Proposes an act on a platform for a driver; returns its id. Refuses `act.open` when the same act is open, what
 * `requireCurrent` refuses, and for an invitation `act.left` and `act.no-contact`.
 */
export async function proposeAct(change: Change, newAct: NewAct): Promise<string> {
  await requireCurrent(newAct.driverId, change.tx)
  if (newAct.kind === 'invite') await requireInvitable(newAct.driverId, change.tx)
  const id = await insertAct(change, newAct)
  if (id === null) throw new Refusal('act.open')
  return id
}

/** Refuses an invitation of a driver without e-mail and telephone, or who has left. */
async function requireInvitable(driverId: string, tx: Tx): Promise<void> {
  const { name, email, phone, status } = await tx
    .selectFrom('drivers')
    .select(['name', 'email', 'phone', 'status'])
    .where('id', '=', readRecordId(driverId))
    .executeTakeFirstOrThrow()
  if (status === 'inactive') throw new Refusal('act.left', { driver: name })
  if (email === null && phone === null) throw new Refusal('act.no-contact', { driver: name })
}

/**
 * Saves an act. Returns `null` when the same act is open already, so that of two at the same moment only one is
 * saved.
 */
async function insertAct(change: Change, newAct: NewAct): Promise<string | null> {
  const { tx, now, actor } = change
  const { provider, kind, driverId, vehicleId, cause, isConfirmed, at } = newAct
  const by = actor.uid
  const row = await tx
    .insertInto('platform_acts')
    .values({
      provider,
      kind,
      driver_id: driverId,
      vehicle_id: vehicleId ?? null,
      cause,
      owed_cents: newAct.owed ?? null,
      limit_cents: newAct.limit ?? null,
      state: 'proposed',
      proposed_at: now.toString(),
      proposed_by: by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  change.note({ action: 'platform-act.propose', subject: `driver:${driverId}`, after: { provider, kind, cause } })
  if (isConfirmed) await startAct(change, await getAct(row.id, tx), at)
  return row.id
}

/**
 * Starts a confirmed act: it will be sent when the platform's interface can do it and is connected; otherwise
 * somebody does it by hand in the portal.
 */
async function startAct(change: Change, act: PlatformAct, at = change.now): Promise<void> {
  const { tx, now, actor } = change
  const connection = (await listConnections(tx)).find(({ provider }) => provider === act.provider)
  const isSent = BY_INTERFACE[act.provider][act.kind] !== undefined && connection !== undefined
  const state: ActState = isSent ? 'ordered' : 'portal'
  const next = Temporal.Instant.compare(at, now) > 0 ? at : now
  await setAct(tx, act.id, {
    state,
    confirmed_at: now.toString(),
    confirmed_by: actor.uid,
    next_at: isSent ? next.toString() : null,
    ...(act.state === 'refused' ? { ended_at: null, ended_by: null, trouble: null, said: null, sends: 0 } : {}),
  })
  change.note({ ...logSubject(act), action: 'platform-act.confirm', after: { state } })
  if (isSent) await order(tx, carryOutActs, {}, carryOutActs.name)
}

type Values = Partial<{
  state: ActState
  confirmed_at: string
  confirmed_by: string | null
  next_at: string | null
  sent_at: string
  sends: number
  ended_at: string | null
  ended_by: string | null
  done_on: string
  trouble: string | null
  said: string | null
}>

async function setAct(tx: Tx, id: string, values: Values): Promise<void> {
  await tx.updateTable('platform_acts').set(values).where('id', '=', readRecordId(id)).execute()
}

const logSubject = ({ provider, kind, driver, car }: PlatformAct) => ({
  subject: `driver:${driver.id}`,
  before: { provider, kind, ...(car ? { plate: showPlate(car.plate) } : {}) },
})

/**
 * Carries out the office's answer to an act; returns the id of the act concerned, for `take-back` that of the reverse
 * act. Refuses `act.changed` when its state has changed since, `act.day-missing`, and what `proposeAct` refuses.
 */
export async function answerAct(
  change: Change,
  id: string,
  officeAnswer: OfficeActAnswer,
  onDay: string | null = null,
): Promise<string> {
  const { tx, now, actor } = change
  await tx.selectFrom('platform_acts').select('id').where('id', '=', readRecordId(id)).forUpdate().execute()
  const act = await getAct(id, tx)
  if (!officeAnswersTo(act).includes(officeAnswer)) throw new Refusal('act.changed')
  const ended = { ended_at: now.toString(), ended_by: actor.uid, next_at: null }
  switch (officeAnswer) {
    case 'confirm':
    case 'again':
      await startAct(change, act)
      return id
    case 'by-hand':
      await setAct(tx, id, {
        state: 'portal',
        next_at: null,
        ended_at: null,
        ended_by: null,
        ...(act.confirmedAt === null ? { confirmed_at: now.toString(), confirmed_by: actor.uid } : {}),
      })
      change.note({ ...logSubject(act), after: { state: 'portal' } })
      return id
    case 'withdraw':
      await setAct(tx, id, { state: 'withdrawn', ...ended })
      change.note({ ...logSubject(act), after: { state: 'withdrawn' } })
      return id
    case 'done':
      if (onDay === null) throw new Refusal('act.day-missing')
      await setAct(tx, id, { state: 'done', done_on: onDay, ...ended })
      change.note({ ...logSubject(act), after: { state: 'done', onDay } })
      await notifyDriver(change, act)
      return id
    case 'take-back': {
      const kind = reverseOf(act.kind)
      if (kind === null) throw new Refusal('act.changed')
      return await proposeAct(change, {
        provider: act.provider,
        kind,
        driverId: act.driver.id,
        ...(act.car ? { vehicleId: act.car.id } : {}),
        cause: 'person',
        isConfirmed: true,
      })
    }
  }
}

/** Notifies the driver whose cash trips were switched on or off, with the reason. */
async function notifyDriver(change: Pick<Change, 'tx' | 'now'>, { kind, provider, driver, cause, owed }: PlatformAct) {
  if (kind !== 'cash-off' && kind !== 'cash-on') return
  await writeNotices(change, [driver.id], {
    kind: 'cash-trips',
    event: kind === 'cash-off' ? 'off' : 'on',
    provider,
    amount: cause === 'debt' && kind === 'cash-off' ? (owed ?? 0) : 0,
  })
}

/**
 * Orders the change of a car's driver on the ticked platforms, and saves which were ticked for the next time. Leaves
 * acts that are already open there.
 */
export async function handOverOn(
  change: Change,
  platforms: readonly Platform[],
  { vehicleId, from, to, at }: { vehicleId: string; from: string | null; to: string | null; at: Temporal.Instant },
): Promise<void> {
  await saveAlsoOn(change, platforms)
  for (const provider of platforms) {
    const common = { provider, vehicleId, cause: 'hand-over' as const, isConfirmed: true, at }
    if (from !== null && from !== to) await insertAct(change, { ...common, kind: 'unassign', driverId: from })
    if (to !== null) await insertAct(change, { ...common, kind: 'assign', driverId: to })
  }
}

async function saveAlsoOn({ tx, now, actor }: Change, platforms: readonly Platform[]): Promise<void> {
  if ((await readAlsoOn(tx)).join() === PLATFORMS.filter((platform) => platforms.includes(platform)).join()) return
  const values = { hand_over_on: [...platforms], changed_at: now.toString(), changed_by: actor.uid }
  await tx
    .insertInto('platform_act_rules')
    .values(values)
    .onConflict((conflict) => conflict.column('is_one').doUpdateSet(values))
    .execute()
}

/** Saves the rule for cash, which applies from now on. */
export async function saveCashRule(change: Change, rule: CashRule): Promise<void> {
  const before = await readCashRule(change.tx)
  const values = {
    cash_is_on: rule.isOn,
    cash_limit_cents: rule.limit,
    cash_by_itself: rule.byItself,
    changed_at: change.now.toString(),
    changed_by: change.actor.uid,
  }
  await change.tx
    .insertInto('platform_act_rules')
    .values(values)
    .onConflict((conflict) => conflict.column('is_one').doUpdateSet(values))
    .execute()
  change.note({ subject: 'cash-rule', before, after: rule })
}

/**
 * Applies the cash rule to the current debts of drivers: proposes to block cash trips, or does it if the owner allows
 * that, and withdraws the proposal for a driver who no longer owes enough.
 */
export async function applyCashRule(now: Temporal.Instant): Promise<void> {
  await oneAtATime(weighDebts.name, () => applyRuleToDebts(now))
}

async function applyRuleToDebts(now: Temporal.Instant): Promise<void> {
  const rule = await readCashRule()
  if (!rule.isOn) return
  const carried = await listCarried()
  for (const cash of await listCashStates()) {
    const { driverId, provider, open, declinedAt } = cash
    const owed = -Math.min(0, carried.get(driverId) ?? ZERO)
    const neededKind = wantedByDebt({ owed, limit: rule.limit }, cash)
    const isObsolete = open?.state === 'proposed' && open.cause === 'debt' && open.kind !== neededKind
    if (isObsolete) await withdrawRuleProposal(open.id, now)
    if (neededKind === null || (open && !isObsolete)) continue
    if (declinedAt && declinedAt.until(now).total('hours') < DECLINED_DAYS * 24) continue
    await carryOut({ actor: SYSTEM, action: 'platform-act.propose', now }, async (change) => {
      await insertAct(change, {
        provider,
        kind: neededKind,
        driverId,
        cause: 'debt',
        owed,
        limit: rule.limit,
        isConfirmed: rule.byItself,
      })
      return null
    })
  }
}

function withdrawRuleProposal(id: string, now: Temporal.Instant): Promise<null> {
  return carryOut({ actor: SYSTEM, action: 'platform-act.withdraw', now }, async (change) => {
    const act = await getAct(id, change.tx)
    const gone = await change.tx
      .updateTable('platform_acts')
      .set({ state: 'withdrawn', ended_at: now.toString(), next_at: null, said: 'no-ground' })
      .where('id', '=', readRecordId(id))
      .where('state', '=', 'proposed')
      .executeTakeFirst()
    if (gone.numUpdatedRows > 0n) change.note({ ...logSubject(act), after: { state: 'withdrawn' } })
    return null
  })
}

/** Gives the port to a platform; `null` when it is paused or not connected. */
type Ports = (provider: Platform) => Promise<ActPort | null>
/**
 * Platforms that did not answer in this run. They are not tried again in it, because each try takes up to a minute,
 * during which the acts of other platforms would wait.
 */
type UnreachedPlatforms = Map<Platform, ConnectionFault>

/**
 * Sends due acts, and checks the result of those whose result is unknown, the oldest first. Only one run at a time,
 * over all processes.
 */
export async function carryOutDue(now: Temporal.Instant, { rest }: { rest?: Sleep } = {}): Promise<void> {
  await oneAtATime(carryOutActs.name, async () => {
    for (const provider of PLATFORMS) await endShown(provider, now)
    const known = new Map<Platform, Promise<ActPort | null>>()
    const ports: Ports = (provider) => {
      const port = known.get(provider) ?? portOf(provider, rest)
      known.set(provider, port)
      return port
    }
    const unreached: UnreachedPlatforms = new Map()
    for (const id of await listDueActs(now)) await carryOutOne(id, { ports, unreached }, now)
  })
}

async function portOf(provider: Platform, rest: Sleep | undefined): Promise<ActPort | null> {
  const connection = (await listConnections()).find((candidate) => candidate.provider === provider)
  if (!connection || connection.paused) return null
  const client = await clientOf(provider, sendOptions(provider, { rest }))
  return client.provider === 'uber' ? client.acts : null
}

async function listDueActs(now: Temporal.Instant): Promise<string[]> {
  const rows = await db
    .selectFrom('platform_acts')
    .select('id')
    .where('state', 'in', ['ordered', 'sending', 'unknown'])
    .where('next_at', '<=', moment(now))
    .orderBy('confirmed_at')
    .orderBy('proposed_at')
    .orderBy('id')
    .limit(MAX_ACTS_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

type Due = { act: PlatformAct; company: string | null; name: string | null; sentAt: Temporal.Instant | null }

async function readDue(id: string): Promise<Due | null> {
  const act = await getAct(id)
  const { rows } = await sql<{ company: string | null; name: string | null; sent_at: Temporal.Instant | null }>`
    select known.company, known.driver as name, act.sent_at from ${ACT_FROM} where act.id = ${id}
      and act.state in ('ordered', 'sending', 'unknown')`.execute(db)
  const [row] = rows
  return row ? { act, company: row.company, name: row.name, sentAt: row.sent_at } : null
}

/**
 * Looks at the platform first and then sends. An act that the platform already shows is not sent; one that was sent
 * but is not shown is sent again only after the platform had time to show it.
 */
async function carryOutOne(
  id: string,
  { ports, unreached }: { ports: Ports; unreached: UnreachedPlatforms },
  now: Temporal.Instant,
): Promise<void> {
  const due = await readDue(id)
  if (due === null) return
  const { act, company, name, sentAt } = due
  const port = await ports(act.provider)
  if (port === null) return await postpone(act, now, 'paused')
  if (company === null || name === null) return await refuseUnsent(act, 'driver_not_found', now)
  const fault = unreached.get(act.provider)
  if (fault) return await postpone(act, now, fault)
  let ready: PreparedAct | { refused: string }
  try {
    ready = await port.prepare({ kind: act.kind, company, driver: name, plate: act.car?.plate ?? null })
  } catch (error) {
    if (!(error instanceof ConnectionFault)) throw error
    if (error.trouble === 'unreachable') unreached.set(act.provider, error)
    return await postpone(act, now, error)
  }
  if ('refused' in ready) return await refuseUnsent(act, ready.refused, now)
  if (ready.isSo) return await saveReply(act, { is: 'done' }, now)
  if (act.sends > 0) {
    // Leave the act to a person when the platform cannot show the result, or when it was sent often enough without
    // effect.
    if (ready.isSo === null || act.sends >= MAX_SENDS) return await leaveToPerson(act, now, 'unknown')
    const shown = sentAt?.add({ minutes: MINUTES_UNTIL_SHOWN })
    if (shown && Temporal.Instant.compare(now, shown) < 0) return await wait(act.id, shown)
  }
  // Mark the act before sending it: if the process is killed in between, the result is unknown, and the act is never
  // sent twice.
  if (!(await markSending(act, now))) return
  await saveReply({ ...act, state: 'sending', sends: act.sends + 1 }, await ready.send(), now)
}

async function markSending({ id, state, sends }: PlatformAct, now: Temporal.Instant): Promise<boolean> {
  return await inTransaction(async (tx) => {
    const marked = await tx
      .updateTable('platform_acts')
      .set({
        state: 'sending',
        sent_at: now.toString(),
        sends: sends + 1,
        next_at: now.add({ minutes: MINUTES_UNTIL_SHOWN }).toString(),
      })
      .where('id', '=', readRecordId(id))
      .where('state', '=', state)
      .executeTakeFirst()
    return marked.numUpdatedRows > 0n
  })
}

async function wait(id: string, until: Temporal.Instant): Promise<void> {
  await inTransaction(async (tx) => {
    await setAct(tx, id, { next_at: until.toString() })
  })
}

/** Saves the platform's reply to an act that was looked at or sent. */
async function saveReply(act: PlatformAct, reply: ActAnswer, now: Temporal.Instant): Promise<void> {
  if (reply.is === 'later') {
    // The platform did nothing, so treat the act as not sent.
    const next = nextTry(now, { failures: 0, wait: reply.wait })
    return await saveAct(act, now, {
      state: 'ordered',
      sends: Math.max(0, act.sends - 1),
      next_at: next.toString(),
      said: reply.detail,
    })
  }
  if (reply.is === 'unknown')
    return await saveAct(act, now, {
      state: 'unknown',
      next_at: now.add({ minutes: MINUTES_UNTIL_SHOWN }).toString(),
      said: reply.detail,
    })
  const ended = { ended_at: now.toString(), ended_by: null, next_at: null }
  if (reply.is === 'refused')
    return await saveAct(act, now, { state: 'refused', trouble: reply.trouble, said: reply.detail, ...ended })
  await saveAct(act, now, { state: 'accepted', trouble: null, said: null, ...ended }, true)
}

/**
 * Ends an act as refused because the platform does not know its driver, car or kind. If it was sent before, this says
 * nothing about its result, so a person has to look.
 */
async function refuseUnsent(act: PlatformAct, detail: string, now: Temporal.Instant): Promise<void> {
  if (act.sends > 0) return await leaveToPerson(act, now, detail)
  await saveReply(act, { is: 'refused', trouble: 'answer', detail }, now)
}

/**
 * Postpones an act whose platform was not reached. Leaves it to a person when the platform rejects our access, or has
 * not answered for too long.
 */
async function postpone(act: PlatformAct, now: Temporal.Instant, why: ConnectionFault | 'paused'): Promise<void> {
  const [trouble, said] = why === 'paused' ? (['paused', 'paused'] as const) : ([why.trouble, why.detail] as const)
  const isClosed = trouble === 'credentials' || trouble === 'access'
  const since = Temporal.Instant.from(act.confirmedAt ?? act.proposedAt)
  const isLong = since.until(now).total('hours') > MAX_HOURS_UNSENT
  if (act.sends > 0 && (isClosed || isLong)) return await leaveToPerson(act, now, said)
  if (isClosed || isLong) {
    const ended = { ended_at: now.toString(), ended_by: null, next_at: null }
    return await saveAct(act, now, { state: 'refused', trouble, said, ...ended })
  }
  const rest = why === 'paused' ? null : why.wait
  await inTransaction(async (tx) => {
    await tx
      .updateTable('platform_acts')
      .set({ next_at: nextTry(now, { failures: 0, wait: rest }).toString(), said })
      .where('id', '=', readRecordId(act.id))
      .where('state', '=', act.state)
      .execute()
  })
}

async function leaveToPerson(act: PlatformAct, now: Temporal.Instant, detail: string): Promise<void> {
  await saveAct(act, now, { state: 'portal', next_at: null, said: detail })
}

async function saveAct(act: PlatformAct, now: Temporal.Instant, values: Values, notifies = false): Promise<void> {
  await carryOut({ actor: SYSTEM, action: 'platform-act.answer', now }, async (change) => {
    const updated = await change.tx
      .updateTable('platform_acts')
      .set(values)
      .where('id', '=', readRecordId(act.id))
      .where('state', '=', act.state)
      .executeTakeFirst()
    // Somebody has changed the act meanwhile: that change counts.
    if (updated.numUpdatedRows === 0n) return null
    change.note({ ...logSubject(act), after: { state: values.state ?? act.state, said: values.said ?? null } })
    if (notifies) await notifyDriver(change, act)
    return null
  })
  log.info({ provider: act.provider, kind: act.kind, state: values.state, sends: act.sends }, 'an act on a platform')
}

/** Ends the tasks in the portal that a fetch shows as done, with the day on which that was seen. */
async function endShown(provider: Platform, now: Temporal.Instant): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select act.id::text as id from ${ACT_FROM}
    where act.provider = ${provider} and act.state = 'portal' and known.seen_at > act.confirmed_at and ${IS_SHOWN}
    order by act.id`.execute(db)
  const on = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  for (const { id } of rows) {
    const act = await getAct(id)
    if (ENDED_ACTS.has(act.state)) continue
    await saveAct(act, now, { state: 'done', done_on: on, ended_at: now.toString(), ended_by: null }, true)
  }
}
