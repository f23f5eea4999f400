import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { type Cents, cents } from '#domain/money.ts'

/**
 * What earlier weeks left between each driver and the operator: the current account less what is approved and not yet
 * paid out. Negative is the driver's debt; positive is owed to the driver, as when a week is voided after a later one
 * had already made good its debt. Drivers with nothing left over are not in the map.
 */
export async function listCarried(on: Kysely<DB> = db): Promise<Map<string, Cents>> {
  const rows = await on
    .selectFrom('ledger_accounts')
    .select('driver_id')
    .select((of) =>
      sql<number>`balance_cents - coalesce(${of
        .selectFrom('settlements')
        .whereRef('settlements.driver_id', '=', 'ledger_accounts.driver_id')
        .where('state', 'in', ['approved', 'in-batch'])
        .select(sql<number>`sum(payable_cents)::bigint`.as('awaited'))}, 0)`.as('balance'),
    )
    .where('code', '=', 'current')
    .execute()
  return new Map(
    rows.filter(({ balance }) => balance !== 0).map(({ driver_id, balance }) => [driver_id!, cents(balance)]),
  )
}

/** The sum of everything, which is 0 or the books are broken. */
export async function ledgerSum(on: Kysely<DB> = db): Promise<Cents> {
  const { total } = await on
    .selectFrom('entries')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow()
  return cents(total)
}
