import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '#platform/root.ts'
import { inTransaction } from './client.server.ts'

const migration = (name: string) => readFile(join(PROJECT_ROOT, 'src', 'db', 'migrations', name), 'utf8')

test('assignments of before are numbered by when they were written, wherever they lie on disk', async () => {
  const text = await migration('059-assignments-in-order.sql')
  const numbered = await inTransaction(async (tx) => {
    // Stands before the real table for as long as the transaction lasts.
    await sql`create temporary table assignments (
      id text primary key, created_at timestamptz not null, period tstzrange not null) on commit drop`.execute(tx)
    await sql`insert into assignments values
      ('third', '2026-06-02', '[2026-06-02,)'), ('second', '2026-06-01', '[2026-05-02,)'),
      ('fourth', '2026-06-03', '[2026-01-01,)'), ('first', '2026-06-01', '[2026-05-01,)')`.execute(tx)
    // A row that is changed lies last.
    await sql`update assignments set created_at = created_at where id = 'second'`.execute(tx)
    await sql.raw(text).execute(tx)
    await sql`insert into assignments values ('new', '2026-05-01', '[2026-05-01,)')`.execute(tx)
    return (
      await sql<{ id: string; ordinal: number }>`select id, ordinal from assignments order by ordinal`.execute(tx)
    ).rows
  })
  expect(numbered.map(({ id, ordinal }) => [id, Number(ordinal)])).toEqual([
    ['first', 1],
    ['second', 2],
    ['third', 3],
    ['fourth', 4],
    ['new', 5],
  ])
})
