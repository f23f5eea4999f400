import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { askAlone, listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { type Cents, cents } from '#domain/money.ts'

/**
 * The balance that earlier weeks left with each driver: the current account less what is approved and not paid out yet.
 * Negative is the driver's debt; positive is owed to the driver, as when a week is voided after a later one settled its
 * debt. Drivers with a zero balance are left out.
 */
export async function listCarried(on: Kysely<DB> = db): Promise<ReadonlyMap<string, Cents>> {
  return askAlone(carriedBy(), on)
}

/** The balances that earlier weeks left, of all drivers or of these, as a question that is asked together with others. */
export const carriedBy = (only?: readonly string[]) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('ledger_accounts')
        .leftJoin(
          (of) =>
            of
              .selectFrom('settlements')
              .select(['driver_id', sql<number>`sum(payable_cents)::bigint`.as('amount')])
              .where('state', 'in', ['approved', 'in-batch'])
              // A debt pays nothing out. With this condition the database uses the index of unfinished statements.
              .where('payable_cents', '>', 0)
              .$if(only !== undefined, (query) => query.where('driver_id', '=', sql<string>`any(${only}::uuid[])`))
              .groupBy('driver_id')
              .as('awaited'),
          (join) => join.onRef('awaited.driver_id', '=', 'ledger_accounts.driver_id'),
        )
        .select('ledger_accounts.driver_id as driver')
        .select(sql`balance_cents - coalesce(awaited.amount, 0)`.as('balance'))
        .where('code', '=', 'current')
        .where(sql<boolean>`balance_cents <> coalesce(awaited.amount, 0)`)
        .$if(only !== undefined, (query) =>
          query.where('ledger_accounts.driver_id', '=', sql<string>`any(${only}::uuid[])`),
        ),
    (rows: { driver: string; balance: number }[]): ReadonlyMap<string, Cents> =>
      new Map(rows.map(({ driver, balance }) => [driver, cents(balance)])),
  )

/**
 * The reason of the journal `journal`, whose columns `kind` and `key` are read: that of the record at the end of its
 * key; for a reversal, the reason for taking it back. `null` when nobody gave one.
 */
export function journalReason(journal: string) {
  const kind = sql.ref(`${journal}.kind`)
  const key = sql.ref(`${journal}.key`)
  const about = sql`substring(${key} from '[0-9a-f-]{36}$')::uuid`
  return sql<string | null>`case when ${kind} = 'reversal' then
    case split_part(${key}, ':', 2)
      when 'settlement' then (select void_reason from settlements where id = ${about})
      when 'merge' then (select undo_reason from driver_merges where id = ${about})
      when 'plan' then (select decision from plans where root_id = ${about} and state = 'cancelled')
      when 'reclass' then (select reason from reclassification_reversals where reclassification_id = ${about})
      when 'bank' then (select taken_back_reason from bank_answers where id = ${about})
    end
  when ${kind} = 'plan' then coalesce((select reason from plans where id = ${about}), (select reason from plan_movements where id = ${about}))
  when ${kind} = 'final' then (select reason from final_movements where id = ${about})
  when ${kind} = 'merge' then (select reason from driver_merges where id = ${about})
  when ${kind} = 'reclass' then (select reason from reclassifications where id = ${about})
  when ${kind} = 'payment' then (select m.text from bank_answers a join bank_movements m on m.id = a.movement_id
    where a.id = substring(${key} from '^payment:(?:bank|day|undo-day|unpaid|returned|kept)-([0-9a-f-]{36})')::uuid)
  when ${kind} = 'bank' then (select m.text from bank_answers a join bank_movements m on m.id = a.movement_id where a.id = ${about})
  end`
}

/** The sum of everything: 0, or the books are broken. */
export async function ledgerSum(on: Kysely<DB> = db): Promise<Cents> {
  const { total } = await on
    .selectFrom('entries')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow()
  return cents(total)
}
