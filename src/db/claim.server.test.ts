import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { owner } from '#test/owner.ts'
import { claimSite } from './claim.server.ts'

/** Lists the connections that hold the place: one or none. */
async function holders(): Promise<number[]> {
  const { rows } = await (
    await owner()
  ).query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and classid::bigint = (hashtext('site')::bigint & 4294967295)
      and database = (select oid from pg_database where datname = current_database()) and granted`,
  )
  return rows.map(({ pid }) => pid)
}

test('one site has a database, whose address it may be; the next one has it when the first has left', async () => {
  const first = await claimSite({ patience: 0 })
  expect(first).not.toBeNull()
  expect(await claimSite({ patience: 0 })).toBeNull()
  await first!.leave()
  const next = await claimSite()
  expect(next).not.toBeNull()
  await next!.leave()
})

test('as many sites as there are places have a database, each a place of its own', async () => {
  const [one, two] = await Promise.all([claimSite({ places: 2 }), claimSite({ places: 2 })])
  expect([one!.place, two!.place].toSorted()).toEqual([0, 1])
  expect(await claimSite({ places: 2, patience: 0 })).toBeNull()
  await one!.leave()
  const next = await claimSite({ places: 2 })
  expect(next!.place).toBe(one!.place)
  await Promise.all([two!.leave(), next!.leave()])
})

test('a site that was killed is in nobody’s way', async () => {
  const code = `import { claimSite } from '#db/claim.server.ts'; await claimSite(); console.log('here'); setInterval(() => {}, 1e6)`
  const killed = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(killed.stdout, 'data')
  expect(await claimSite({ patience: 0 })).toBeNull()
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const next = await claimSite()
  expect(next).not.toBeNull()
  await next!.leave()
})

test('a site whose connection is lost lives on and takes its place again', async () => {
  const first = await claimSite()
  const [before] = await holders()
  await (await owner()).query('select pg_terminate_backend($1)', [before])
  await expect.poll(async () => (await holders()).filter((pid) => pid !== before).length, { timeout: 60_000 }).toBe(1)
  expect(await claimSite({ patience: 0 })).toBeNull()
  await first!.leave()
  expect(await holders()).toEqual([])
})
