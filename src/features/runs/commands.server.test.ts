import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { importLongDrop } from '#features/imports/drops/jobs.ts'
import { dropJobs } from '#features/imports/drops/jobs.server.ts'
import { saveDrop } from '#features/imports/drops/commands.server.ts'
import { PUBLIC_FILES, WEEK, aFleet, makeChange } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { cancelRun, carryOutRun, startRun } from './commands.server.ts'
import { getRun } from './queries.server.ts'

async function aRun(): Promise<string> {
  await aFleet()
  const subject = await makeChange((change) => saveDrop(change, PUBLIC_FILES, null))
  return makeChange((change) =>
    startRun(change, { kind: 'drop-import', subject, input: { accept: [] }, job: importLongDrop }),
  )
}

const work = (run: string) => dropJobs[importLongDrop.name]!({ run })
const countRows = async () => (await db.selectFrom('import_rows').select('id').execute()).length

test('a long import says what it brought once it is done, and doing it again changes nothing', async () => {
  const run = await aRun()
  expect(await getRun(run)).toMatchObject({ state: 'waiting', progress: null })
  await work(run)
  const done = await getRun(run)
  expect(done).toMatchObject({ state: 'done', outcome: { files: 9, same: 0, refused: 0 } })
  expect(JSON.stringify(done.outcome)).toContain(WEEK)
  const rows = await countRows()
  expect(rows).toBeGreaterThan(0)
  await work(run)
  expect([await countRows(), await getRun(run)]).toEqual([rows, done])
})

test('ordering the same work while it waits is the same run, and afterwards another one', async () => {
  const run = await aRun()
  const { subject } = await getRun(run)
  const again = () =>
    makeChange((change) =>
      startRun(change, { kind: 'drop-import', subject, input: { accept: [] }, job: importLongDrop }),
    )
  expect(await again()).toBe(run)
  await work(run)
  const second = await again()
  expect(second).not.toBe(run)
  await work(second)
  expect((await getRun(second)).outcome).toMatchObject({ files: 0, same: 9 })
})

test('a run that is asked to stop leaves nothing, and what has ended cannot be stopped', async () => {
  const run = await aRun()
  await makeChange((change) => cancelRun(change, run))
  expect((await getRun(run)).isStopping).toBe(true)
  await work(run)
  expect([(await getRun(run)).state, await countRows()]).toEqual(['cancelled', 0])
  await work(run)
  await makeChange((change) => cancelRun(change, run))
  expect((await getRun(run)).state).toBe('cancelled')
})

test('a wish to stop reaches work that is under way', async () => {
  const run = await aRun()
  await carryOutRun(run, 'drop.import', async (change, { subject }, onProgress) => {
    await change.tx.updateTable('drops').set({ imported_at: change.now.toString() }).where('id', '=', subject).execute()
    await makeChange((other) => cancelRun(other, run))
    for (let done = 0; ; done++) {
      onProgress({ stage: 'writing', done, of: 1_000 })
      await pause(20)
    }
  })
  const { state, subject, progress } = await getRun(run)
  const drop = await db.selectFrom('drops').select('imported_at').where('id', '=', subject).executeTakeFirstOrThrow()
  expect([state, drop.imported_at]).toEqual(['cancelled', null])
  expect(progress).toMatchObject({ stage: 'writing', of: 1_000 })
})

test('a run whose connection was lost in the middle leaves nothing and is done when it begins again', async () => {
  const run = await aRun()
  const lost = carryOutRun(run, 'drop.import', async (change, { subject }) => {
    await change.tx.updateTable('drops').set({ imported_at: change.now.toString() }).where('id', '=', subject).execute()
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(change.tx)
    return null
  })
  await expect(lost).rejects.toThrow('terminat')
  expect([(await getRun(run)).state, await countRows()]).toEqual(['running', 0])
  await work(run)
  expect((await getRun(run)).state).toBe('done')
})

test.each(['40P01', '40001', '55P03'])(
  'a run that others stood in the way of (%s) leaves nothing and begins again',
  async (code) => {
    const run = await aRun()
    const inTheWay = carryOutRun(run, 'drop.import', async (change, { subject }) => {
      await change.tx
        .updateTable('drops')
        .set({ imported_at: change.now.toString() })
        .where('id', '=', subject)
        .execute()
      await sql`do $$ begin raise exception 'in the way' using errcode = ${sql.lit(code)}; end $$`.execute(change.tx)
      return null
    })
    await expect(inTheWay).rejects.toThrow('in the way')
    expect([(await getRun(run)).state, await countRows()]).toEqual(['running', 0])
    await work(run)
    expect((await getRun(run)).state).toBe('done')
  },
)

test('work that breaks down ends as failed, leaves nothing, and is ordered again', async () => {
  const run = await aRun()
  await carryOutRun(run, 'drop.import', async (change, { subject }) => {
    await change.tx.updateTable('drops').set({ imported_at: change.now.toString() }).where('id', '=', subject).execute()
    throw new TypeError('a defect')
  })
  const { state, subject, outcome } = await getRun(run)
  const drop = await db.selectFrom('drops').select('imported_at').where('id', '=', subject).executeTakeFirstOrThrow()
  expect([state, outcome, drop.imported_at]).toEqual(['failed', null, null])
  await work(run)
  expect((await getRun(run)).state).toBe('failed')
  const order = { kind: 'drop-import' as const, subject, input: { accept: [] }, job: importLongDrop }
  const second = await makeChange((change) => startRun(change, order))
  expect(second).not.toBe(run)
  await work(second)
  expect((await getRun(second)).state).toBe('done')
})

test('long work is a change of who ordered it, and is not done once they may no longer order it', async () => {
  await aFleet()
  await anAccount('dona@exemplo.pt', 'admin')
  const uid = await anAccount('marta@exemplo.pt', 'admin')
  const actor = { uid, role: 'admin', address: '192.0.2.7', requestId: 'request-of-the-form' } as const
  const asMarta = <Result>(act: Parameters<typeof makeChange<Result>>[0]) => makeChange(act, { actor })
  const ordered = async () => {
    const subject = await asMarta((change) => saveDrop(change, PUBLIC_FILES, null))
    return asMarta((change) =>
      startRun(change, { kind: 'drop-import', subject, input: { accept: [] }, job: importLongDrop }),
    )
  }
  const reaching = (scopes: string[]) => db.updateTable('users').set({ scopes }).where('uid', '=', uid).execute()
  await reaching(['operations'])
  const [first, second, third] = [await ordered(), await ordered(), await ordered()]
  await work(first)
  const events = await db.selectFrom('audit_events').selectAll().where('action', '=', 'drop.import').execute()
  expect(new Set(events.map(({ actor: by, address, request_id }) => [by, address, request_id].join()))).toEqual(
    new Set([[uid, '192.0.2.7', 'request-of-the-form'].join()]),
  )
  const rows = await countRows()
  await reaching(['finance'])
  await work(second)
  await reaching(['operations'])
  await db.updateTable('users').set({ disabled: true }).where('uid', '=', uid).execute()
  await work(third)
  for (const run of [second, third])
    expect(await getRun(run)).toMatchObject({ state: 'refused', outcome: { code: 'access.scope' } })
  expect(await countRows()).toBe(rows)
})
