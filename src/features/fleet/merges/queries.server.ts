import { firstOf } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { type DriverName, shownRef } from '#domain/driver.ts'
import { type Cents, ZERO, cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { termsChoiceOnMerge } from '#domain/merged-terms.ts'
import { type Week, weekName } from '#domain/week.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { listCarried } from '#features/ledger/queries.server.ts'
import type { MergeObstacle, MergePreview, MergeRow } from './schema.ts'

/** The effects of merging one record into another, and the obstacles to it. Refuses `record.not-found`. */
export async function previewMerge(goneId: string, staysId: string, on: Kysely<DB> = db): Promise<MergePreview> {
  const [gone, stays] = await Promise.all([readSide(goneId, on), readSide(staysId, on)])
  const [moves, balances, statements, goneTerms, staysTerms, obstacles, paid] = await Promise.all([
    countMoving(gone.id, on),
    listBalancesOf(gone.id, on),
    on
      .selectFrom('settlements')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('driver_id', '=', gone.id)
      .where('state', '<>', 'void')
      .executeTakeFirstOrThrow(),
    listTerms(gone.id, on),
    listTerms(stays.id, on),
    listObstacles(gone, stays, on),
    on
      .selectFrom('settlements')
      .select('id')
      .where('driver_id', '=', stays.id)
      .where('state', '=', 'paid')
      .limit(1)
      .executeTakeFirst(),
  ])
  const person = ({ id, ref, name, account }: Side) => ({ id, ref, name, account })
  return {
    gone: person(gone),
    stays: person(stays),
    obstacles,
    moves,
    balances,
    statements: statements.count,
    terms: termsChoiceOnMerge(goneTerms, staysTerms),
    waits: moves.keys > 0 && paid === undefined,
  }
}

type Side = DriverName & { account: string | null; isGone: boolean; hasLeft: boolean }

async function readSide(id: string, on: Kysely<DB>): Promise<Side> {
  const { id: driver, ref, name, account, hasLeft, mergedInto, removedAt } = await getDriver(id, on)
  return { id: driver, ref: shownRef(ref), name, account, hasLeft, isGone: mergedInto !== null || removedAt !== null }
}

async function listObstacles(gone: Side, stays: Side, on: Kysely<DB>): Promise<MergePreview['obstacles']> {
  const found: MergePreview['obstacles'] = []
  const add = (code: MergeObstacle, driver: Side, weeks: readonly string[] = []) =>
    found.push({ code, driver: driver.name, weeks: weeks.map((week) => weekName(week as Week)) })
  if (gone.id === stays.id) add('same', gone)
  for (const side of [gone, stays]) {
    if (side.isGone) add('gone', side)
    if (side.hasLeft) add('has-left', side)
  }
  const [unpaid, late] = await Promise.all([
    on
      .selectFrom('settlements')
      .select('week')
      .where('driver_id', '=', gone.id)
      .where((is) =>
        is.or([
          is('state', '=', 'issued'),
          is.and([is('state', 'in', ['approved', 'in-batch']), is('payable_cents', '>', 0)]),
        ]),
      )
      .orderBy('week')
      .execute(),
    waitingAdjustments(gone.id, on).where('kind', '=', 'late').select('week').execute(),
  ])
  if (unpaid.length > 0)
    add(
      'unpaid',
      gone,
      unpaid.map(({ week }) => week),
    )
  if (late.length > 0)
    add(
      'late',
      gone,
      late.map(({ week }) => week),
    )
  return found
}

/** Selects accepted adjustments of a driver that no live statement carries yet. */
export function waitingAdjustments(driverId: string, on: Kysely<DB>) {
  return on
    .selectFrom('adjustments')
    .where('driver_id', '=', driverId)
    .where('state', '=', 'accepted')
    .where(
      sql<boolean>`not exists (select from settlement_lines l join settlements s on s.id = l.settlement_id
        where l.adjustment_id = adjustments.id and s.state <> 'void')`,
    )
}

/**
 * The balances of a driver's accounts; that of the current account without the amounts that approved statements still
 * have to pay.
 */
export async function listBalancesOf(driverId: string, on: Kysely<DB>): Promise<MergePreview['balances']> {
  const [carried, accounts] = await Promise.all([
    listCarried(on),
    on
      .selectFrom('ledger_accounts')
      .select(['code', 'balance_cents'])
      .where('driver_id', '=', driverId)
      .where('code', 'in', ['plan', 'deposit'])
      .execute(),
  ])
  const balances = new Map<string, Cents>(accounts.map(({ code, balance_cents }) => [code, cents(balance_cents)]))
  balances.set('current', carried.get(driverId) ?? ZERO)
  return (['current', 'plan', 'deposit'] as const).flatMap((account) => {
    const amount = balances.get(account) ?? ZERO
    return amount === 0 ? [] : [{ account, amount }]
  })
}

async function countMoving(driverId: string, on: Kysely<DB>): Promise<MergePreview['moves']> {
  const count = async (table: 'source_keys' | 'assignments' | 'plans' | 'recurring_adjustments' | 'applications') =>
    (
      await on
        .selectFrom(table)
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('driver_id', '=', driverId)
        .executeTakeFirstOrThrow()
    ).count
  const [keys, cars, plans, recurring, applications, adjustments] = await Promise.all([
    count('source_keys'),
    count('assignments'),
    count('plans'),
    count('recurring_adjustments'),
    count('applications'),
    waitingAdjustments(driverId, on).where('kind', '<>', 'late').select('id').execute(),
  ])
  return { keys, cars, plans, recurring, applications, adjustments: adjustments.length }
}

/** The record into which another was merged; `null` when it was not. */
export async function findMergedInto(driverId: string, on: Kysely<DB> = db): Promise<DriverName | null> {
  const row = await on
    .selectFrom('drivers')
    .innerJoin('drivers as stays', 'stays.id', 'drivers.merged_into')
    .select(['stays.id', 'stays.ref', 'stays.name'])
    .where('drivers.id', '=', readRecordId(driverId))
    .executeTakeFirst()
  return row ?? null
}

/** The merges of other records into this one, the newest first, including undone ones. */
export async function listMerges(staysId: string, on: Kysely<DB> = db): Promise<MergeRow[]> {
  const rows = await selectMerges(on).where('stays_id', '=', readRecordId(staysId)).execute()
  return rows.map(mergeRow)
}

/** One merge. Refuses `record.not-found`, also for a merge into another record. */
export async function getMerge(staysId: string, id: string, on: Kysely<DB> = db): Promise<MergeRow> {
  const row = await selectMerges(on)
    .where('stays_id', '=', readRecordId(staysId))
    .where('driver_merges.id', '=', readRecordId(id))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return mergeRow(row)
}

function selectMerges(on: Kysely<DB>) {
  return on
    .selectFrom('driver_merges')
    .innerJoin('drivers as gone', 'gone.id', 'gone_id')
    .innerJoin('drivers as stays', 'stays.id', 'stays_id')
    .leftJoin('users', 'users.uid', 'merged_by')
    .leftJoin('users as undoer', 'undoer.uid', 'undone_by')
    .select(['driver_merges.id', 'gone_id', 'stays_id', 'reason', 'merged_at', personName().as('by')])
    .select(['undone_at', 'undo_reason', personName('undoer').as('undoer')])
    .select(['gone.ref as gone_ref', 'gone.name as gone_name', 'stays.ref as stays_ref', 'stays.name as stays_name'])
    .orderBy('driver_merges.ordinal', 'desc')
}

function mergeRow(row: Awaited<ReturnType<ReturnType<typeof selectMerges>['executeTakeFirstOrThrow']>>): MergeRow {
  return {
    id: row.id,
    gone: { id: row.gone_id, ref: row.gone_ref, name: row.gone_name },
    stays: { id: row.stays_id, ref: row.stays_ref, name: row.stays_name },
    reason: row.reason,
    at: row.merged_at.toString(),
    by: row.by,
    undone: row.undone_at && { at: row.undone_at.toString(), by: row.undoer, reason: row.undo_reason ?? '' },
  }
}

/** Whether anything was issued, paid or posted for either record since the merge; then it cannot be undone. */
export async function isSettledSince(id: string, on: Kysely<DB> = db): Promise<boolean> {
  const merge = await on
    .selectFrom('driver_merges')
    .select(['gone_id', 'stays_id', 'books'])
    .where('id', '=', readRecordId(id))
    .executeTakeFirstOrThrow()
  return merge.books !== (await booksOf([merge.gone_id, merge.stays_id], on))
}

/**
 * A summary of the books of some drivers, to see later whether anything was added: their statements with states, and
 * the number of postings. Leaves out postings of merges, because undoing a merge posts them in reverse.
 */
export async function booksOf(driverIds: readonly string[], on: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ books: string }>`
    select coalesce((select md5(string_agg(id || state, ' ' order by id)) from settlements where driver_id = any(${[...driverIds]}::uuid[])), '')
      || ' ' || (select count(*) from ledger_accounts a join entries e on e.account_id = a.id join journals j on j.id = e.journal_id
        where a.driver_id = any(${[...driverIds]}::uuid[]) and j.key not like 'merge:%' and j.key not like 'reversal:merge:%') as books`.execute(
    on,
  )
  return firstOf(rows).books
}
