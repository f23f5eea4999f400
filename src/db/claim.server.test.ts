import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { owner } from '#test/owner.ts'
import { claimSite } from './claim.server.ts'

/** The connections that have the place: one or none. */
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
  const leave = await claimSite(0)
  expect(leave).not.toBeNull()
  expect(await claimSite(0)).toBeNull()
  await leave!()
  const next = await claimSite()
  expect(next).not.toBeNull()
  await next!()
})

test('a site that was killed is in nobody’s way', async () => {
  const code = `import { claimSite } from '#db/claim.server.ts'; await claimSite(); console.log('here'); setInterval(() => {}, 1e6)`
  const first = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(first.stdout, 'data')
  expect(await claimSite(0)).toBeNull()
  first.kill('SIGKILL')
  await once(first, 'exit')
  const next = await claimSite()
  expect(next).not.toBeNull()
  await next!()
})

test('a site whose connection is lost lives on and takes its place again', async () => {
  const leave = await claimSite()
  const [before] = await holders()
  await (await owner()).query('select pg_terminate_backend($1)', [before])
  await expect.poll(async () => (await holders()).filter((pid) => pid !== before).length, { timeout: 60_000 }).toBe(1)
  expect(await claimSite(0)).toBeNull()
  await leave!()
  expect(await holders()).toEqual([])
})
