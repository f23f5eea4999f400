import { expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { startQueue } from '#db/queue.server.ts'
import { fileJobs } from '#features/files/jobs.server.ts'
import { restartWork } from '#features/system/given-up/commands.server.ts'
import { listGivenUp } from '#features/system/given-up/queries.server.ts'
import { addGivenUpWork } from '#demo/given-up.server.ts'
import { asOwner, makeChange } from '#test/factories.ts'

test('the demonstration has one piece of work that was given up; tried again, it is done', async () => {
  await asOwner('delete from graphile_worker._private_jobs')
  const now = Temporal.Now.instant().round('second')
  await addGivenUpWork(now)
  const { open } = await listGivenUp()
  expect(open).toMatchObject([
    { task: 'files.forget', tries: 25, comes: null, endedAt: now.subtract({ hours: 3 }).toString() },
  ])
  const kept = () => sql`select 1 from files where media_type = 'text/plain'`.execute(db)
  expect((await kept()).rows).toHaveLength(1)

  await makeChange((change) => restartWork(change, open[0]!.id))
  const queue = await startQueue(fileJobs)
  await vi.waitFor(async () => expect((await kept()).rows).toHaveLength(0), 20_000)
  await queue.stop()
  expect(await listGivenUp()).toEqual({ open: [], left: [] })
})
