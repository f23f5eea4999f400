import { type Insertable, sql } from 'kysely'
import { inParts } from '#db/parts.ts'
import type { Plans } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { firstOf, requireValue } from '#domain/certain.ts'
import { type BasisPoints, type Cents, ZERO, basisPoints, cents, sum } from '#domain/money.ts'
import {
  type Movement,
  type PlanEvent,
  type PlanKind,
  downPostings,
  MOVEMENT_EVENTS,
  TAKEN_BACK_MOVEMENTS,
  isHarder,
  movementPostings,
  openingPostings,
} from '#domain/plan.ts'
import { Refusal, takeEach } from '#domain/refusal.ts'
import { type Week, ZONE, weekAt } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveAttachment } from '#features/files/commands.server.ts'
import { writeNoticesOfEach } from '#features/mail/inbox/commands.server.ts'
import { writeMails } from '#features/mail/commands.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { type Journal, lockBalances, postJournals, reverseJournal } from '#features/ledger/commands.server.ts'
import { listCarried } from '#features/ledger/queries.server.ts'
import { lockCurrent, requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import type { Language } from '#messages/language.ts'
import { sha256 } from '#platform/hash.ts'
import { hasStatement, openWeekFor, openWeeksFor } from '#features/fleet/open-weeks/queries.server.ts'
import { getPlan } from './queries.server.ts'
import { type PlanView, isInForce } from './schema.ts'

export type PlanConditions = {
  driverId: string
  kind: PlanKind
  total: Cents
  count: number
  first: Week
  reason: string
  skipsIdle: boolean
  /** Paid at once, outside the statements; the instalments cover the rest. */
  down?: Cents
  /** The charge on each instalment, as the person who agreed saw it; an advance may be free of charge. */
  interest?: BasisPoints
  /** It was owed, or left as a deposit, before the books began here: neither bank nor current account moves. */
  isBefore?: boolean
  /** The first week that was asked for, where that week was approved already and `first` is a later one. */
  asked?: Week
}

/**
 * Opens a plan from the first week at or after `first` that is open for the driver (`openWeekFor`): its total is owed from now on, less what was paid at once, and the weeks take its instalments.
 * A debt leaves the current account, so that it counts once. Answers its id. Refuses `plan.no-such-debt` for more than the debt owed, `plan.too-many` for less than a cent a week, `record.not-found`
 * for an unknown driver, `plan.interest-changed` for a charge other than none or, for an advance, the rate of the settings, and what `saveAttachment` refuses for the proof that an advance was
 * paid out.
 */
export async function openPlan(change: Change, conditions: PlanConditions, proof?: File): Promise<string> {
  return firstOf(await openPlans(change, [{ ...conditions, proof }]))
}

/** `openPlan` for several at once: a debt that a plan took is no debt for the plans after it. Refuses as `openPlan`. */
export async function openPlans(
  change: Change,
  opened: readonly (PlanConditions & { proof?: File | undefined })[],
): Promise<string[]> {
  if (opened.length === 0) return []
  await lockBalances(change.tx)
  const refuseOtherInterest = await readInterest(change, opened)
  const refuseMoreThanOwed = await readDebts(change, opened)
  const planStarts = opened.map(({ driverId, first: from }) => ({ driverId, from }))
  const openWeekOf = await openWeeksFor(planStarts, change.tx)
  const requireOne = await lockCurrent(
    opened.map(({ driverId }) => driverId),
    change.tx,
  )
  const plans = takeEach(opened, ({ proof, ...conditions }) => {
    refuseOtherInterest(conditions)
    refuseMoreThanOwed(conditions)
    requireOne(conditions.driverId)
    const first = openWeekOf(conditions.driverId, conditions.first)
    const laterFirst = first === conditions.first ? {} : { asked: conditions.first }
    return { ...newPlan(change, { ...conditions, first, ...laterFirst }, { state: 'active' }), proof }
  })
  await begin(change, plans)
  await notifyEach(
    change,
    'opened',
    plans.map(({ agreed: { driverId, ...plan } }) => ({ driver: { id: driverId }, ...plan, officeReason: '' })),
  )
  return plans.map(({ id }) => id)
}

/**
 * Opens a plan for all or part of what a driver owes on the current account, as `openPlan`; the settings say whether
 * weeks without income are skipped.
 */
export async function planDebt(
  change: Change,
  conditions: Omit<PlanConditions, 'kind' | 'skipsIdle'>,
): Promise<string> {
  const { skipWeeksWithoutIncome } = await settingsIn(weekAt(change.now), change.tx)
  return openPlan(change, { ...conditions, kind: 'debt', skipsIdle: skipWeeksWithoutIncome === 1 })
}

/**
 * The conditions from the first week that can still take something of the driver, whatever was approved since they were
 * seen, with the week that was asked for where it is another one.
 */
async function onOpenWeek<Conditions extends { driverId: string; first: Week }>(
  { tx }: Change,
  conditions: Conditions,
): Promise<Conditions & Pick<PlanConditions, 'asked'>> {
  const first = await openWeekFor(conditions.driverId, conditions.first, tx)
  return { ...conditions, first, ...(first === conditions.first ? {} : { asked: conditions.first }) }
}

/**
 * Reads the debts of drivers. Answers a check that refuses `plan.no-such-debt` for each plan in its turn: what a plan takes off
 * the current account beyond its debt would be paid out with the next statement.
 */
async function readDebts({ tx }: Change, opened: readonly Pick<PlanConditions, 'kind'>[]) {
  const left = new Map(opened.some(({ kind }) => kind === 'debt') ? await listCarried(tx) : [])
  return ({ driverId, kind, total, isBefore = false }: PlanConditions) => {
    if (kind !== 'debt' || isBefore) return
    const after = sum([left.get(driverId) ?? ZERO, total])
    if (after > 0) throw new Refusal('plan.no-such-debt')
    left.set(driverId, after)
  }
}

/**
 * Reads the charge of today's settings. Answers a check that refuses `plan.interest-changed` for a charge other than none
 * or, for an advance, that one: it was read on an older page.
 */
async function readInterest({ tx, now }: Change, opened: readonly Pick<PlanConditions, 'interest'>[]) {
  const isFree = ({ interest = basisPoints(0) }: Pick<PlanConditions, 'interest'>) => interest === 0
  const planInterest = opened.every(isFree) ? null : (await settingsIn(weekAt(now), tx)).planInterest
  return (plan: Pick<PlanConditions, 'kind' | 'interest'>) => {
    if (!isFree(plan) && (plan.kind !== 'advance' || plan.interest !== planInterest))
      throw new Refusal('plan.interest-changed')
  }
}

/**
 * Records a driver's request for an advance under conditions that were computed before; no money moves until the office
 * decides. Answers the id of the request. Refuses `plan.interest-changed` when the charge has changed meanwhile, and
 * `plan.too-many`.
 */
export async function requestAdvance(
  change: Change,
  driver: OwnDriverId,
  requested: Pick<PlanConditions, 'total' | 'count' | 'first' | 'reason' | 'interest'>,
): Promise<string> {
  const { planInterest, skipWeeksWithoutIncome } = await settingsIn(weekAt(change.now), change.tx)
  if ((requested.interest ?? 0) !== planInterest) throw new Refusal('plan.interest-changed')
  const skipsIdle = skipWeeksWithoutIncome === 1
  const conditions = { ...requested, driverId: driver, kind: 'advance' as const, skipsIdle }
  const id = await insertPlan(change, conditions, { state: 'requested' })
  change.note({ subject: `driver:${driver}`, after: { plan: id, ...requested, state: 'requested' } })
  return id
}

/**
 * Grants a request, as asked or with another amount or other weeks: the plan begins, and the request is kept as it
 * was. With another amount, other weeks or an earlier first one, nothing is taken until the driver accepts that.
 * Answers the id of the plan. The charge is the one the driver saw: a request made while there was none stays without.
 * Refuses `plan.closed` when it was decided before, `plan.too-many`, and `plan.interest-changed` when the charge that
 * was seen has changed or is gone.
 */
export async function approveRequest(
  change: Change,
  id: string,
  { total, first: from, count, reason }: { total: Cents; first: Week; count: number; reason: string },
): Promise<string> {
  const plan = await lockPlan(change, id, 'requested')
  const refuseOtherInterest = await readInterest(change, [plan])
  refuseOtherInterest(plan)
  await decide(change, id, 'replaced', reason)
  const { driver, kind, reason: planReason, skipsIdle, interest } = plan
  const agreed = { driverId: driver.id, kind, total, count, first: from, reason: planReason, skipsIdle, interest }
  const conditions = await onOpenWeek(change, agreed)
  const { first } = conditions
  const awaitsAcceptance = total !== plan.total || count !== plan.count || first < plan.first
  await requireCurrent(driver.id, change.tx)
  const begun = newPlan(change, conditions, { state: 'active', replaces: id, awaitsAcceptance })
  await begin(change, [begun])
  await notifyDriver(
    change,
    { ...plan, total, count, first },
    awaitsAcceptance ? 'approved-otherwise' : 'approved',
    reason,
  )
  return begun.id
}

/** Declines a request, with the reason that the driver reads. Refuses `plan.closed` when it was decided before. */
export async function declineRequest(change: Change, id: string, reason: string): Promise<void> {
  const plan = await lockPlan(change, id, 'requested')
  await decide(change, id, 'declined', reason)
  await notifyDriver(change, plan, 'declined', reason)
  change.note({ subject: `driver:${plan.driver.id}`, after: { plan: id, state: 'declined', reason } })
}

/**
 * Takes back the answer with which a request was declined: it waits for an answer again, and the driver is told why. Refuses `plan.closed`
 * unless it is declined.
 */
export async function reopenRequest(change: Change, id: string, reason: string): Promise<void> {
  const plan = await lockPlan(change, id, 'declined')
  await change.tx
    .updateTable('plans')
    .set({ state: 'requested', decision: '', decided_at: null, decided_by: null })
    .where('id', '=', id)
    .execute()
  await notifyDriver(change, plan, 'reopened', reason)
  change.note({
    subject: `driver:${plan.driver.id}`,
    before: { plan: id, state: 'declined', reason: plan.decision },
    after: { plan: id, state: 'requested', reason },
  })
}

/**
 * Changes the conditions for what is owed, as a new version that keeps the plan's place among the driver's plans; the
 * driver is asked to accept again. What waited for acceptance goes on waiting, and an advance that the driver
 * requested waits when the new conditions are heavier; lighter ones, and plans that the office began, go on meanwhile.
 * Answers the id of the new version. Refuses `plan.closed` unless something is owed, and `plan.too-many`.
 */
export async function changePlan(
  change: Change,
  id: string,
  changed: Pick<PlanConditions, 'count' | 'first' | 'skipsIdle'> & { reason: string },
): Promise<string> {
  const old = await lockPlan(change, id, 'active')
  await decide(change, id, 'replaced', changed.reason)
  const { count, skipsIdle } = changed
  const { first, ...later } = await onOpenWeek(change, { driverId: old.driver.id, first: changed.first })
  const { kind, reason, interest } = old
  const awaitsAcceptance = old.awaitsAcceptance || (old.wasAsked && isHarder({ ...changed, first }, old))
  const conditions = { ...later, kind, total: old.remaining, reason, interest, isBefore: old.isBefore }
  const next = await insertPlan(
    change,
    { ...conditions, count, first, skipsIdle },
    { state: 'active', replaces: id, root: old.root, agreedOn: old.agreedOn, awaitsAcceptance },
  )
  change.note({
    subject: `driver:${old.driver.id}`,
    before: { plan: id, count: old.count, first: old.first },
    after: { plan: next, count, first, total: old.remaining, reason: changed.reason },
  })
  const event = awaitsAcceptance ? 'changed-otherwise' : 'changed'
  await notifyDriver(change, { ...old, count, first, total: old.remaining }, event, changed.reason)
  return next
}

/**
 * Lets a plan skip a week, which makes it longer; the driver is told. Refuses `plan.closed` unless something is owed, `plan.known` when the
 * week was skipped before or has a statement, and `plan.not-due` for a week before the plan begins or after it ends.
 */
export async function skipWeek(change: Change, id: string, week: Week, reason: string): Promise<void> {
  const plan = await lockPlan(change, id, 'active')
  const { driver, skips, first, coming } = plan
  if (skips.some((known) => known.week === week)) throw new Refusal('plan.known')
  if (await hasStatement(driver.id, week, change.tx)) throw new Refusal('plan.known')
  if (week < first || week > (coming.at(-1)?.week ?? first)) throw new Refusal('plan.not-due')
  await change.tx
    .insertInto('plan_skips')
    .values({ plan_id: id, week, reason, created_at: change.now.toString(), created_by: change.actor.uid })
    .execute()
  await notifyDriver(change, { ...plan, first: week }, 'skipped', reason)
  change.note({ subject: `driver:${driver.id}`, after: { plan: id, week, state: 'skipped', reason } })
}

/**
 * Lets a skipped week take its instalment again; the driver is told. Refuses `plan.closed` unless something is owed, `plan.week-issued` when the
 * week has a statement, and `record.changed-meanwhile` when it is not skipped any more.
 */
export async function takeSkipBack(change: Change, id: string, week: Week): Promise<void> {
  const plan = await lockPlan(change, id, 'active')
  const { driver, root, skips } = plan
  const skip = skips.find((known) => known.week === week)
  if (!skip) throw new Refusal('record.changed-meanwhile')
  if (await hasStatement(driver.id, week, change.tx)) throw new Refusal('plan.week-issued')
  await change.tx
    .deleteFrom('plan_skips')
    .where('week', '=', week)
    .where('plan_id', 'in', (of) => of.selectFrom('plans').select('plans.id').where('root_id', '=', root))
    .execute()
  await notifyDriver(change, { ...plan, first: week }, 'unskipped', '')
  change.note({ subject: `driver:${driver.id}`, before: { plan: id, week, state: 'skipped', reason: skip.reason } })
}

type NewMovement = { kind: Movement; amount: Cents; reason: string }

/**
 * Books a movement of a plan outside the statements: a payment or write-off of at most what is owed; or a deposit returned
 * or kept against the driver's balance, of at most what is held, with its document. The driver is told. Refuses
 * `plan.too-much`, `plan.closed` for what is no deposit, `departure.waiting` for a return while a leaver's account waits, and
 * what `saveAttachment` refuses.
 */
export async function movePlan(
  change: Change,
  id: string,
  movement: NewMovement & { kind: keyof typeof MOVEMENT_EVENTS },
  paper?: File,
): Promise<void> {
  const plan = await bookMovement(change, id, movement, paper)
  await notifyDriver(change, { ...plan, total: movement.amount }, MOVEMENT_EVENTS[movement.kind], movement.reason)
}

/** `movePlan` for a caller that tells the driver of all movements at once. Answers the plan as it was before. */
export async function bookMovement(
  change: Change,
  id: string,
  { kind, amount, reason }: NewMovement,
  paper?: File,
): Promise<PlanView> {
  await lockBalances(change.tx)
  const plan = await getPlan(id, change.now, change.tx)
  const isOfDeposit = kind === 'returned' || kind === 'used' || kind === 'released'
  if (!isOfDeposit && plan.state !== 'active') throw new Refusal('plan.closed')
  if (isOfDeposit && (plan.kind !== 'deposit' || plan.state === 'replaced')) throw new Refusal('plan.closed')
  if (amount > (isOfDeposit ? plan.held : plan.remaining)) throw new Refusal('plan.too-much')
  if (kind === 'returned') await refuseWhileWaiting(change, plan.driver.id)
  const kept = await saveAttachment(change.tx, paper)
  const movement = await change.tx
    .insertInto('plan_movements')
    .values({
      plan_id: id,
      kind,
      amount_cents: amount,
      reason,
      file_sha256: kept?.sha256 ?? null,
      file_name: kept?.name ?? null,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(change, `plan:${id}:${movement.id}`, plan.driver.id, movementPostings(plan.kind, kind, amount))
  change.note({ subject: `driver:${plan.driver.id}`, after: { plan: id, kind, amount, reason } })
  return plan
}

/** Refuses `departure.waiting`: fines and tolls of a driver who left may still come, and the deposit covers them. */
async function refuseWhileWaiting(change: Change, driverId: string) {
  const waiting = await change.tx
    .selectFrom('departures')
    .select('waits_until')
    .where('driver_id', '=', driverId)
    .where('returned_on', 'is', null)
    .where('waits_until', '>', today(change))
    .executeTakeFirst()
  if (waiting) throw new Refusal('departure.waiting', { day: waiting.waits_until })
}

/**
 * Writes off what is owed of a plan, or `amount` of it; the driver is told. Refuses `plan.closed` when nothing is owed, and
 * `plan.too-much`.
 */
export async function writeOff(change: Change, id: string, reason: string, amount?: Cents): Promise<void> {
  const { remaining } = await lockPlan(change, id, 'active')
  await movePlan(change, id, { kind: 'write-off', amount: amount ?? remaining, reason })
}

/**
 * Takes back a payment, a write-off, or a deposit returned or used, that was a mistake: reverses its journal with today's
 * date, the amount is owed or held again, and the driver is told. Refuses `record.not-found` for any other movement,
 * `plan.taken-back` the second time, and `plan.deposit-gone` for a payment into a deposit that was returned or used since.
 */
export async function takeMovementBack(
  change: Change,
  id: string,
  { movement, reason }: { movement: string; reason: string },
): Promise<void> {
  await lockBalances(change.tx)
  const plan = await getPlan(id, change.now, change.tx)
  if (plan.takenBack.some((undone) => undone.id === movement)) throw new Refusal('plan.taken-back')
  const mistake = plan.movements.find(
    (planMovement) => planMovement.id === movement && TAKEN_BACK_MOVEMENTS.has(planMovement.kind),
  )
  if (!mistake || plan.state === 'replaced') throw new Refusal('record.not-found')
  const { kind, amount } = mistake
  if (plan.kind === 'deposit' && kind === 'early' && amount > plan.held) throw new Refusal('plan.deposit-gone')
  const { plan_id: version } = await change.tx
    .selectFrom('plan_movements')
    .select('plan_id')
    .where('id', '=', movement)
    .executeTakeFirstOrThrow()
  await reverseMovement(change, { id: movement, version, amount }, reason)
  await notifyDriver(change, { ...plan, total: amount }, 'taken-back', reason)
  change.note({
    subject: `driver:${plan.driver.id}`,
    before: { plan: id, kind, amount },
    after: { plan: id, kind: 'taken-back', amount, reason },
  })
}

/**
 * Takes back what the closing of a leaver's account at a moment did to the plans: what fell due is owed in the plans again,
 * and deposits are held again. The caller holds the lock on balances.
 */
export async function takeClosingBack(change: Change, driverId: string, at: string, reason: string): Promise<void> {
  const moved = await change.tx
    .selectFrom('plan_movements')
    .innerJoin('plans', 'plans.id', 'plan_id')
    .select(['plan_movements.id', 'plan_id as version', 'amount_cents', 'plan_movements.kind'])
    .where('driver_id', '=', driverId)
    .where('plan_movements.created_at', '=', Temporal.Instant.from(at))
    .where('plan_movements.kind', 'in', ['due', 'write-off', 'used', 'released'])
    .where(sql<boolean>`not exists (select from plan_movements back where back.takes_back = plan_movements.id)`)
    .orderBy('plan_movements.ordinal', 'desc')
    .execute()
  for (const { id, version, amount_cents, kind } of moved) {
    await reverseMovement(change, { id, version, amount: cents(amount_cents) }, reason)
    change.note({
      subject: `driver:${driverId}`,
      before: { plan: version, kind, amount: amount_cents },
      after: { plan: version, kind: 'taken-back', amount: amount_cents, reason },
    })
  }
}

/** Writes the movement that takes another one back, and reverses its journal with today's date. */
async function reverseMovement(
  change: Change,
  { id, version, amount }: { id: string; version: string; amount: Cents },
  reason: string,
): Promise<void> {
  await change.tx
    .insertInto('plan_movements')
    .values({
      plan_id: version,
      kind: 'taken-back',
      amount_cents: amount,
      takes_back: id,
      reason,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .execute()
  await reverseJournal(change, `plan:${version}:${id}`, Temporal.PlainDate.from(today(change)))
}

/**
 * Cancels a plan that was a mistake, or an advance that was never paid out: reverses its first journal exactly, and
 * nothing is owed. Refuses `plan.closed` unless it is active, and `plan.moved` once a statement took an instalment,
 * something was paid outside, or there is proof that an advance was paid out.
 */
export async function cancelPlan(change: Change, id: string, reason: string): Promise<void> {
  const plan = await lockPlan(change, id, 'active')
  const isPaidOut = plan.kind === 'advance' && plan.proof !== null
  if (plan.past.length > 0 || plan.movements.length > 0 || isPaidOut) throw new Refusal('plan.moved')
  await decide(change, id, 'cancelled', reason)
  await reverseJournal(change, `plan:${plan.root}`, Temporal.PlainDate.from(today(change)))
  await notifyDriver(change, plan, 'cancelled', reason)
  change.note({ subject: `driver:${plan.driver.id}`, after: { plan: id, state: 'cancelled', reason } })
}

/**
 * Adds the proof that the money was paid out, once. Refuses `plan.closed` unless the plan is active or paid,
 * `plan.paper-known` when there is one, `plan.paper-missing` without a file, and what `saveAttachment` refuses.
 */
export async function attachProof(change: Change, id: string, proof: File): Promise<void> {
  await lockBalances(change.tx)
  const plan = await getPlan(id, change.now, change.tx)
  if (plan.state !== 'active' && plan.state !== 'paid') throw new Refusal('plan.closed')
  if (plan.proof !== null) throw new Refusal('plan.paper-known')
  const kept = await saveAttachment(change.tx, proof)
  if (!kept) throw new Refusal('plan.paper-missing')
  await change.tx
    .updateTable('plans')
    .set({ proof_sha256: kept.sha256, proof_name: kept.name })
    .where('id', '=', id)
    .execute()
  if (plan.kind === 'advance') await notifyDriver(change, plan, 'paid-out', '')
  change.note({ subject: `driver:${plan.driver.id}`, after: { plan: id, file: kept.name } })
}

/**
 * Records the driver's acceptance of the conditions: when, who, and the words in the language they were read in. A
 * second acceptance, even with other words, changes nothing and is not recorded. Refuses `record.not-found` for
 * somebody else's plan and `plan.closed` for one that is not active, also when nothing of it is owed any more.
 */
export async function acceptPlan(
  change: Change,
  driver: OwnDriverId,
  id: string,
  { text, language }: { text: string; language: Language },
): Promise<void> {
  await lockBalances(change.tx)
  const plan = await getPlan(id, change.now, change.tx)
  if (plan.driver.id !== driver) throw new Refusal('record.not-found')
  if (plan.acceptedAt !== null && isInForce(plan)) return
  if (plan.state !== 'active') throw new Refusal('plan.closed')
  const hash = sha256(text)
  await change.tx
    .updateTable('plans')
    .set({
      accepted_at: change.now.toString(),
      accepted_by: change.actor.uid,
      accepted_sha256: hash,
      accepted_text: text,
      accepted_language: language,
    })
    .where('id', '=', id)
    .execute()
  change.note({ subject: `driver:${driver}`, after: { plan: id, accepted: hash } })
}

/** A plan that is not written yet: its conditions and its row. */
type NewPlan = { id: string; agreed: PlanConditions; row: ReturnType<typeof rowOf>; proof?: File | undefined }

/** Refuses `plan.too-many`. */
function newPlan(change: Change, agreed: PlanConditions, inserted: Inserted): NewPlan {
  const { kind, total, down = ZERO, count, isBefore = false } = agreed
  const isWhole = isBefore && kind === 'deposit' && down === total
  if (total - down < count && !isWhole) throw new Refusal('plan.too-many')
  const row = rowOf(change, agreed, inserted)
  return { id: row.id, agreed, row }
}

/** Writes plans that begin now, with their opening journals and what their drivers paid at once. */
async function begin(change: Change, plans: readonly NewPlan[]): Promise<void> {
  const rows: Insertable<Plans>[] = []
  for (const { row, proof } of plans) {
    const kept = await saveAttachment(change.tx, proof)
    rows.push({ ...row, proof_sha256: kept?.sha256 ?? null, proof_name: kept?.name ?? null })
  }
  for (const part of inParts(rows)) await change.tx.insertInto('plans').values(part).execute()
  const paid = plans.map(({ agreed: { down = ZERO } }) => (down > 0 ? { id: crypto.randomUUID(), amount: down } : null))
  const movements = plans.flatMap(({ id, agreed: { reason } }, at) => {
    const created = { created_at: change.now.toString(), created_by: change.actor.uid }
    const early = paid[at]
    return early ? [{ id: early.id, plan_id: id, kind: 'early', amount_cents: early.amount, reason, ...created }] : []
  })
  for (const part of inParts(movements)) await change.tx.insertInto('plan_movements').values(part).execute()
  await postJournals(
    change,
    plans.flatMap(({ id, agreed: { driverId, kind, total, isBefore = false } }, at) => {
      const opening = journalOf(change, `plan:${id}`, driverId, openingPostings(kind, total, isBefore))
      const early = paid[at]
      if (!early) return [opening]
      return [opening, journalOf(change, `plan:${id}:${early.id}`, driverId, downPostings(early.amount, isBefore))]
    }),
  )
  for (const { id, agreed } of plans) {
    const { driverId, kind, total, count, first, reason, down = ZERO } = agreed
    const subject = `driver:${driverId}`
    change.note({ subject, after: { plan: id, kind, total, count, first, reason } })
    if (down > 0) change.note({ subject, after: { plan: id, kind: 'early', amount: down, reason } })
  }
}

type Inserted = {
  state: 'requested' | 'active'
  replaces?: string
  /** Absent for a first version, which is its own root and agreed today. */
  root?: string
  agreedOn?: string
  awaitsAcceptance?: boolean
}

async function insertPlan(change: Change, conditions: PlanConditions, inserted: Inserted): Promise<string> {
  const { id, row } = newPlan(change, conditions, inserted)
  await change.tx.insertInto('plans').values(row).execute()
  return id
}

function rowOf(
  change: Change,
  {
    driverId,
    kind,
    total,
    count,
    first,
    asked,
    reason,
    skipsIdle,
    down = ZERO,
    interest = basisPoints(0),
    isBefore = false,
  }: PlanConditions,
  { state, replaces, root, agreedOn = today(change), awaitsAcceptance = false }: Inserted,
) {
  const id = crypto.randomUUID()
  return {
    id,
    driver_id: driverId,
    kind,
    reason,
    total_cents: total,
    count,
    first_week: first,
    asked_week: asked ?? null,
    skips_idle: skipsIdle,
    down_cents: down,
    is_before: isBefore,
    interest_basis_points: interest,
    agreed_on: agreedOn,
    replaces: replaces ?? null,
    root_id: root ?? id,
    state,
    awaits_acceptance: awaitsAcceptance,
    created_at: change.now.toString(),
    created_by: change.actor.uid,
  } satisfies Insertable<Plans>
}

async function decide(
  { tx, now, actor }: Change,
  id: string,
  state: 'declined' | 'replaced' | 'cancelled',
  decision: string,
) {
  await tx
    .updateTable('plans')
    .set({ state, decision, decided_at: now.toString(), decided_by: actor.uid })
    .where('id', '=', id)
    .execute()
}

type ToldPlan = { driver: { id: string } } & Pick<PlanView, 'reason' | 'total' | 'count' | 'first'>

/** Tells the driver what became of a plan, in their area and by mail; the mail carries no amount. */
async function notifyDriver(change: Change, plan: ToldPlan, event: PlanEvent, reason: string): Promise<void> {
  await notifyEach(change, event, [{ ...plan, officeReason: reason }])
}

/** Notifies the drivers of several plans at once. `reason`: the one that the office gave. */
async function notifyEach(change: Change, event: PlanEvent, plans: readonly (ToldPlan & { officeReason: string })[]) {
  const notified = plans.map(({ driver, reason: what, total: amount, count, first, officeReason: reason }) => ({
    driverId: driver.id,
    facts: { event, what, amount, count, first, reason },
  }))
  await writeNoticesOfEach(change, 'plan', notified)
  const readers = await change.tx
    .selectFrom('drivers')
    .select(['id', 'name', 'email', 'language'])
    .where('id', '=', sql<string>`any(${notified.map(({ driverId }) => driverId)}::uuid[])`)
    .execute()
  const readerOf = new Map(readers.map((reader) => [reader.id, reader]))
  const mails = notified.flatMap(({ driverId }) => {
    const { name, email, language } = requireValue(readerOf, driverId)
    return email === null ? [] : [{ params: { event, name }, recipient: email, language, driverId }]
  })
  await writeMails(change, 'plan', mails)
}

/** The plan, once this transaction holds the lock on balances; refuses `plan.closed` when it is in another state. */
async function lockPlan(change: Change, id: string, state: PlanView['state']): Promise<PlanView> {
  await lockBalances(change.tx)
  const plan = await getPlan(id, change.now, change.tx)
  if (plan.state !== state) throw new Refusal('plan.closed')
  return plan
}

function post(change: Change, key: string, driverId: string, postings: Journal['postings']) {
  return postJournals(change, [journalOf(change, key, driverId, postings)])
}

function journalOf({ now }: Change, key: string, driverId: string, postings: Journal['postings']): Journal {
  const effectiveOn = now.toZonedDateTimeISO(ZONE).toPlainDate()
  return { key, kind: 'plan', driverId, week: null, effectiveOn, postings }
}

function today({ now }: Change): string {
  return now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
}
