import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Platform } from '#domain/performance.ts'
import type { Provider } from '#integrations/connections/providers.ts'

/** The reports that were requested from a platform for one company. */
export async function listAsked(provider: Provider, company: string, on: Kysely<DB> = db) {
  const rows = await on
    .selectFrom('platform_reports')
    .select(['report', 'waiting_for', 'asked_at', 'came_at', 'sha256'])
    .select([sql<string>`from_day::text`.as('from'), sql<string>`until_day::text`.as('until')])
    .where('provider', '=', provider)
    .where('company', '=', company)
    .execute()
  return rows.map(({ report, from, until, waiting_for, asked_at, came_at, sha256 }) => ({
    report,
    from,
    until,
    waitingFor: waiting_for,
    askedAt: asked_at,
    cameAt: came_at,
    sha256,
  }))
}

/** The money that a platform says it sent to the bank on a day, for all our companies together. */
export type Transfer = { platform: Platform; day: string; amount: Cents }

/** The platforms' transfers from a day on, the newest first. */
export async function listTransfers(from: string, on: Kysely<DB> = db): Promise<Transfer[]> {
  const rows = await on
    .selectFrom('platform_transfers')
    .select(['provider', sql<string>`day::text`.as('day'), 'amount_cents'])
    .where('day', '>=', from)
    .where('amount_cents', '<>', 0)
    .orderBy('day', 'desc')
    .orderBy('company')
    .execute()
  return rows.map(({ provider, day, amount_cents }) => ({
    platform: provider as Platform,
    day,
    amount: cents(amount_cents),
  }))
}
