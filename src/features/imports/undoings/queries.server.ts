import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { type Cents, cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, weekName } from '#domain/week.ts'

/** The effect of undoing an import. Amounts are cents, signed as the drivers see them. */
export type Undoing = {
  id: number
  name: string
  undoneAt: string | null
  weeks: readonly string[]
  /** Rows that count now and would not any more. */
  reversed: { rows: number; amount: Cents }
  /** Rows that stay because an issued statement rests on them. */
  kept: { rows: number; amount: Cents }
  /** Rows of earlier files that would count again. */
  restored: { rows: number; amount: Cents }
}

/** SQL condition that a statement which was issued, and not voided, rests on the row. */
export const FROZEN = sql<boolean>`exists (select 1 from settlement_line_rows under join settlements s on s.id = under.settlement_id
  where under.import_row_id = import_rows.id and s.state <> 'void')`

/** The effect of undoing an import, without doing it. Refuses `record.not-found`. */
export async function previewUndo(importId: number, on: Kysely<DB> = db): Promise<Undoing> {
  if (!Number.isSafeInteger(importId)) throw new Refusal('record.not-found')
  const stored = await on
    .selectFrom('imports')
    .select(['id', 'name', 'undone_at'])
    .where('id', '=', importId)
    .executeTakeFirst()
  if (!stored) throw new Refusal('record.not-found')
  const [own, restored] = await Promise.all([
    on
      .selectFrom('import_rows')
      .select(['week'])
      .select(FROZEN.as('frozen'))
      .select(sql<number>`count(*)`.as('rows'))
      .select(sql<number>`sum(amount_cents)::bigint`.as('amount'))
      .where('import_id', '=', importId)
      .where('state', '=', 'live')
      .groupBy(['week', 'frozen'])
      .execute(),
    sql<{ rows: number; amount: number }>`select count(*) as rows, coalesce(sum(amount_cents), 0)::bigint as amount
      from (${rowsToRestore(importId)}) as back`.execute(on),
  ])
  const sumOf = (frozen: boolean) => {
    const rows = own.filter((row) => row.frozen === frozen)
    return {
      rows: rows.reduce((sum, row) => sum + row.rows, 0),
      amount: cents(rows.reduce((sum, row) => sum + row.amount, 0)),
    }
  }
  const back = restored.rows[0]
  return {
    id: stored.id,
    name: stored.name,
    undoneAt: stored.undone_at?.toString() ?? null,
    weeks: [...new Set(own.map(({ week }) => week))].toSorted().map((week) => weekName(week as Week)),
    reversed: sumOf(false),
    kept: sumOf(true),
    restored: { rows: back?.rows ?? 0, amount: cents(back?.amount ?? 0) },
  }
}

/** The effect of undoing every import of one press of the button: the newest file first. Refuses `record.not-found`. */
export async function previewTogether(importId: number, on: Kysely<DB> = db): Promise<Undoing[]> {
  const undoings: Undoing[] = []
  for (const id of await listTogether(importId, on)) undoings.push(await previewUndo(id, on))
  return undoings
}

/**
 * The imports of the same press of the button that were not undone, the newest first. A press is recognised by its
 * moment and its person.
 */
export async function listTogether(importId: number, on: Kysely<DB> = db): Promise<number[]> {
  await previewUndo(importId, on)
  const rows = await on
    .selectFrom('imports')
    .innerJoin('imports as one', (join) =>
      join
        .onRef('one.imported_at', '=', 'imports.imported_at')
        .on(sql<boolean>`one.imported_by is not distinct from imports.imported_by`),
    )
    .select('imports.id')
    .where('one.id', '=', importId)
    .where('imports.undone_at', 'is', null)
    .orderBy('imports.id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The rows that count again once an import is undone: those it replaced and, of movements that other files have too,
 * the earliest. Never a row whose key another row has that still counts.
 */
export function rowsToRestore(importId: number) {
  return sql`select distinct on (other.source, other.report, other.account, other.week, other.key) other.id, other.amount_cents
    from import_rows other join imports i on i.id = other.import_id and i.undone_at is null
    where other.import_id <> ${importId}
      and (other.replaced_by = ${importId} and other.state = 'replaced'
        or other.state = 'repeated' and exists (select 1 from import_rows import_rows
          where import_rows.import_id = ${importId} and import_rows.state = 'live' and import_rows.source = other.source
            and import_rows.report = other.report and import_rows.account = other.account and import_rows.week = other.week
            and import_rows.key = other.key))
      and not exists (select 1 from import_rows import_rows where import_rows.state = 'live'
        and import_rows.source = other.source and import_rows.report = other.report and import_rows.account = other.account
        and import_rows.week = other.week and import_rows.key = other.key
        and (import_rows.import_id <> ${importId} or ${FROZEN}))
    order by other.source, other.report, other.account, other.week, other.key, other.id`
}
