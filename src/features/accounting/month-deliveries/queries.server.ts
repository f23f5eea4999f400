import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import type { Month } from '#domain/month.ts'
import { addUpVat } from '#domain/vat-month.ts'
import { ZONE } from '#domain/week.ts'
import { sumsOf } from '#features/accounting/month-files/queries.server.ts'
import { MONTH_FILES } from '#features/accounting/month-files/schema.ts'
import { listBooks } from '#features/accounting/queries.server.ts'
import { reconcileMonth } from '#features/accounting/reconciliations/queries.server.ts'
import type { MonthBooks } from '#features/accounting/schema.ts'
import { type DeliveredFigure, type MonthDelivery, VAT_PARTS, changedSince } from './schema.ts'

/** The current figures of a month, file by file, as a delivery would hand them over. */
export function figuresOf(view: MonthBooks, sums: Awaited<ReturnType<typeof sumsOf>>): DeliveredFigure[] {
  const { fields } = addUpVat(view.platforms.map((platform) => platform.vat))
  const parts = { tripsBase: fields[1], tripsVat: fields[2], fee: fields[16], feeVat: fields[17] }
  return MONTH_FILES.flatMap((file) => [
    ...sums[file].map(({ of, amount }) => ({ file, of, amount })),
    ...(file === 'vat' ? VAT_PARTS.map((of) => ({ file, of, amount: parts[of] })) : []),
  ])
}

/** The figures of a month's files, for callers that have not read its books. */
export async function figuresOfMonth(month: Month, on: Kysely<DB> = db): Promise<DeliveredFigure[]> {
  return (await figuresOfMonths([month], on)).get(month) ?? []
}

async function figuresOfMonths(months: readonly Month[], on: Kysely<DB>): Promise<Map<Month, DeliveredFigure[]>> {
  const books = [...(await listBooks(months, on)).values()]
  const figures = await Promise.all(
    books.map(
      async (book) => [book.month, figuresOf(book, await sumsOf(book, await reconcileMonth(book, on), on))] as const,
    ),
  )
  return new Map(figures)
}

/** The last delivery of a month, and what differs from its figures of `now`; `null` when it was never handed over. */
export async function findDelivery(
  month: Month,
  now: readonly DeliveredFigure[],
  on: Kysely<DB> = db,
): Promise<MonthDelivery | null> {
  const [newest] = await selectNewest(on).where('month', '=', month).execute()
  if (!newest) return null
  const { figures, at, id, by } = newest
  return { id, by, day: dayIn(at), changed: changedSince(figures as DeliveredFigure[], now) }
}

/** Number of newest delivered months that the list of months compares. */
const MONTHS_COMPARED = 3

/** The delivered months with the day of delivery; for the newest, also whether a figure differs since. */
export async function listDeliveries(on: Kysely<DB> = db): Promise<Map<Month, { day: string; isChanged: boolean }>> {
  const newest = await selectNewest(on).execute()
  const compared = newest.slice(0, MONTHS_COMPARED)
  const known = await listChecks(
    compared.map(({ id }) => id),
    on,
  )
  const missing = compared.filter(({ id }) => !known.has(id))
  const changed = new Map([...known, ...(await compareAnew(missing, on))])
  return new Map(
    newest.map(({ id, month, at }) => [month as Month, { day: dayIn(at), isChanged: changed.get(id) ?? false }]),
  )
}

/**
 * The number of months with other figures than those of their newest delivery, by the last check, and the newest of them; `null`
 * where none has.
 */
export const changedMonths = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('month_checks')
      .innerJoin('month_deliveries as checked', 'checked.id', 'delivery_id')
      .select((of) => of.fn.countAll<number>().as('count'))
      .select((of) => of.fn.max('checked.month').as('newest'))
      .where('is_changed', '=', true)
      .where('checked.withdrawn_at', 'is', null)
      .where(
        sql<boolean>`not exists (select from month_deliveries later
          where later.month = checked.month and later.withdrawn_at is null and later.ordinal > checked.ordinal)`,
      ),
  read: ({ count, newest }: { count: number; newest: string | null }): { count: number; newest: Month } | null =>
    newest === null ? null : { count, newest: newest as Month },
}

type Delivered = { id: string; month: string; figures: unknown }

/**
 * Calculates the figures of the deliveries' months again, and says for each delivery whether they differ from the
 * delivered ones.
 */
export async function compareAnew(deliveries: readonly Delivered[], on: Kysely<DB>): Promise<Map<string, boolean>> {
  const now = await figuresOfMonths(
    deliveries.map(({ month }) => month as Month),
    on,
  )
  return new Map(
    deliveries.map(({ id, month, figures }) => [
      id,
      changedSince(figures as DeliveredFigure[], now.get(month as Month) ?? []).length > 0,
    ]),
  )
}

/** Reads the saved checks of those deliveries whose month has not been written to since the check. */
async function listChecks(ids: readonly string[], on: Kysely<DB>): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ id: string; is_changed: boolean }>`
    select delivery_id as id, is_changed from month_checks
    where delivery_id = any(${ids}::uuid[]) and not exists (select from month_marks where since <= month)`.execute(on)
  return new Map(rows.map(({ id, is_changed }) => [id, is_changed]))
}

/** The deliveries that the list of months compares, the newest first. */
export async function listCompared(on: Kysely<DB>): Promise<readonly Delivered[]> {
  return (await selectNewest(on).execute()).slice(0, MONTHS_COMPARED)
}

function dayIn(at: Temporal.Instant): string {
  return at.toZonedDateTimeISO(ZONE).toPlainDate().toString()
}

/** Selects the delivery that counts for each month, the newest month first. */
function selectNewest(on: Kysely<DB>) {
  return on
    .selectFrom('month_deliveries')
    .leftJoin('users', 'users.uid', 'delivered_by')
    .distinctOn('month')
    .select(['month_deliveries.id', 'month', 'figures', 'delivered_at as at'])
    .select(personName().as('by'))
    .where('withdrawn_at', 'is', null)
    .orderBy('month', 'desc')
    .orderBy('ordinal', 'desc')
}
