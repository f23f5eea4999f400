/**
 * Run by `journals.ts` in a data directory of its own: twenty writers post journals that all move the company's
 * accounts, in turns with the same rows inserted as plain SQL. Prints the time of each as JSON.
 */
import { sql } from 'kysely'
import { closeDatabase, db, inTransaction, type Tx } from '#db/client.server.ts'
import type { Posting } from '#domain/ledger.ts'
import { cents } from '#domain/money.ts'
import { COMMAND_LINE, type Change } from '#features/audit/commands.server.ts'
import { type Journal, postJournal } from '#features/ledger/commands.server.ts'
import { seconds } from './measure.ts'
import { WEEK, asOwner, fillFleet } from './world.ts'

const WRITERS = 20
const [rounds = 1, each = 1] = process.argv.slice(2).map(Number)

await asOwner(async (owner) => {
  await fillFleet(owner, 200)
  // Tables with the same columns, keys and references, and without the triggers that balance, seal or move an account.
  await owner.query(`
    create table plain_journals (like journals including all);
    create table plain_entries (like entries including all);
    create table plain_accounts (like ledger_accounts including all);
    alter table plain_entries add foreign key (journal_id) references plain_journals, add foreign key (account_id) references plain_accounts;
    alter table plain_journals add foreign key (driver_id) references drivers;
    create sequence plain_version;
    insert into ledger_accounts (code, driver_id) select 'current', id from drivers;
    insert into plain_accounts overriding system value select * from ledger_accounts;
    grant all on plain_journals, plain_entries, plain_accounts, plain_version to volante_app`)
})
const drivers = (await db.selectFrom('drivers').select('id').orderBy('ref').execute()).map(({ id }) => id)
const accounts = await db.selectFrom('ledger_accounts').select(['id', 'code', 'driver_id']).execute()
const accountIds = new Map(accounts.map(({ id, code, driver_id }) => [`${code} ${driver_id ?? ''}`, id]))

/**
 * The postings of a week of a driver with every kind of line: the driver's own account against seven of the company's.
 */
const MOVED: Posting[] = [
  { account: 'current', amount: cents(56_350) },
  { account: 'platform:uber', amount: cents(-70_000) },
  { account: 'platform:bolt', amount: cents(-25_000) },
  { account: 'vat:trips', amount: cents(5_000) },
  { account: 'income:fee', amount: cents(2_500) },
  { account: 'income:rent', amount: cents(20_000) },
  { account: 'recovered:fuel', amount: cents(9_000) },
  { account: 'recovered:tolls', amount: cents(2_150) },
]

const journalOf = (key: string, driverId: string): Journal => ({
  key,
  kind: 'settlement',
  driverId,
  week: WEEK,
  effectiveOn: Temporal.PlainDate.from('2026-06-08'),
  postings: MOVED,
})

const changeOf = (tx: Tx): Change => ({ tx, actor: COMMAND_LINE, now: Temporal.Now.instant(), note: () => undefined })
const post = (journal: Journal) => inTransaction((tx) => postJournal(changeOf(tx), journal))

const headOf = async (tx: Tx, { key, kind, driverId, week, effectiveOn }: Journal): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into plain_journals (key, kind, week, driver_id, effective_on)
    values (${key}, ${kind}, ${week}, ${driverId}, ${effectiveOn.toString()}) returning id`.execute(tx)
  return rows[0]!.id
}
const listsOf = ({ driverId, postings }: Journal) =>
  [
    postings.map(({ account }) => accountIds.get(`${account} ${account === 'current' ? driverId : ''}`)!),
    postings.map(({ amount }) => amount),
  ] as const

/** Inserts the rows as plain SQL: the head, the accounts moved, and entries with the balance that they led to. */
const insert = (journal: Journal) =>
  inTransaction(async (tx) => {
    const head = await headOf(tx, journal)
    const [ids, amounts] = listsOf(journal)
    await sql`
      with locked as (select id from plain_accounts where id = any(${ids}::bigint[]) order by id for update),
      moved as (
        update plain_accounts a set balance_cents = a.balance_cents + n.amount, version = a.version + 1
        from unnest(${ids}::bigint[], ${amounts}::bigint[]) with ordinality as n(account, amount, place)
        join locked on locked.id = n.account
        where a.id = n.account returning n.place, a.id, n.amount, a.version, a.balance_cents
      )
      insert into plain_entries (journal_id, line, account_id, amount_cents, account_version, balance_after_cents)
      select ${head}, place - 1, id, amount, version, balance_cents from moved`.execute(tx)
  })

/**
 * Inserts the rows alone: no account is moved, so no writer waits for another, and no entry knows the balance it led
 * to.
 */
const insertUnmoved = (journal: Journal) =>
  inTransaction(async (tx) => {
    const head = await headOf(tx, journal)
    const [ids, amounts] = listsOf(journal)
    await sql`
      insert into plain_entries (journal_id, line, account_id, amount_cents, account_version, balance_after_cents)
      select ${head}, place - 1, account, amount, -nextval('plain_version'), 0
      from unnest(${ids}::bigint[], ${amounts}::bigint[]) with ordinality as n(account, amount, place)`.execute(tx)
  })

type WriteRate = { perSecond: number; p99: number }

/** Each writer writes its journals one after the other; every writer takes the drivers in turn. */
async function written(name: string, write: (journal: Journal) => Promise<unknown>): Promise<WriteRate> {
  const waits: number[] = []
  const writer = async (_: unknown, number: number) => {
    for (let turn = 0; turn < each; turn++) {
      const driver = drivers[(number * 7 + turn) % drivers.length]!
      waits.push((await seconds(() => write(journalOf(`${name}-${number}-${turn}`, driver)))) * 1000)
    }
  }
  const taken = await seconds(() => Promise.all(Array.from({ length: WRITERS }, writer)))
  const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)]!
  return { perSecond: waits.length / taken, p99 }
}

async function deadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]!.deadlocks
}

const before = await deadlocks()
const taken = { product: [] as WriteRate[], plain: [] as WriteRate[], unmoved: [] as WriteRate[] }
for (let round = -1; round < rounds; round++) {
  const product = await written(`posted ${round}`, post)
  const plain = await written(`plain ${round}`, insert)
  const unmoved = await written(`unmoved ${round}`, insertUnmoved)
  // The first round only warms up.
  if (round < 0) continue
  taken.product.push(product)
  taken.plain.push(plain)
  taken.unmoved.push(unmoved)
}
const { rows } = await sql<{ journals: number; entries: number; wrong: number }>`
  select (select count(*) from journals) as journals, (select count(*) from entries) as entries,
    (select count(*) from ledger_accounts a where (balance_cents, version) <>
      (select coalesce(sum(amount_cents), 0), count(*) from entries e where e.account_id = a.id)) as wrong`.execute(db)
const asked = WRITERS * each * (rounds + 1)
const { journals, entries, wrong } = rows[0]!
const amiss = Math.abs(journals - asked) + Math.abs(entries - asked * MOVED.length) + wrong
console.log(JSON.stringify({ ...taken, deadlocks: (await deadlocks()) - before, amiss }))
await closeDatabase()
