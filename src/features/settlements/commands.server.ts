import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { settlementPostings } from '#domain/ledger.ts'
import { type Cents, cents, sum } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Settlement } from '#domain/settlement-types.ts'
import { type Week, ZONE, weekName } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { lockWeeks } from '#features/imports/commands.server.ts'
import { postJournal, reverseJournal } from '#features/ledger/commands.server.ts'
import { order } from '#db/queue.server.ts'
import { announceStatements } from './jobs.ts'
import { type DriverStatement, type WeekView, getWeek } from './queries.server.ts'

export type Approval = {
  week: Week
  approved: readonly { driverId: string; ref: string; net: Cents; payable: Cents }[]
  /** Drivers who stay behind because no terms are agreed with them. */
  withoutTerms: readonly { driverId: string; ref: string }[]
  /** Settlements that were approved before. */
  already: number
  checks: WeekView['checks']
}

/**
 * Approves a week: what is still a draft is issued and approved, with one journal each, all or nothing. The three
 * checksums hold or nothing happens. Approving again approves only what is new.
 *
 * Refuses `week.empty` without drivers, `week.unmatched` while rows have no owner (unless `leaveUnmatched`), and
 * `week.changed-meanwhile` when the total is no longer the one that was looked at (`expected`, in cents).
 */
export async function approveWeek(
  deed: Deed,
  week: Week,
  choices: { leaveUnmatched: boolean; expected?: { drivers: number; net: number } },
): Promise<Approval> {
  await lockWeeks(deed.tx, [week])
  await lockBalances(deed.tx)
  const view = await getWeek(week, deed.tx)

  const drafts = view.statements.filter(({ state }) => state === 'draft')
  const issued = view.statements.filter(({ state }) => state === 'issued')
  const ready = drafts.filter((one): one is Ready => one.settlement !== null)
  if (view.statements.length === 0) throw new Refusal('week.empty', { week: weekName(week) })
  if (view.unmatched.length > 0 && !choices.leaveUnmatched)
    throw new Refusal('week.unmatched', { count: view.unmatched.length })
  proveChecksums(view)
  if (choices.expected) refuseOtherThanSeen(choices.expected, [...ready, ...issued])

  for (const one of ready) await freeze(deed, week, one)
  for (const one of issued) {
    await deed.tx
      .updateTable('settlements')
      .set({ state: 'approved', approved_at: deed.now.toString(), approved_by: deed.actor.uid })
      .where('id', '=', one.stored!.id)
      .execute()
    await post(deed, week, one.stored!.id, one.driver.id, one.settlement!)
  }
  const done = [...ready, ...issued]
  if (done.length > 0) await order(deed.tx, announceStatements, { week }, `announce:${week}`)

  const approved = done.map(({ driver, settlement }) => ({
    driverId: driver.id,
    ref: driver.ref,
    net: settlement!.net,
    payable: settlement!.payable,
  }))
  const withoutTerms = drafts
    .filter(({ settlement }) => settlement === null)
    .map(({ driver }) => ({ driverId: driver.id, ref: driver.ref }))
  deed.note({
    subject: `week:${week}`,
    after: { approved: approved.length, net: sum(approved.map(({ net }) => net)), unmatched: view.unmatched.length },
  })
  return {
    week,
    approved,
    withoutTerms,
    already: view.statements.length - done.length - withoutTerms.length,
    checks: view.checks,
  }
}

/** One at a time over all weeks: two weeks approved at once would both take the same debt off the driver. */
async function lockBalances(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtext('balances'))`.execute(tx)
}

type Ready = DriverStatement & { settlement: Settlement }

/** Sources in = settled + unmatched + company; every statement is the sum of its lines. Anything else is a defect. */
function proveChecksums({ checks, statements }: WeekView) {
  if (checks.sourcesIn !== checks.settled + checks.unmatched + checks.company)
    throw new Error('The sources do not add up.')
  for (const { settlement, driver } of statements) {
    if (settlement && sum(settlement.lines.map(({ amount }) => amount)) !== settlement.net) {
      throw new Error(`The lines of ${driver.ref} do not add up.`)
    }
  }
}

function refuseOtherThanSeen(expected: { drivers: number; net: number }, found: readonly DriverStatement[]) {
  const net = sum(found.map(({ settlement }) => settlement!.net))
  if (found.length !== expected.drivers || net !== expected.net) throw new Refusal('week.changed-meanwhile')
}

/** Writes a draft down as issued and approved, with its lines and their rows, and posts it. */
async function freeze(deed: Deed, week: Week, { driver, settlement, sources, terms }: Ready) {
  const { tx, now, actor } = deed
  const { id } = await tx
    .insertInto('settlements')
    .values({
      driver_id: driver.id,
      week,
      version: await nextVersion(tx, driver.id, week),
      state: 'approved',
      net_cents: settlement.net,
      payable_cents: settlement.payable,
      carried_over_cents: settlement.carriedOver,
      earnings_cents: settlement.groups.earnings,
      costs_cents: settlement.groups.costs,
      adjustments_cents: settlement.groups.adjustments,
      receipt_value_cents: settlement.receiptValue,
      sources: JSON.stringify(sources),
      terms: JSON.stringify(terms!.terms),
      terms_from: terms!.from,
      issued_at: now.toString(),
      issued_by: actor.uid,
      approved_at: now.toString(),
      approved_by: actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (settlement.lines.length > 0) await writeLines(tx, id, settlement)
  await post(deed, week, id, driver.id, settlement)
}

async function writeLines(tx: Tx, settlementId: string, { lines }: Settlement) {
  await tx
    .insertInto('settlement_lines')
    .values(
      lines.map((line, ordinal) => ({
        settlement_id: settlementId,
        ordinal,
        line_group: line.group,
        code: line.code,
        amount_cents: line.amount,
        base_cents: line.base,
        rate_basis_points: line.rate,
        steps: JSON.stringify(line.steps),
      })),
    )
    .execute()
  const rows = lines.flatMap((line, ordinal) =>
    line.rows.map((row) => ({ settlement_id: settlementId, ordinal, import_row_id: Number(row) })),
  )
  if (rows.length > 0) await tx.insertInto('settlement_line_rows').values(rows).execute()
}

function post(deed: Deed, week: Week, settlementId: string, driverId: string, settlement: Settlement) {
  return postJournal(deed, {
    key: `settlement:${settlementId}`,
    kind: 'settlement',
    driverId,
    week,
    effectiveOn: deed.now.toZonedDateTimeISO(ZONE).toPlainDate(),
    postings: settlementPostings(settlement),
  })
}

async function nextVersion(tx: Tx, driverId: string, week: Week): Promise<number> {
  const { last } = await tx
    .selectFrom('settlements')
    .select(({ fn }) => fn.max<number | null>('version').as('last'))
    .where('driver_id', '=', driverId)
    .where('week', '=', week)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/**
 * Takes back an approved settlement that no live batch holds, with a reason; its journal is reversed exactly and the
 * week is a draft again, to be approved as a new version. Refuses `settlement.not-voidable` once it is in a batch or paid.
 */
export async function voidSettlement(
  deed: Deed,
  settlementId: string,
  reason: string,
): Promise<{ week: Week; driverId: string }> {
  const found = await lockSettlement(deed.tx, settlementId)
  await lockBalances(deed.tx)
  if (found.state !== 'issued' && found.state !== 'approved') throw new Refusal('settlement.not-voidable')

  await deed.tx
    .updateTable('settlements')
    .set({ state: 'void', voided_at: deed.now.toString(), voided_by: deed.actor.uid, void_reason: reason })
    .where('id', '=', settlementId)
    .execute()
  await reverseJournal(deed, `settlement:${settlementId}`, deed.now.toZonedDateTimeISO(ZONE).toPlainDate())
  deed.note({
    subject: `settlement:${settlementId}`,
    before: { state: found.state, net: cents(found.net_cents) },
    after: { state: 'void', reason },
  })
  return { week: found.week as Week, driverId: found.driver_id }
}

/** The settlement as it stands, once nobody else works on its week. Refuses `record.not-found`. */
export async function lockSettlement(tx: Tx, settlementId: string) {
  const settlement = tx.selectFrom('settlements').selectAll().where('id', '=', readRecordId(settlementId))
  const known = await settlement.executeTakeFirst()
  if (!known) throw new Refusal('record.not-found')
  await lockWeeks(tx, [known.week as Week])
  return settlement.forUpdate().executeTakeFirstOrThrow()
}
