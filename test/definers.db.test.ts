import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'

test('a function with the rights of the owner asks the caller’s temporary schema last', async () => {
  const { rows } = await sql<{ name: string; settings: string[] | null }>`
    select oid::regprocedure::text as name, proconfig as settings
    from pg_proc where pronamespace in ('public'::regnamespace, 'positions'::regnamespace) and prosecdef order by name`.execute(
    db,
  )

  expect(rows).not.toEqual([])
  expect(rows.filter(({ settings }) => !settings?.includes('search_path=public, pg_temp'))).toEqual([])
})

test('a temporary table of the site’s role is never taken for one of ours', async () => {
  const forgotten = await db.connection().execute(async (own) => {
    await sql`create temporary table files (sha256 text)`.execute(own)
    await sql`insert into pg_temp.files values ('made-up')`.execute(own)
    const { rows } = await sql<{ forgotten: boolean }>`select forget_file('made-up') as forgotten`.execute(own)
    await sql`drop table pg_temp.files`.execute(own)
    return rows[0]?.forgotten
  })

  expect(forgotten).toBe(false)
})

test('a temporary table does not make a guard take unbalanced books for balanced', async () => {
  const posted = db.transaction().execute(async (own) => {
    const journal = { key: 'made-up', kind: 'payment', effective_on: '2026-06-01' }
    const { id } = await own.insertInto('journals').values(journal).returning('id').executeTakeFirstOrThrow()
    await sql`create temporary table entries (journal_id bigint, amount_cents bigint) on commit drop`.execute(own)
    await sql`insert into pg_temp.entries values (${id}, 1), (${id}, -1)`.execute(own)
  })

  await expect(posted).rejects.toThrow('does not balance')
})
