import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { inParts } from '#db/parts.ts'
import { firstOf, requireValue } from '#domain/certain.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal, takeEach } from '#domain/refusal.ts'
import { type Week, weekAt } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { lockCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { findReferrer, hasPromised, listRules } from './queries.server.ts'
import type { RuleInput } from './schema.ts'

/**
 * Adds a version of a commission rule, for everybody who is referred from its week on. Refuses
 * `commission.week-taken` for a week that has a version, and `commission.week-past` for a week before this one,
 * because earlier promises stay.
 */
export async function addRule(change: Change, input: RuleInput): Promise<void> {
  const { side, from, name, kind, reason } = input
  if (from < weekAt(change.now)) throw new Refusal('commission.week-past')
  await writeRule(change, input)
  change.note({ subject: `commission-rule:${side}`, after: { from, name, kind, reason } })
}

/** Saves a version of a rule, even one agreed before this installation. Refuses `commission.week-taken`. */
export async function writeRule(change: Change, input: RuleInput): Promise<void> {
  await writeRules(change, [input])
}

/** Saves several rules at once. Refuses what `writeRule` refuses. */
export async function writeRules(change: Change, inputs: readonly RuleInput[]): Promise<void> {
  if (inputs.length === 0) return
  await lockBalances(change.tx)
  const rows = inputs.map((input) => ({
    side: input.side,
    starts_on: input.from,
    name: input.name,
    kind: input.kind,
    reason: input.reason,
    ...conditionsOf(input),
    created_at: change.now.toString(),
    created_by: change.actor.uid,
  }))
  const written = new Set<string>()
  for (const part of inParts(rows)) {
    const inserted = await change.tx
      .insertInto('commission_rules')
      .values(part)
      .onConflict((conflict) => conflict.columns(['side', 'starts_on']).doNothing())
      .returning(['side', 'starts_on'])
      .execute()
    for (const { side, starts_on } of inserted) written.add(`${side} ${starts_on}`)
  }
  // When two have the same week and side, the first was saved and the second is refused.
  takeEach(inputs, ({ side, from }) => {
    if (!written.delete(`${side} ${from}`)) throw new Refusal('commission.week-taken')
  })
}

/**
 * Removes a version that was typed wrong; the one before it goes on. Refuses `record.not-found`, and `commission.promised` once
 * somebody was referred under it.
 */
export async function removeRule(change: Change, id: string): Promise<void> {
  await lockBalances(change.tx)
  const rule = (await listRules(change.tx)).find((version) => version.id === id)
  if (!rule) throw new Refusal('record.not-found')
  if (await hasPromised(id, change.tx)) throw new Refusal('commission.promised')
  await change.tx.deleteFrom('commission_rules').where('id', '=', id).execute()
  const { side, from, name, reason } = rule
  change.note({ subject: `commission-rule:${side}`, before: { from, name, reason }, after: null })
}

function conditionsOf(input: RuleInput) {
  if (input.kind === 'none') return {}
  const { first, weeks, minWeeks, minTrips, hold, clawback, cap } = input
  return {
    ...(input.kind === 'fixed' ? { amount_cents: input.amount } : { rate_basis_points: input.rate, base: input.base }),
    first_week: first,
    weeks,
    min_weeks: minWeeks,
    min_trips: minTrips,
    hold_weeks: hold,
    clawback_weeks: clawback,
    cap_cents: cap ?? null,
  }
}

export type WrittenReferral = { referrer: string; referred: string; since: Week; reason: string }

/**
 * Notes which driver referred which; returns the id. Looks at all records of each person. Refuses what
 * `requireCurrent` refuses, `referral.self`, `referral.known` when the driver has a referrer already, and
 * `referral.circle` when the driver is, directly or through others, a referrer of the new referrer.
 */
export async function recordReferral(change: Change, written: WrittenReferral): Promise<string> {
  return firstOf(await recordReferrals(change, [written]))
}

/** Notes several referrals, each checked with those before it. Refuses what `recordReferral` refuses. */
export function recordReferrals(change: Change, written: readonly WrittenReferral[]): Promise<string[]> {
  return write(change, 'office', written)
}

/**
 * Notes the referral of a driver who applied with a personal link: the owner of the link is the referrer. Does
 * nothing, without a refusal, when nobody owns the link any more, or when the driver had statements or a referrer
 * before.
 */
export async function recordLinkedReferral(change: Change, slug: string, referred: string): Promise<void> {
  const referrer = await findReferrer(slug, change.tx)
  if (referrer === null || (await wasHere(change.tx, referred))) return
  if ((await refusalOfReferral(change.tx, referrer, referred)) !== null) return
  await write(change, 'link', [{ referrer, referred, since: weekAt(change.now), reason: '' }])
}

async function wasHere(tx: Tx, driverId: string): Promise<boolean> {
  const before = await tx
    .selectFrom('drivers')
    .select('id')
    .where('id', '=', driverId)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('settlements').select('id').whereRef('driver_id', '=', 'drivers.id')),
        exists(selectFrom('referrals').select('id').whereRef('referred_id', '=', 'drivers.id')),
      ]),
    )
    .executeTakeFirst()
  return before !== undefined
}

/** Saves referrals through a function of the database, which alone knows which records belong to one person. */
async function write(
  change: Change,
  origin: 'link' | 'office',
  written: readonly WrittenReferral[],
): Promise<string[]> {
  if (written.length === 0) return []
  const requireOne = await lockCurrent(
    written.flatMap(({ referrer, referred }) => [referrer, referred]),
    change.tx,
  )
  takeEach(written, ({ referrer, referred }) => {
    requireOne(referrer)
    requireOne(referred)
  })
  const { rows } = await sql<{ id: string; why: 'self' | 'known' | 'circle' | null }>`
    select id, why from record_referrals(
      ${written.map(({ referrer }) => referrer)}::uuid[], ${written.map(({ referred }) => referred)}::uuid[],
      ${written.map(({ since }) => since)}::date[], ${written.map(({ reason }) => reason)}::text[],
      ${origin}, ${change.now.toString()}, ${change.actor.uid})`.execute(change.tx)
  takeEach(rows, ({ why }) => {
    if (why !== null) throw new Refusal(`referral.${why}`)
  })
  const refs = await change.tx
    .selectFrom('drivers')
    .select(['id', 'ref'])
    .where('id', '=', sql<string>`any(${written.map(({ referrer }) => referrer)}::uuid[])`)
    .execute()
  const refOf = new Map(refs.map(({ id, ref }) => [id, ref]))
  for (const { referrer, referred, since, reason } of written)
    change.note({
      subject: `driver:${referred}`,
      after: { broughtBy: requireValue(refOf, referrer), since, origin, reason },
    })
  return rows.map(({ id }) => id)
}

/**
 * Asks the database why a referral would be refused; `null` when it is possible. The same is checked again when the
 * referral is saved.
 */
async function refusalOfReferral(
  tx: Tx,
  referrer: string,
  referred: string,
): Promise<'self' | 'known' | 'circle' | null> {
  await sql`select pg_advisory_xact_lock(hashtext('referrals'))`.execute(tx)
  const { rows } = await sql<{ why: 'self' | 'known' | 'circle' | null }>`
    select referral_refused(${readRecordId(referrer)}::uuid, ${readRecordId(referred)}::uuid) as why`.execute(tx)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- a query without groups answers one row
  return rows[0]!.why
}

/**
 * Withdraws a referral that was a mistake: the next statements take back what was paid for it. Refuses
 * `record.not-found` and `referral.withdrawn`.
 */
export async function withdrawReferral(change: Change, id: string, reason: string): Promise<void> {
  await lockBalances(change.tx)
  const row = await change.tx
    .selectFrom('referrals')
    .select(['referred_id', 'withdrawn_at'])
    .where('id', '=', readRecordId(id))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  if (row.withdrawn_at !== null) throw new Refusal('referral.withdrawn')
  await change.tx
    .updateTable('referrals')
    .set({ withdrawn_at: change.now.toString(), withdrawn_by: change.actor.uid, withdraw_reason: reason })
    .where('id', '=', id)
    .execute()
  change.note({
    subject: `driver:${row.referred_id}`,
    before: { referral: id },
    after: { referral: 'withdrawn', reason },
  })
}
