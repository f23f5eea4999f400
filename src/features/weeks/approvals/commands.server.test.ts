import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { cancelRun } from '#features/runs/commands.server.ts'
import { getRun } from '#features/runs/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { bounds } from '#domain/week.ts'
import { MONDAY, NEXT_WEEK, WEEK, aFleet, makeChange, dropPublicSet } from '#test/factories.ts'
import { approveFinished, takeApproval } from './commands.server.ts'
import { approveLongWeek } from './jobs.ts'
import { approvalJobs } from './jobs.server.ts'

const seen = { drivers: 8, net: 312_269, leaveUnmatched: 'on' } as const
const countApproved = async () => (await db.selectFrom('settlements').select('id').execute()).length
const work = (run: string) => approvalJobs[approveLongWeek.name]!({ run })

async function aWeek() {
  await aFleet()
  await dropPublicSet()
}

test('a small week is approved at once, and what was looked at is what is approved', async () => {
  await aWeek()
  const { statements, checks } = await getWeek(WEEK)
  const net = checks.net
  await expect(makeChange((change) => takeApproval(change, WEEK, { ...seen, net: net + 1 }))).rejects.toMatchObject({
    code: 'week.changed-meanwhile',
  })
  expect(await countApproved()).toBe(0)
  expect(await makeChange((change) => takeApproval(change, WEEK, { ...seen, net }))).toEqual({ run: null })
  expect(await countApproved()).toBe(statements.length)
})

test('a week of thousands is a run; one that is no longer what was looked at is refused there and leaves nothing', async () => {
  await aWeek()
  const { run } = await makeChange((change) => takeApproval(change, WEEK, { ...seen, drivers: 1_001 }))
  expect(await getRun(run!)).toMatchObject({ kind: 'week-approval', subject: WEEK, state: 'waiting' })
  await work(run!)
  expect(await getRun(run!)).toMatchObject({ state: 'refused', outcome: { code: 'week.changed-meanwhile' } })
  expect(await countApproved()).toBe(0)
})

test('a week that is not over is approved by nobody, at once or as a run, and says from which day it can be', async () => {
  await aWeek()
  const notOver = { code: 'week.not-over', params: { week: '2026-W24', day: '2026-06-15' } }
  for (const drivers of [8, 1_001]) {
    const early = makeChange((change) => takeApproval(change, NEXT_WEEK, { ...seen, drivers }), { at: MONDAY })
    await expect(early).rejects.toMatchObject(notOver)
  }
  const { end } = bounds(WEEK)
  const approveAt = (at: Temporal.Instant) =>
    makeChange((change) => approveFinished(change, WEEK, { leaveUnmatched: true }), { at })
  await expect(approveAt(end.subtract({ milliseconds: 1 }))).rejects.toMatchObject({ code: 'week.not-over' })
  expect(await countApproved()).toBe(0)
  expect((await approveAt(end)).approved).toHaveLength(8)
})

test('an approval that is stopped approves nobody', async () => {
  await aWeek()
  const { run } = await makeChange((change) => takeApproval(change, WEEK, { ...seen, drivers: 1_001 }))
  await db
    .updateTable('runs')
    .set({ input: JSON.stringify({ ...seen, net: (await getWeek(WEEK)).checks.net }) })
    .where('id', '=', run)
    .execute()
  await makeChange((change) => cancelRun(change, run!))
  await work(run!)
  expect([(await getRun(run!)).state, await countApproved()]).toEqual(['cancelled', 0])
})
