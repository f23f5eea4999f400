import { closeDatabase } from '#db/client.server.ts'
import { carryOut, COMMAND_LINE } from '#features/audit/commands.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { seconds } from './measure.ts'
import { WEEK, asOwner, fillFleet, fillWeek } from './world.ts'

/** One week of a fleet of the size given: worked out, approved and posted, exported, confirmed. Prints the seconds as JSON. */
const drivers = Number(process.argv[2])
await asOwner(async (owner) => {
  await fillFleet(owner, drivers)
  await fillWeek(owner, WEEK)
  await owner.query('analyze')
})
const now = Temporal.Instant.from('2026-06-08T09:00:00Z')
const order = (action: string) => ({ actor: COMMAND_LINE, action, now })
const view = await getWeek(WEEK)
if (view.statements.length !== drivers || view.unmatched.length > 0) throw new Error('the week is not whole')
const settling = await seconds(() => getWeek(WEEK))
let batch = 0
const posting = await seconds(() =>
  carryOut(order('week.approve'), async (deed) => {
    const { approved } = await approveWeek(deed, WEEK, { leaveUnmatched: false })
    if (approved.length !== drivers) throw new Error('not everybody was approved')
    return null
  }),
)
const exporting = await seconds(() =>
  carryOut(order('batch.export'), async (deed) => {
    batch = (await exportBatch(deed, WEEK)).batchId
    return null
  }),
)
const paying = await seconds(() => carryOut(order('batch.confirm'), async (deed) => confirmBatch(deed, batch)))
console.log(JSON.stringify({ settling, posting, exporting, paying }))
await closeDatabase()
