import { expect, test, vi } from 'vitest'
import { inTransaction } from '#db/client.server.ts'
import { handler, order, startQueue } from '#db/queue.server.ts'
import { readGauges } from '#features/system/gauges/queries.server.ts'
import { asOwner, makeChange } from '#test/factories.ts'
import { owner } from '#test/owner.ts'
import { leaveUndone, restartWork, restartAllWork } from './commands.server.ts'
import { getGivenUp, listGivenUp } from './queries.server.ts'

const errand = { name: 'test.errand', parse: (payload: unknown) => payload as { for?: string } }

/** Orders work and lets the queue give it up; answers its id. */
async function givenUp(payload: object = { for: 'Ana' }, key?: string): Promise<string> {
  const before = new Set((await listGivenUp()).open.map(({ id }) => id))
  await inTransaction((tx) => order(tx, errand, payload, key))
  await asOwner(`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'the service said no',
    updated_at = now() where is_available`)
  return (await listGivenUp()).open.find(({ id }) => !before.has(id))!.id
}
const failed = async () =>
  (await readGauges(Temporal.Now.instant())).find(({ name }) => name === 'volante_queue_failed_jobs')?.value
const rowsIn = async (what: string) => (await (await owner()).query(what)).rows

test('work that was given up is told of until somebody leaves it, and can be taken up then too', async () => {
  const id = await givenUp()
  expect(await getGivenUp(id)).toMatchObject({
    task: errand.name,
    tries: 25,
    error: 'the service said no',
    comes: null,
  })
  expect(await failed()).toBe(1)

  await makeChange((change) => leaveUndone(change, id, 'a plataforma já não existe'), { action: 'work.leave' })
  expect(await failed()).toBe(0)
  expect((await listGivenUp()).left.map((work) => work.id)).toEqual([id])
  expect(
    await rowsIn(`select action, after ->> 'reason' as reason from audit_events where subject = 'work:test.errand'`),
  ).toEqual([{ action: 'work.leave', reason: 'a plataforma já não existe' }])
  await expect(makeChange((change) => leaveUndone(change, id, 'outra vez'))).rejects.toMatchObject({
    code: 'work.over',
  })

  await makeChange((change) => restartWork(change, id))
  expect(await listGivenUp()).toEqual({ open: [], left: [] })
  const done = Promise.withResolvers<string | undefined>()
  const queue = await startQueue(handler(errand, async (payload) => done.resolve(payload.for)))
  expect(await done.promise).toBe('Ana')
  await queue.stop()
  await expect(makeChange((change) => restartWork(change, id))).rejects.toMatchObject({ code: 'work.over' })
  await expect(makeChange((change) => restartWork(change, 'x'))).rejects.toMatchObject({ code: 'work.over' })
})

test('all given-up work begins again at once, except work that was left', async () => {
  const [one, left] = [await givenUp(), await givenUp({ for: 'Rui' })]
  await givenUp({ for: 'Eva' })
  await makeChange((change) => leaveUndone(change, left, 'não é preciso'))
  expect(await makeChange((change) => restartAllWork(change))).toBe(2)
  expect((await listGivenUp()).open).toEqual([])
  expect((await listGivenUp()).left.map(({ id }) => id)).toEqual([left])
  expect(one).not.toBe(left)
})

test('work of the schedule that was done later is given up no more; what was ordered for somebody stays', async () => {
  await asOwner('delete from graphile_worker._private_jobs')
  await givenUp({}, errand.name)
  const ordered = await givenUp({ for: 'Ana' })
  const done = Promise.withResolvers<void>()
  const queue = await startQueue(
    handler(errand, async () => done.resolve()),
    [errand],
  )
  await done.promise
  await vi.waitFor(async () => expect((await listGivenUp()).open.map(({ id }) => id)).toEqual([ordered]))
  await queue.stop()
})

test('what is being done is not given up, though it was ordered anew meanwhile', async () => {
  await asOwner('delete from graphile_worker._private_jobs')
  await inTransaction((tx) => order(tx, errand, {}, errand.name))
  await asOwner(`update graphile_worker._private_jobs set attempts = 1, locked_by = 'worker', locked_at = now()`)
  await inTransaction((tx) => order(tx, errand, {}, errand.name))
  expect(await failed()).toBe(0)
  expect((await listGivenUp()).open).toEqual([])
  await asOwner('delete from graphile_worker._private_jobs')
})
