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

export type Finding = {
  check: 'ledger-sum' | 'journals-balance' | 'balances-stored' | 'versions-chain' | 'groups-sum' | 'batches-sum'
  broken: number
}

/** What must hold of the books, each as the number of places where it does not. */
export async function examineBooks(on: Kysely<DB> = db): Promise<Finding[]> {
  const checks: Record<Finding['check'], ReturnType<typeof sql<{ broken: number }>>> = {
    'ledger-sum': sql`select (coalesce(sum(amount_cents), 0) <> 0)::int as broken from entries`,
    'journals-balance': sql`select count(*)::int as broken from (select j.id from journals j left join entries e on e.journal_id = j.id
      group by j.id having coalesce(sum(e.amount_cents), 0) <> 0 or count(e.*) < 2) unbalanced`,
    'balances-stored': sql`select count(*)::int as broken from ledger_accounts a
      where balance_cents <> coalesce((select sum(amount_cents) from entries e where e.account_id = a.id), 0)`,
    'versions-chain': sql`select count(*)::int as broken from ledger_accounts a
      where version <> (select count(*) from entries e where e.account_id = a.id)`,
    'groups-sum': sql`select count(*)::int as broken from settlements s
      where net_cents <> coalesce((select sum(amount_cents) from settlement_lines l where l.settlement_id = s.id), 0)`,
    'batches-sum': sql`select count(*)::int as broken from payment_batches b
      where control_sum_cents <> coalesce((select sum(amount_cents) from batch_payments p where p.batch_id = b.id), 0)
        or payments <> (select count(*) from batch_payments p where p.batch_id = b.id)`,
  }
  const findings: Finding[] = []
  for (const [check, query] of Object.entries(checks)) {
    const { rows } = await query.execute(on)
    findings.push({ check: check as Finding['check'], broken: rows[0]?.broken ?? 0 })
  }
  return findings
}
