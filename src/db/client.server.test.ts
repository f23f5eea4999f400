import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseLost } from '#platform/trouble.ts'
import { type Work, isStatementTimeout, runAs } from '#platform/work.ts'
import { databaseUrl, db, inTransaction, openDatabase } from './client.server.ts'

const limitOf = (work: Work) =>
  runAs(work, async () => (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)).rows[0])

test('a page does not wait for ever; files, approvals, jobs and the command line take as long as they take', async () => {
  expect(await limitOf('page')).toEqual({ statement_timeout: '15s' })
  expect(await limitOf('heavy')).toEqual({ statement_timeout: '15s' })
  expect(await limitOf('long')).toEqual({ statement_timeout: '0' })
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)
  expect(rows).toEqual([{ statement_timeout: '0' }])
})

test('what is given up because it takes too long is told from what fails', async () => {
  const tooLong = inTransaction(async (tx) => {
    await sql`set local statement_timeout = 1`.execute(tx)
    await sql`select pg_sleep(5)`.execute(tx)
  })
  expect(isStatementTimeout(await tooLong.catch((error: unknown) => error))).toBe(true)
  const wrong = sql`select nothing`.execute(db)
  expect(isStatementTimeout(await wrong.catch((error: unknown) => error))).toBe(false)
})

test('heavy pages that hold all their connections leave those of the others alone', async () => {
  const { pools } = await openDatabase()
  const held = await Promise.all(Array.from({ length: pools.heavy.options.max }, () => pools.heavy.connect()))
  const one = () => sql`select 1 as one`.execute(db)
  const heavy = runAs('heavy', one)
  for (const work of ['page', 'long'] as const) expect((await runAs(work, one)).rows).toEqual([{ one: 1 }])
  expect(pools.heavy.waitingCount).toBe(1)
  for (const client of held) client.release()
  expect((await heavy).rows).toEqual([{ one: 1 }])
})

test('a connection lost between two statements is known as lost, so that long work begins again', async () => {
  const cut = inTransaction(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const owner = new pg.Client({ connectionString: await databaseUrl() })
    await owner.connect()
    // `pg_terminate_backend` answers once the backend is gone: the client notices it while it asks nothing.
    await owner.query('select pg_terminate_backend($1, 60000)', [rows[0]!.pid])
    await owner.end()
    await pause(100)
    await sql`select 1`.execute(tx)
  })
  const error = await cut.catch((thrown: unknown) => thrown)
  expect(String(error)).toContain('not queryable')
  expect(isDatabaseLost(error)).toBe(true)
})
