import { requireValue } from '#domain/certain.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { settlementPostings } from '#domain/ledger.ts'
import { type Cents, cents, sum } from '#domain/money.ts'
import type { OnProgress } from '#domain/progress.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Settlement } from '#domain/settlement-types.ts'
import { type Week, ZONE, weekName } from '#domain/week.ts'
import { withdrawUncarried, writeRecurring } from '#features/adjustments/commands.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { writeRewards } from '#features/adjustments/rewards/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import {
  lockBalances,
  lockWeeks,
  postJournals,
  reverseJournals,
  type Journal,
} from '#features/ledger/commands.server.ts'
import { order } from '#db/queue.server.ts'
import { inParts } from '#db/parts.ts'
import { announceStatements, tidyWeekMarks } from './jobs.ts'
import { giveUpTelling } from '#features/mail/commands.server.ts'
import { findApproval } from './frozen-settlements/queries.server.ts'
import { type DriverStatement, type WeekView, getWeek } from './queries.server.ts'

export type Approval = {
  week: Week
  approved: readonly { driverId: string; ref: string; net: Cents; payable: Cents }[]
  /** Drivers who are left out because no terms are agreed with them. */
  withoutTerms: readonly { driverId: string; ref: string }[]
  /** Number of settlements that were approved before. */
  already: number
  checks: WeekView['checks']
}

/**
 * Approves a week: drafts are issued and approved, with one journal each, all or nothing; the three checksums must hold.
 * Approving again approves only what is new. Refuses `week.empty` without drivers, `week.unmatched` while rows have no
 * owner (unless `leaveUnmatched`), `week.approved` when nothing of what was looked at (`expected`, in cents) is left to
 * approve, and `week.changed-meanwhile` when it comes to another total. `onProgress` is told how many are written; what it throws undoes everything.
 */
export async function approveWeek(
  change: Change,
  week: Week,
  choices: { leaveUnmatched: boolean; expected?: { drivers: number; net: number }; onProgress?: OnProgress },
): Promise<Approval> {
  await lockWeeks(change.tx, [week])
  await lockBalances(change.tx)
  // Delete the marks before the week is read: a change that commits after this read leaves a new mark.
  await change.tx.deleteFrom('week_marks').where('week', '=', week).execute()
  const view = await getWeek(week, change.tx)
  if (view.statements.some(({ wouldBe }) => wouldBe !== null)) await markWeek(change.tx, week)

  const drafts = view.statements.filter(({ state }) => state === 'draft')
  const issued = view.statements.filter(({ state }) => state === 'issued')
  const ready = drafts.filter((draft): draft is Ready => draft.settlement !== null)
  if (view.statements.length === 0) throw new Refusal('week.empty', { week: weekName(week) })
  if (view.unmatched.length > 0 && !choices.leaveUnmatched)
    throw new Refusal('week.unmatched', { count: view.unmatched.length })
  proveChecksums(view)
  if (choices.expected) refuseOtherThanSeen(choices.expected, week, [...ready, ...issued])

  const lines = ready.flatMap(({ settlement }) => settlement.lines)
  const carried = new Set(lines.flatMap(({ adjustment }) => adjustment?.id ?? []))
  await writeRecurring(change, week, carried)
  await writeRewards(change, week, carried)
  const frozen = await freeze(change, week, ready, choices.onProgress)
  await approveIssued(change, issued)
  const statements = issued.map(({ stored, driver, settlement }) => ({
    // oxlint-disable-next-line typescript/no-non-null-assertion -- an issued statement is stored
    id: stored!.id,
    driverId: driver.id,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- an issued statement has a settlement
    settlement: settlement!,
  }))
  await postJournals(
    change,
    [...frozen, ...statements].map((statement) => journalOf(change, week, statement)),
  )
  const newlyApproved = [...ready, ...issued]
  if (newlyApproved.length > 0) await order(change.tx, announceStatements, { week }, `announce:${week}`)
  await order(change.tx, tidyWeekMarks, {}, 'tidy-week-marks')
  await writeNotices(
    change,
    newlyApproved.map(({ driver }) => driver.id),
    { kind: 'statement-issued', week },
  )

  const approved = newlyApproved.map(({ driver, settlement }) => ({
    driverId: driver.id,
    ref: driver.ref,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- what is ready or issued has both
    net: settlement!.net,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- what is ready or issued has both
    payable: settlement!.payable,
  }))
  const withoutTerms = drafts
    .filter(({ settlement }) => settlement === null)
    .map(({ driver }) => ({ driverId: driver.id, ref: driver.ref }))
  change.note({
    subject: `week:${week}`,
    after: { approved: approved.length, net: sum(approved.map(({ net }) => net)), unmatched: view.unmatched.length },
  })
  return {
    week,
    approved,
    withoutTerms,
    already: view.statements.length - newlyApproved.length - withoutTerms.length,
    checks: view.checks,
  }
}

/** Marks a week, so that late differences are looked for in it again. */
export async function markWeek(tx: Tx, week: Week) {
  await tx.insertInto('week_marks').values({ week }).execute()
}

type Ready = DriverStatement & { settlement: Settlement }

/**
 * Proves that sources in = settled + unmatched + company, and that every statement is the sum of its lines. Anything
 * else is a defect.
 */
function proveChecksums({ checks, statements }: WeekView) {
  if (checks.sourcesIn !== checks.settled + checks.unmatched + checks.company)
    throw new Error('The sources do not add up.')
  for (const { settlement, driver } of statements) {
    if (settlement && sum(settlement.lines.map(({ amount }) => amount)) !== settlement.net) {
      throw new Error(`The lines of ${driver.ref} do not add up.`)
    }
  }
}

function refuseOtherThanSeen(
  expected: { drivers: number; net: number },
  week: Week,
  found: readonly DriverStatement[],
) {
  if (expected.drivers > 0 && found.length === 0) throw new Refusal('week.approved', { week: weekName(week) })
  // oxlint-disable-next-line typescript/no-non-null-assertion -- what is ready or issued has both
  const net = sum(found.map(({ settlement }) => settlement!.net))
  if (found.length !== expected.drivers || net !== expected.net) throw new Refusal('week.changed-meanwhile')
}

type IssuedStatement = { id: string; driverId: string; settlement: Settlement }

/** Stores drafts as issued and approved, with their lines and their rows. */
async function freeze(
  change: Change,
  week: Week,
  drafts: readonly Ready[],
  onProgress: OnProgress = () => {},
): Promise<IssuedStatement[]> {
  const versions = await lastVersions(change.tx, week)
  const frozen: IssuedStatement[] = []
  onProgress({ stage: 'approving', done: 0, of: drafts.length })
  for (const draftsOfPart of inParts(drafts)) {
    const heads = draftsOfPart.map(({ driver, settlement, sources, terms, held }) => ({
      driver_id: driver.id,
      version: (versions.get(driver.id) ?? 0) + 1,
      net_cents: settlement.net,
      payable_cents: settlement.payable,
      carried_over_cents: settlement.carriedOver,
      earnings_cents: settlement.groups.earnings,
      costs_cents: settlement.groups.costs,
      adjustments_cents: settlement.groups.adjustments,
      receipt_value_cents: settlement.receiptValue,
      receipt_carried: settlement.receiptCarried,
      sources,
      // oxlint-disable-next-line typescript/no-non-null-assertion -- a settlement is worked out by terms
      terms: terms!.terms,
      // oxlint-disable-next-line typescript/no-non-null-assertion -- a settlement is worked out by terms
      terms_from: terms!.from,
      held_vehicle_id: held.vehicleId,
      vehicle_rent_cents: held.rent,
    }))
    const { rows } = await sql<{ id: string; driver_id: string }>`
      insert into settlements (driver_id, week, version, state, net_cents, payable_cents, carried_over_cents, earnings_cents, costs_cents,
        adjustments_cents, receipt_value_cents, receipt_carried, sources, terms, terms_from, held_vehicle_id, vehicle_rent_cents, issued_at, issued_by, approved_at, approved_by)
      select driver_id, ${week}, version, 'approved', net_cents, payable_cents, carried_over_cents, earnings_cents, costs_cents,
        adjustments_cents, receipt_value_cents, receipt_carried, sources, terms, terms_from, held_vehicle_id, vehicle_rent_cents, ${change.now.toString()}, ${change.actor.uid}, ${change.now.toString()}, ${change.actor.uid}
      from json_to_recordset(${JSON.stringify(heads)}::json) as n(driver_id uuid, version int, net_cents bigint, payable_cents bigint,
        carried_over_cents bigint, earnings_cents bigint, costs_cents bigint, adjustments_cents bigint, receipt_value_cents bigint,
        receipt_carried jsonb, sources jsonb, terms jsonb, terms_from date, held_vehicle_id uuid, vehicle_rent_cents bigint)
      returning id, driver_id`.execute(change.tx)
    const ids = new Map(rows.map(({ id, driver_id }) => [driver_id, id]))
    const written = draftsOfPart.map(({ driver, settlement }) => ({
      id: requireValue(ids, driver.id),
      driverId: driver.id,
      settlement,
    }))
    await writeLines(change.tx, written)
    frozen.push(...written)
    onProgress({ stage: 'approving', done: frozen.length, of: drafts.length })
  }
  return frozen
}

async function writeLines(tx: Tx, settlements: readonly IssuedStatement[]) {
  const lines = settlements.flatMap(({ id, settlement }) =>
    settlement.lines.map((line, ordinal) => ({ id, ordinal, line })),
  )
  await sql`
    insert into settlement_lines (settlement_id, ordinal, line_group, code, amount_cents, base_cents, rate_basis_points, steps, adjustment_id, plan_id, plan_due_cents)
    select * from unnest(${lines.map(({ id }) => id)}::uuid[], ${lines.map(({ ordinal }) => ordinal)}::smallint[],
      ${lines.map(({ line }) => line.group)}::text[], ${lines.map(({ line }) => line.code)}::text[], ${lines.map(({ line }) => line.amount)}::bigint[],
      ${lines.map(({ line }) => line.base)}::bigint[], ${lines.map(({ line }) => line.rate)}::integer[],
      ${lines.map(({ line }) => JSON.stringify(line.steps))}::jsonb[], ${lines.map(({ line }) => line.adjustment?.id ?? null)}::uuid[],
      ${lines.map(({ line }) => line.adjustment?.plan?.id ?? null)}::uuid[], ${lines.map(({ line }) => line.adjustment?.plan?.due ?? null)}::bigint[])`.execute(
    tx,
  )
  const rows = lines.flatMap(({ id, ordinal, line }) => line.rows.map((row) => ({ id, ordinal, row })))
  await sql`
    insert into settlement_line_rows (settlement_id, ordinal, import_row_id)
    select * from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ ordinal }) => ordinal)}::smallint[],
      ${rows.map(({ row }) => row)}::bigint[])`.execute(tx)
}

async function approveIssued({ tx, now, actor }: Change, issued: readonly DriverStatement[]) {
  await tx
    .updateTable('settlements')
    .set({ state: 'approved', approved_at: now.toString(), approved_by: actor.uid })
    // oxlint-disable-next-line typescript/no-non-null-assertion -- what is ready or issued has both
    .where('id', '=', sql<string>`any(${issued.map(({ stored }) => stored!.id)})`)
    .execute()
}

function journalOf(change: Change, week: Week, { id, driverId, settlement }: IssuedStatement): Journal {
  return {
    key: `settlement:${id}`,
    kind: 'settlement',
    driverId,
    week,
    effectiveOn: change.now.toZonedDateTimeISO(ZONE).toPlainDate(),
    postings: settlementPostings(settlement),
  }
}

/** The last version that was issued of each driver's week. */
async function lastVersions(tx: Tx, week: Week): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('settlements')
    .select(['driver_id', ({ fn }) => fn.max<number>('version').as('last')])
    .where('week', '=', week)
    .groupBy('driver_id')
    .execute()
  return new Map(rows.map(({ driver_id, last }) => [driver_id, last]))
}

/**
 * Voids an approved settlement that is in no live batch, with a reason: its journal is reversed exactly, and the week is a
 * draft again, to be approved as a new version. Refuses `settlement.not-voidable` once it is in a batch or paid, and
 * `settlement.of-merged` when its record was merged into another.
 */
export async function voidSettlement(
  change: Change,
  settlementId: string,
  reason: string,
): Promise<{ week: Week; driverId: string }> {
  const found = await lockSettlement(change.tx, settlementId)
  await lockBalances(change.tx)
  if (found.state !== 'issued' && found.state !== 'approved') throw new Refusal('settlement.not-voidable')
  await refuseMerged(change.tx, [found.driver_id])

  await writeVoid(change, found.week as Week, [{ id: settlementId, driverId: found.driver_id }], reason)
  change.note({
    subject: `settlement:${settlementId}`,
    before: { state: found.state, net: cents(found.net_cents) },
    after: { state: 'void', reason },
  })
  return { week: found.week as Week, driverId: found.driver_id }
}

type Voided = { id: string; driverId: string }

/**
 * Reverses the journals of voided settlements, withdraws the adjustments that only they carried, and writes the reason
 * to their drivers.
 */
async function writeVoid(change: Change, week: Week, voided: readonly Voided[], reason: string): Promise<void> {
  const drivers = voided.map(({ driverId }) => driverId)
  await change.tx
    .updateTable('settlements')
    .set({ state: 'void', voided_at: change.now.toString(), voided_by: change.actor.uid, void_reason: reason })
    .where('id', '=', sql<string>`any(${voided.map(({ id }) => id)}::uuid[])`)
    .execute()
  await reverseJournals(
    change,
    voided.map(({ id }) => `settlement:${id}`),
    change.now.toZonedDateTimeISO(ZONE).toPlainDate(),
  )
  await withdrawUncarried(change, drivers)
  await writeNotices(change, drivers, { kind: 'statement-void', week, reason })
}

/**
 * Undoes the newest approval of a week, all its statements in one transaction, as `voidSettlement` does with one: the
 * week is a draft again, and its unsent messages are not sent. Answers the number of statements and their sum. Refuses
 * `approval.none` without an approval, `approval.in-bank-file` and `approval.paid` once the bank may have been told of
 * any of them, `settlement.of-merged`, and `approval.changed-meanwhile` when the approval is not the one that was looked at
 * (`expected`).
 */
export async function undoApproval(
  change: Change,
  week: Week,
  { reason, expected }: { reason: string; expected?: { statements: number; net: number } },
): Promise<{ statements: number; net: Cents }> {
  await lockWeeks(change.tx, [week])
  await lockBalances(change.tx)
  const { statements, net, barred } = await findApproval(week, change.tx)
  if (statements.length === 0) throw new Refusal('approval.none', { week: weekName(week) })
  if (barred) throw new Refusal(`approval.${barred}`, { week: weekName(week) })
  if (expected && (statements.length !== expected.statements || net !== expected.net))
    throw new Refusal('approval.changed-meanwhile')
  await refuseMerged(
    change.tx,
    statements.map(({ driverId }) => driverId),
  )
  await writeVoid(change, week, statements, reason)
  const stopped = await giveUpTelling(
    change,
    week,
    statements.map(({ driverId }) => driverId),
  )
  change.note({
    subject: `week:${week}`,
    before: { approved: statements.length, net },
    after: { state: 'void', reason, stopped },
  })
  return { statements: statements.length, net }
}

/**
 * Refuses `settlement.of-merged` for merged records: their rows and balance belong to the other record now, so what they
 * issued before stays.
 */
async function refuseMerged(tx: Tx, driverIds: readonly string[]): Promise<void> {
  const merged = await tx
    .selectFrom('drivers')
    .select('id')
    .where('id', '=', sql<string>`any(${[...driverIds]}::uuid[])`)
    .where('merged_into', 'is not', null)
    .executeTakeFirst()
  if (merged) throw new Refusal('settlement.of-merged')
}

/** The settlement, once this transaction holds the lock of its week. Refuses `record.not-found`. */
export async function lockSettlement(tx: Tx, settlementId: string) {
  const settlement = tx.selectFrom('settlements').selectAll().where('id', '=', readRecordId(settlementId))
  const known = await settlement.executeTakeFirst()
  if (!known) throw new Refusal('record.not-found')
  await lockWeeks(tx, [known.week as Week])
  return settlement.forUpdate().executeTakeFirstOrThrow()
}
