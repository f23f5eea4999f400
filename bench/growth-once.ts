import { closeDatabase } from '#db/client.server.ts'
import { previousWeek } from '#domain/week.ts'
import { listWeekRows } from '#features/weeks/week-list/queries.server.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { median, seconds } from './measure.ts'
import { WEEK, asOwner, fillFleet, fillWeek } from './world.ts'

/** How long pages take after so many weeks of the same fleet, all but the newest approved and paid. Prints milliseconds as JSON. */
const [drivers, weeks] = process.argv.slice(2).map(Number)
const now = Temporal.Instant.from('2026-06-08T09:00:00Z')
await asOwner(async (owner) => {
  await fillFleet(owner, drivers!)
  for (let ago = weeks! - 1; ago >= 0; ago--) {
    const week = previousWeek(WEEK, ago)
    await fillWeek(owner, week)
    if (ago === 0) continue
    if (ago % 20 === 0) await owner.query('analyze')
    const order = (action: string) => ({ actor: COMMAND_LINE, action, now })
    let batch = 0
    await carryOut(order('week.approve'), async (deed) => {
      await approveWeek(deed, week, { leaveUnmatched: false })
      batch = (await exportBatch(deed, week)).batchId
      return confirmBatch(deed, batch)
    })
  }
  await owner.query('vacuum analyze')
})

const milliseconds = async (work: () => Promise<unknown>) => {
  const taken: number[] = []
  for (let round = 0; round < 12; round++) taken.push((await seconds(work)) * 1000)
  return median(taken.slice(2))
}
const driver = await asOwner(
  async (owner) => (await owner.query<{ id: string }>(`select id from drivers where ref = 'D1'`)).rows[0]!.id,
)
console.log(
  JSON.stringify({
    weekPage: await milliseconds(() => getWeekPage(WEEK, now)),
    weekList: await milliseconds(() => listWeekRows(now)),
    statement: await milliseconds(() => findFrozen(driver, previousWeek(WEEK, weeks! > 1 ? 1 : 0))),
  }),
)
await closeDatabase()
