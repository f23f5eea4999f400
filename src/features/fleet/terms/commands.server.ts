import { sql } from 'kysely'
import { inParts } from '#db/parts.ts'
import { firstOf } from '#domain/certain.ts'
import { isRecordId } from '#domain/record-id.ts'
import { Refusal, takeEach } from '#domain/refusal.ts'
import { termsAfterMerge } from '#domain/merged-terms.ts'
import type { Terms } from '#domain/terms.ts'
import { nextWeek, type Week, weekName } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { lockCurrent, requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { hasStatement } from '#features/fleet/open-weeks/queries.server.ts'
import { type AgreedTerms, APPROVED, getTerms, hasTripTimes, listTerms, type TermsRules } from './queries.server.ts'
import type { NewTermsInput, TermsInput } from './schema.ts'

/**
 * Agrees terms from a week on, until the next ones. Refuses what `requireCurrent` refuses, `terms.week-taken` when
 * others begin in that week, `terms.no-trip-times`, and `terms.week-approved` when a week they would cover is
 * approved, because approved weeks do not change.
 */
export async function addTerms(change: Change, driverId: string, input: NewTermsInput): Promise<void> {
  await addTermsToEach(change, [{ driverId, ...input }])
}

/** Agrees terms with several drivers, or several terms with one driver. Refuses what `addTerms` refuses. */
export async function addTermsToEach(
  change: Change,
  agreed: readonly (NewTermsInput & { driverId: string })[],
): Promise<void> {
  if (agreed.length === 0) return
  const requireTimes = await readTripTimes(change, agreed)
  await lockBalances(change.tx)
  const ids = agreed.map(({ driverId }) => driverId.toLowerCase())
  const requireOne = await lockCurrent(ids, change.tx)
  const startsByDriver = await listStarts(change, ids.filter(isRecordId))
  const since = agreed.map(({ from }) => from).reduce((first, week) => (week < first ? week : first))
  const approved = await listApproved(change, ids.filter(isRecordId), since)
  takeEach(agreed, ({ driverId: typedId, from, terms }) => {
    requireTimes(terms)
    requireOne(typedId)
    const driverId = typedId.toLowerCase()
    const starts = startsByDriver.get(driverId) ?? []
    const next = starts.filter((week) => week >= from).toSorted()[0]
    if (next === from) throw new Refusal('terms.week-taken', { week: weekName(from) })
    const last = (approved.get(driverId) ?? []).findLast((week) => week >= from && (next === undefined || week < next))
    if (last !== undefined) throw new Refusal('terms.week-approved', { week: weekName(last as Week) })
    startsByDriver.set(driverId, [...starts, from])
  })
  await writeTermsOfEach(change, agreed)
  for (const { driverId, from, terms, reason } of agreed)
    change.note({ subject: `driver:${driverId}`, after: { termsFrom: from, terms, reason } })
}

/** The weeks in which terms of each of these drivers begin. */
async function listStarts({ tx }: Change, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectFrom('terms')
    .select(['driver_id', 'valid_from'])
    .where('driver_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('withdrawn_at', 'is', null)
    .execute()
  return weeksByDriver(rows.map(({ driver_id, valid_from }) => ({ driver_id, week: valid_from })))
}

/** The approved weeks of each of these drivers since a week, in their order. */
async function listApproved({ tx }: Change, ids: readonly string[], since: Week): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectFrom('settlements')
    .select(['driver_id', 'week'])
    .where('driver_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', 'in', APPROVED)
    .where('week', '>=', since)
    .orderBy('week')
    .execute()
  return weeksByDriver(rows)
}

function weeksByDriver(rows: readonly { driver_id: string; week: string }[]): Map<string, string[]> {
  return new Map(
    [...Map.groupBy(rows, ({ driver_id }) => driver_id)].map(([driver, own]) => [driver, own.map(({ week }) => week)]),
  )
}

/**
 * Corrects terms that no approved week used: saves new ones, and keeps these as withdrawn. Refuses what
 * `requireCurrent` refuses, `terms.no-trip-times`, `terms.week-approved`, and `record.changed-meanwhile` when
 * somebody else withdrew them.
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

/**
 * Refuses `terms.no-trip-times` for terms that need the times of trips when there are none: only a platform's orders
 * show which toll was passed without a passenger.
 */
async function requireTripTimes(terms: Terms, change: Change): Promise<void> {
  const requireTimes = await readTripTimes(change, [{ terms }])
  requireTimes(terms)
}

/** Returns a function that refuses terms which need the times of trips, when there are none. */
async function readTripTimes({ tx }: Change, agreed: readonly { terms: Terms }[]): Promise<(terms: Terms) => void> {
  const needsTimes = ({ tollPolicy }: Terms) => tollPolicy === 'off-trip'
  const hasTimes = !agreed.some(({ terms }) => needsTimes(terms)) || (await hasTripTimes(tx))
  return (terms) => {
    if (needsTimes(terms) && !hasTimes) throw new Refusal('terms.no-trip-times')
  }
}

/**
 * Withdraws terms that no approved week used; the terms before them are in force again. Refuses what `changeTerms`
 * refuses.
 */
export async function removeTerms(change: Change, driverId: string, termsId: number, reason: string): Promise<void> {
  const before = await withdrawTerms(change, driverId, termsId, 'removal', reason)
  change.note({
    subject: `driver:${driverId}`,
    before: { termsFrom: before.from, terms: before.terms, reason: before.reason },
    after: { reason },
  })
}

/** Withdraws terms, after waiting for approvals of weeks and for other changes of the same terms. */
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
 * Copies the terms of one record to another. If only `from` has terms, or had them earlier, saves them for `to` too.
 * If those of `from` are preferred, they also replace those of `to`, from its first open week on. Returns the ids of
 * the saved and the withdrawn terms, so that it can be undone.
 */
export async function takeOverTerms(
  change: Change,
  { from, to, prefer, reason }: { from: string; to: string; prefer: 'gone' | 'stays'; reason: string },
): Promise<{ written: number[]; withdrawn: number[] }> {
  const [termsOfGone, termsOfStays] = [await listTerms(from, change.tx), await listTerms(to, change.tx)].map((terms) =>
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
  const { copied, withdrawn } = termsAfterMerge(termsOfGone!, termsOfStays!, { open, prefer })
  for (const { id } of withdrawn) await withdrawTerms(change, to, id, 'removal', reason)
  const copies = copied.map(({ from: week, terms }) => ({ driverId: to, from: week, terms, reason }))
  return { written: await writeTermsOfEach(change, copies), withdrawn: withdrawn.map(({ id }) => id) }
}

/** Undoes `takeOverTerms`: withdraws the copied terms, and agrees the replaced ones again. */
export async function giveBackTerms(
  change: Change,
  driverId: string,
  { written, withdrawn }: { written: readonly number[]; withdrawn: readonly number[] },
  reason: string,
): Promise<void> {
  const live = await listTerms(driverId, change.tx)
  for (const { id } of live.filter((terms) => written.includes(terms.id)))
    await withdrawTerms(change, driverId, id, 'removal', reason)
  for (const id of withdrawn) {
    const { from, terms } = await getTerms(driverId, id, change.tx)
    await writeTerms(change, driverId, { from, terms, reason })
  }
}

type WrittenTerms = { from: string; terms: Terms; reason: string }

async function writeTerms(change: Change, driverId: string, written: WrittenTerms): Promise<number> {
  return firstOf(await writeTermsOfEach(change, [{ driverId, ...written }]))
}

/** Saves terms, and returns their ids. */
async function writeTermsOfEach(
  change: Change,
  written: readonly (WrittenTerms & { driverId: string })[],
): Promise<number[]> {
  const rows = written.map(({ driverId, from, terms, reason }) => ({
    driver_id: driverId,
    valid_from: from,
    ...termsColumns(terms),
    reason,
    created_at: change.now.toString(),
    created_by: change.actor.uid,
  }))
  const ids: number[] = []
  for (const part of inParts(rows)) {
    const inserted = await change.tx.insertInto('terms').values(part).returning('id').execute()
    ids.push(...inserted.map(({ id }) => id))
  }
  return ids
}

function termsColumns({ regime, fee, tripVat, tollPolicy, rent, rentByDays, split, ...rest }: Terms) {
  // Leave out the VAT rates: they belong to the settings, not to the driver.
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
 * Waives a week's rent for a driver who has no car in it by the assignments. Refuses `terms.week-approved` once the
 * driver has a statement of the week, and what `requireCurrent` refuses; a second call changes nothing.
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

/** Charges the rent of a week again. Refuses `record.not-found`, and `terms.week-approved` like `waiveRent`. */
export async function chargeRentAgain(change: Change, driverId: string, week: Week): Promise<void> {
  await lockBalances(change.tx)
  await refuseIssued(change, driverId, week)
  const removedWaiver = await change.tx
    .deleteFrom('waived_rents')
    .where('driver_id', '=', driverId)
    .where('week', '=', week)
    .returning('id')
    .executeTakeFirst()
  if (!removedWaiver) throw new Refusal('record.not-found')
  change.note({ subject: `driver:${driverId}`, before: { week, rent: 'waived' } })
}

async function refuseIssued({ tx }: Change, driverId: string, week: Week): Promise<void> {
  if (await hasStatement(driverId, week, tx)) throw new Refusal('terms.week-approved', { week: weekName(week) })
}
