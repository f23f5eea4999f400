import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import { takeOver } from '#domain/terms-of-two.ts'
import type { Terms } from '#domain/terms.ts'
import { nextWeek, type Week, weekName } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { type AgreedTerms, APPROVED, getTerms, hasTripTimes, listTerms, type TermsRules } from './queries.server.ts'
import type { NewTermsInput, TermsInput } from './schema.ts'

/**
 * Agrees terms from a week on, until the next ones. Refuses what `requireCurrent` does, `terms.week-taken` when some begin
 * that week already, `terms.no-trip-times`, and `terms.week-approved` when a week they would cover is approved: what was approved stays as it was.
 */
export async function addTerms(
  change: Change,
  driverId: string,
  { from, terms, reason }: NewTermsInput,
): Promise<void> {
  await requireTripTimes(terms, change)
  await lockBalances(change.tx)
  await requireCurrent(driverId, change.tx)
  const next = await change.tx
    .selectFrom('terms')
    .select('valid_from')
    .where('driver_id', '=', driverId)
    .where('withdrawn_at', 'is', null)
    .where('valid_from', '>=', from)
    .orderBy('valid_from')
    .executeTakeFirst()
  if (next?.valid_from === from) throw new Refusal('terms.week-taken', { week: weekName(from) })
  const approved = await change.tx
    .selectFrom('settlements')
    .select('week')
    .where('driver_id', '=', driverId)
    .where('state', 'in', APPROVED)
    .where('week', '>=', from)
    .where('week', '<', next?.valid_from ?? 'infinity')
    .orderBy('week', 'desc')
    .executeTakeFirst()
  if (approved) throw new Refusal('terms.week-approved', { week: weekName(approved.week as Week) })

  await writeTerms(change, driverId, { from, terms, reason })
  change.note({ subject: `driver:${driverId}`, after: { termsFrom: from, terms, reason } })
}

/**
 * Corrects terms no approved week stands on: the corrected ones are new, and these are kept as they were. Refuses what
 * `requireCurrent` does, `terms.no-trip-times`, `terms.week-approved`, and `record.changed-meanwhile` when somebody else withdrew them.
 */
export async function changeTerms(
  change: Change,
  driverId: string,
  termsId: number,
  { terms, reason }: TermsInput,
): Promise<void> {
  await requireTripTimes(terms, change)
  const before = await withdrawTerms(change, driverId, termsId, 'change', reason)
  await writeTerms(change, driverId, { from: before.from, terms, reason })
  change.note({
    subject: `driver:${driverId}`,
    before: { termsFrom: before.from, terms: before.terms, reason: before.reason },
    after: { termsFrom: before.from, terms, reason },
  })
}

/** Which toll was passed without a passenger only the orders of a platform tell. Refuses `terms.no-trip-times` without them. */
async function requireTripTimes({ tollPolicy }: Terms, change: Change): Promise<void> {
  if (tollPolicy === 'off-trip' && !(await hasTripTimes(change.tx))) throw new Refusal('terms.no-trip-times')
}

/** Takes terms back that no approved week stands on; the ones before count again. Refuses as `changeTerms`. */
export async function removeTerms(change: Change, driverId: string, termsId: number, reason: string): Promise<void> {
  const before = await withdrawTerms(change, driverId, termsId, 'removal', reason)
  change.note({
    subject: `driver:${driverId}`,
    before: { termsFrom: before.from, terms: before.terms, reason: before.reason },
    after: { reason },
  })
}

/** Never beside the approval of a week that stands on them, nor beside another hand on the same terms. */
async function withdrawTerms(
  change: Change,
  driverId: string,
  termsId: number,
  purpose: 'change' | 'removal',
  reason: string,
): Promise<AgreedTerms> {
  await lockBalances(change.tx)
  await requireCurrent(driverId, change.tx)
  const terms = await getTerms(driverId, termsId, change.tx)
  if (terms.withdrawn) throw new Refusal('record.changed-meanwhile')
  if (terms.approvedWeek) throw new Refusal('terms.week-approved', { week: weekName(terms.approvedWeek as Week) })
  await change.tx
    .updateTable('terms')
    .set({
      withdrawn_at: change.now.toString(),
      withdrawn_by: change.actor.uid,
      withdrawn_for: purpose,
      withdrawal_reason: reason,
    })
    .where('id', '=', termsId)
    .execute()
  return terms
}

/**
 * What was agreed with one record holds for another: where only `from` has terms, or had them earlier, they are written for
 * `to` as well. Preferred, those of `from` also take the place of those of `to` from its first open week on. Answers what
 * was written and withdrawn, to be given back.
 */
export async function takeOverTerms(
  change: Change,
  { from, to, prefer, reason }: { from: string; to: string; prefer: 'gone' | 'stays'; reason: string },
): Promise<{ written: number[]; withdrawn: number[] }> {
  const [theirs, own] = [await listTerms(from, change.tx), await listTerms(to, change.tx)].map((terms) =>
    terms.toReversed(),
  )
  const approved = await change.tx
    .selectFrom('settlements')
    .select(sql<string | null>`max(week)`.as('week'))
    .where('driver_id', '=', to)
    .where('state', 'in', APPROVED)
    .executeTakeFirstOrThrow()
  const open = approved.week === null ? null : nextWeek(approved.week as Week)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- two lists were asked for
  const { copied, withdrawn } = takeOver(theirs!, own!, { open, prefer })
  for (const { id } of withdrawn) await withdrawTerms(change, to, id, 'removal', reason)
  return { written: await copyTerms(change, to, copied, reason), withdrawn: withdrawn.map(({ id }) => id) }
}

async function copyTerms(
  change: Change,
  driverId: string,
  copies: readonly Pick<AgreedTerms, 'from' | 'terms'>[],
  reason: string,
): Promise<number[]> {
  const ids: number[] = []
  for (const { from, terms } of copies) ids.push(await writeTerms(change, driverId, { from, terms, reason }))
  return ids
}

/** Terms that were taken over are withdrawn, and those they took the place of are agreed again. */
export async function giveBackTerms(
  change: Change,
  driverId: string,
  { written, withdrawn }: { written: readonly number[]; withdrawn: readonly number[] },
  reason: string,
): Promise<void> {
  const live = await listTerms(driverId, change.tx)
  for (const { id } of live.filter((one) => written.includes(one.id)))
    await withdrawTerms(change, driverId, id, 'removal', reason)
  for (const id of withdrawn) {
    const { from, terms } = await getTerms(driverId, id, change.tx)
    await writeTerms(change, driverId, { from, terms, reason })
  }
}

async function writeTerms(
  change: Change,
  driverId: string,
  { from, terms, reason }: { from: string; terms: Terms; reason: string },
): Promise<number> {
  const { id } = await change.tx
    .insertInto('terms')
    .values({
      driver_id: driverId,
      valid_from: from,
      ...termsColumns(terms),
      reason,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function termsColumns({ regime, fee, tripVat, tollPolicy, rent, rentByDays, split, ...rest }: Terms) {
  // The rates of VAT are the settings', not the driver's.
  const { transportVat: _transport, normalVat: _normal, ...more } = rest
  const rules: TermsRules = {
    ...more,
    ...(fee.mode === 'percent' && fee.floor !== undefined ? { floor: fee.floor } : {}),
    ...(fee.mode === 'percent' && fee.cap !== undefined ? { cap: fee.cap } : {}),
    ...(split?.chargingCap === undefined ? {} : { chargingCap: split.chargingCap }),
  }
  return {
    rules: JSON.stringify(rules),
    regime,
    fee_mode: fee.mode,
    fee_cents: fee.mode === 'fixed' ? fee.amount : null,
    fee_always: fee.mode === 'fixed' && fee.always,
    fee_basis_points: fee.mode === 'percent' ? fee.rate : null,
    fee_base: fee.mode === 'percent' ? fee.base : null,
    trip_vat: tripVat,
    toll_policy: tollPolicy,
    rent_cents: rent,
    rent_by_days: rentByDays,
    driver_share_basis_points: split?.driverShare ?? null,
    energy_cap_cents: split?.energyCap ?? null,
  }
}

/**
 * Lets a week's rent go, while no car is on record with the driver in it. Refuses `terms.week-approved` once the driver has a
 * statement of the week, and what `requireCurrent` does; saying it again changes nothing.
 */
export async function waiveRent(change: Change, driverId: string, week: Week): Promise<void> {
  await lockBalances(change.tx)
  await requireCurrent(driverId, change.tx)
  await refuseIssued(change, driverId, week)
  await change.tx
    .insertInto('waived_rents')
    .values({ driver_id: driverId, week, waived_at: change.now.toString(), waived_by: change.actor.uid })
    .onConflict((known) => known.columns(['driver_id', 'week']).doNothing())
    .execute()
  change.note({ subject: `driver:${driverId}`, after: { week, rent: 'waived' } })
}

/** The rent of the week is charged again. Refuses `record.not-found`, and `terms.week-approved` as `waiveRent` does. */
export async function chargeRentAgain(change: Change, driverId: string, week: Week): Promise<void> {
  await lockBalances(change.tx)
  await refuseIssued(change, driverId, week)
  const gone = await change.tx
    .deleteFrom('waived_rents')
    .where('driver_id', '=', driverId)
    .where('week', '=', week)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new Refusal('record.not-found')
  change.note({ subject: `driver:${driverId}`, before: { week, rent: 'waived' } })
}

async function refuseIssued({ tx }: Change, driverId: string, week: Week): Promise<void> {
  const issued = await tx
    .selectFrom('settlements')
    .select('id')
    .where('driver_id', '=', driverId)
    .where('week', '=', week)
    .where('state', '<>', 'void')
    .executeTakeFirst()
  if (issued) throw new Refusal('terms.week-approved', { week: weekName(week) })
}
