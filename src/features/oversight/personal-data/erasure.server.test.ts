import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { PERIODS } from '#domain/kept-data.ts'
import { asOwner } from '#test/factories.ts'
import { owner } from '#test/owner.ts'
import { liftConstraints, plantAll, planter, shapes } from '#test/planted-person.ts'
import { carryOutErasures } from './commands.server.ts'
import { belongsTo } from './links.server.ts'
import { previewErasure } from './queries.server.ts'
import { columnsThatGo, goesWhenAsked, ruleOfColumn } from './purposes.ts'
import { PERSONAL, type Table } from './register.ts'

const NOUNS = Object.keys(PERSONAL) as Table[]
const NOW = Temporal.Instant.from('2026-06-08T09:00:00Z')

test('the database lets go what the register lets go, and money that was settled never', async () => {
  const rows = await db.selectFrom('erasable').selectAll().execute()
  const lets = new Map(rows.map(({ of_table, waits }) => [of_table, waits]))
  expect(NOUNS.filter(goesWhenAsked).filter((table) => lets.get(table) !== false)).toEqual([])
  const held = [
    'settlements',
    'settlement_lines',
    'journals',
    'entries',
    'ledger_accounts',
    'batch_payments',
    'bank_movements',
  ]
  expect(held.filter((table) => lets.has(table))).toEqual([])
  expect(rows.filter(({ of_table }) => !(of_table in PERSONAL))).toEqual([])
})

/** Where a word occurs in the database: every column of every table as text, with the number of rows. */
async function whereSaid(word: string): Promise<Map<string, number>> {
  const client = await owner()
  const found = new Map<string, number>()
  for (const [table, columns] of await shapes()) {
    const counts = columns.map(({ name, type }) => {
      const text = type === 'bytea' ? `encode("${name}", 'escape')` : `"${name}"::text`
      return `count(*) filter (where strpos(${text}, '${word}') > 0)::int as "${name}"`
    })
    const { rows } = await client.query<Record<string, number>>(`select ${counts.join(', ')} from "${table}"`)
    for (const [name, count] of Object.entries(rows[0]!)) if (count > 0) found.set(`${table}.${name}`, count)
  }
  return found
}

/** SQL that closes what is open with a driver. */
const closing = (driver: string) => `update ledger_accounts set balance_cents = 0 where driver_id = '${driver}';
  update contracts set state = 'sealed' where driver_id = '${driver}'; update tickets set state = 'closed' where driver_id = '${driver}'`

test('after an erasure nothing says who it was but what the register holds by name, and nothing of anybody else is touched', async () => {
  await liftConstraints()
  const [mine, theirs] = [planter('mine'), planter('theirs')]
  await plantAll(mine)
  await plantAll(theirs)
  await asOwner(`update erasures set over_at = null where subject = 'driver:${mine.driver}';
    update departures set returned_on = null where driver_id = '${mine.driver}'`)
  const others = await whereSaid('theirs')
  const before = await whereSaid('mine')
  expect(before.size).toBeGreaterThan(300)

  // While something is open the person can still be reached, and what was written about it stays.
  await carryOutErasures(NOW)
  const open = await whereSaid('mine')
  expect(columnsThatGo('drivers').filter((name) => name !== 'born_on' && !open.has(`drivers.${name}`))).toEqual([])
  expect([open.has('papers.words'), open.has('users.email')]).toEqual([false, false])

  await asOwner(closing(mine.driver))
  await carryOutErasures(NOW)
  const left = await whereSaid('mine')
  const unheld = [...left.keys()].filter((place) => {
    const [table, column] = place.split('.') as [Table, string]
    const noun = PERSONAL[table]
    return noun === undefined || !(noun.shared || PERIODS[ruleOfColumn(table, column).period].holds)
  })
  expect(unheld).toEqual([])
  const person = { ref: '', name: '', drivers: [mine.driver], uid: mine.uid, emails: [mine.email] }
  for (const table of NOUNS.filter(goesWhenAsked)) {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} t where ${belongsTo('t', PERSONAL[table]!, person)}`.execute(db)
    expect({ table, left: rows.length }).toEqual({ table, left: 0 })
  }
  const kept = await previewErasure(`driver:${mine.driver}`, NOW)
  expect(kept.goes).toEqual([])
  expect(kept.stays.find(({ topic }) => topic === 'payments')).toMatchObject({
    period: 'accounts',
    until: '2036-12-31',
  })
  expect(await whereSaid('theirs')).toEqual(others)
  expect(new Set([...left.keys()].map((place) => place.split('.')[0]))).toContain('settlements')
})

test('when the books may go, so do the name, the accounts of the bank and the contracts; what was settled stays of nobody', async () => {
  await liftConstraints()
  const mine = planter('oldest')
  await plantAll(mine)
  await asOwner(`${closing(mine.driver)};
    update erasures set over_at = null where subject = 'driver:${mine.driver}';
    update departures set returned_on = null where driver_id = '${mine.driver}';
    alter table journals disable trigger user; update journals set effective_on = '2010-01-05'; alter table journals enable trigger user;
    alter table settlements disable trigger user; update settlements set week = '2010-01-04'; alter table settlements enable trigger user`)
  const later = Temporal.Instant.from('2037-02-01T09:00:00Z')
  await carryOutErasures(later)
  const row = await db.selectFrom('drivers').selectAll().where('id', '=', mine.driver).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ name: row.ref, legal_name: null, nif: null, email: null })
  const left = await whereSaid('oldest')
  const tables = new Set([...left.keys()].map((place) => place.split('.')[0]))
  expect(
    ['contracts', 'contract_signatures', 'driver_ibans', 'shifts', 'users'].filter((name) => tables.has(name)),
  ).toEqual([])
  const erasure = await db
    .selectFrom('erasures')
    .select('over_at')
    .where('subject', '=', `driver:${mine.driver}`)
    .executeTakeFirstOrThrow()
  expect(erasure.over_at).not.toBeNull()
})

test('the database takes nothing away that nobody confirmed, from no book, and from no contract while books are kept', async () => {
  await asOwner(`delete from erasing`)
  const ask = (subject: string, confirmed: boolean) =>
    db
      .insertInto('erasures')
      .values({ subject, asked_at: NOW.toString(), confirmed_at: confirmed ? NOW.toString() : null })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [waiting, confirmed] = [
    await ask(`driver:${crypto.randomUUID()}`, false),
    await ask(`driver:${crypto.randomUUID()}`, true),
  ]
  const erase = (id: string, table: string) =>
    sql`select erase_rows(${id}, ${table}, array['(0,1)']::tid[])`.execute(db)
  await expect(erase(waiting.id, 'papers')).rejects.toThrow('nobody confirmed')
  for (const table of ['entries', 'journals', 'settlements', 'audit_events', 'company'])
    await expect(erase(confirmed.id, table)).rejects.toThrow('nothing is erased from')
  await expect(db.insertInto('erasing').values({ xid: '1', of_table: 'entries' }).execute()).rejects.toThrow(
    'permission denied',
  )
  await expect(db.updateTable('erasures').set({ subject: 'driver:x' }).execute()).rejects.toThrow('permission denied')
  await expect(
    db.updateTable('erasures').set({ confirmed_at: null }).where('id', '=', confirmed.id).execute(),
  ).rejects.toThrow('stays')
})
