import type { Tx } from '#db/client.server.ts'
import type { Posting } from '#domain/ledger.ts'
import type { Week } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'

export type Journal = {
  /** Posting the same key again changes nothing: `settlement:<id>`, `payment:<batch>:<settlement>`. */
  key: string
  kind: 'settlement' | 'payment' | 'reversal'
  driverId: string
  week: Week | null
  effectiveOn: Temporal.PlainDate
  postings: readonly Posting[]
  reverses?: number
}

/** Posts one journal between a driver's account and the company's. A journal without movement posts nothing. */
export async function postJournal(deed: Deed, journal: Journal): Promise<void> {
  if (journal.postings.length === 0) return
  const head = await deed.tx
    .insertInto('journals')
    .values({
      key: journal.key,
      kind: journal.kind,
      week: journal.week,
      driver_id: journal.driverId,
      effective_on: journal.effectiveOn.toString(),
      created_by: deed.actor.uid,
      reverses: journal.reverses ?? null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!head) return

  const accounts = await accountIds(deed.tx, journal)
  const entries = journal.postings
    .map(({ account, amount }) => ({ account_id: accounts.get(account)!, amount_cents: amount }))
    .toSorted((a, b) => a.account_id - b.account_id)
  await deed.tx
    .insertInto('entries')
    // Version and balance are the trigger's to fill in.
    .values(
      entries.map((entry, line) => ({
        journal_id: head.id,
        line,
        ...entry,
        account_version: 0,
        balance_after_cents: 0,
      })),
    )
    .execute()
}

/** Takes a journal back by its exact negative, once. */
export async function reverseJournal(deed: Deed, key: string, effectiveOn: Temporal.PlainDate): Promise<void> {
  const journal = await deed.tx.selectFrom('journals').selectAll().where('key', '=', key).executeTakeFirst()
  if (!journal?.driver_id) return
  const entries = await deed.tx
    .selectFrom('entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'entries.account_id')
    .select(['code', 'amount_cents'])
    .where('journal_id', '=', journal.id)
    .execute()
  await postJournal(deed, {
    key: `reversal:${key}`,
    kind: 'reversal',
    driverId: journal.driver_id,
    week: journal.week as Week | null,
    effectiveOn,
    postings: entries.map(({ code, amount_cents }) => ({ account: code, amount: -amount_cents }) as Posting),
    reverses: journal.id,
  })
}

/** The numbers of the accounts a journal touches; a driver's own come into being with the first posting. */
async function accountIds(tx: Tx, { driverId, postings }: Journal): Promise<Map<string, number>> {
  if (postings.some(({ account }) => account === 'current')) {
    await tx
      .insertInto('ledger_accounts')
      .values({ code: 'current', driver_id: driverId })
      .onConflict((conflict) => conflict.columns(['code', 'driver_id']).doNothing())
      .execute()
  }
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select(['id', 'code'])
    .where((account) => account.or([account('driver_id', 'is', null), account('driver_id', '=', driverId)]))
    .execute()
  return new Map(rows.map(({ id, code }) => [code, id]))
}
