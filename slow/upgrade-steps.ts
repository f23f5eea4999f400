/**
 * The steps that `slow/upgrade.ts` runs with a program of any age, in its own folder: `seed` fills an empty data folder
 * with that program's demonstration; `sums` migrates the folder and prints its sums of money; `migrate` only migrates,
 * and prints when it begins and ends.
 */
import { sql } from 'kysely'
import { closeDatabase, db, openDatabase } from '#db/client.server.ts'
import { joinCluster } from '#db/cluster.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { seedDemo } from '#demo/seed.server.ts'
import { dataPath } from '#platform/env.server.ts'

const QUESTIONS = [
  `select 'entries' as name, count(*) as count, sum(amount_cents) as cents from entries`,
  `select 'account ' || a.code, count(*), sum(e.amount_cents) from entries e join ledger_accounts a on a.id = e.account_id group by a.code`,
  `select 'balance ' || code, count(*), sum(balance_cents) from ledger_accounts where balance_cents <> 0 group by code`,
  `select 'settlements', count(*), sum(net_cents) from settlements`,
  `select 'lines', count(*), sum(amount_cents) from settlement_lines`,
  `select 'payments', count(*), sum(amount_cents) from batch_payments`,
]

async function say(): Promise<void> {
  const { rows } = await sql
    .raw<{ name: string; count: number; cents: string }>(QUESTIONS.join(' union all '))
    .execute(db)
  const lines = rows.map(({ name, count, cents }) => `${name}: ${count}, ${cents}`).toSorted()
  process.stdout.write(`${JSON.stringify(lines)}\n`)
}

const [step] = process.argv.slice(2)
if (step === 'migrate') {
  const cluster = await joinCluster(dataPath())
  process.stdout.write('begin\n')
  await migrate(cluster.ownerUrl)
  process.stdout.write('end\n')
  await cluster.leave()
} else {
  await openDatabase()
  if (step === 'seed') await seedDemo()
  await say()
  await closeDatabase()
}
