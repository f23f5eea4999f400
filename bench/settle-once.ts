import { closeDatabase } from '#db/client.server.ts'
import { carryOut, COMMAND_LINE } from '#features/audit/commands.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { seconds } from './measure.ts'
import { WEEK, asOwner, fillFleet, fillWeek } from './world.ts'

const POSTED = ['settlements', 'settlement_lines', 'settlement_line_rows', 'journals', 'entries'] as const
const AT_ONCE = 500

/**
 * Writes the rows of the approval again into tables with the same columns and indexes, but without rules, triggers and
 * proofs.
 */
async function insertPlainly(): Promise<void> {
  await asOwner(async (owner) => {
    await owner.query('begin')
    for (const table of POSTED) {
      const { rows } = await owner.query<{ row: object }>(`select to_json(t) as row from ${table} t`)
      await owner.query(`create table plain_${table} (like ${table} including defaults including indexes)`)
      for (let start = 0; start < rows.length; start += AT_ONCE) {
        const some = JSON.stringify(rows.slice(start, start + AT_ONCE).map(({ row }) => row))
        await owner.query(
          `insert into plain_${table} select * from json_populate_recordset(null::plain_${table}, $1)`,
          [some],
        )
      }
    }
    await owner.query('commit')
    for (const table of POSTED) await owner.query(`drop table plain_${table}`)
  })
}

/** One week of a fleet of the size given: worked out, approved and posted, exported, confirmed. Prints the seconds as JSON. */
const drivers = Number(process.argv[2])
await asOwner(async (owner) => {
  await fillFleet(owner, drivers)
  await fillWeek(owner, WEEK)
  await owner.query('analyze')
})
const now = Temporal.Instant.from('2026-06-08T09:00:00Z')
const order = (action: string) => ({ actor: COMMAND_LINE, action, now })
// The first opening works everything out; a second one finds it kept.
const settling = await seconds(async () => {
  const view = await getWeek(WEEK)
  if (view.statements.length !== drivers || view.unmatched.length > 0) throw new Error('the week is not whole')
})
let batch = 0
const posting = await seconds(() =>
  carryOut(order('week.approve'), async (change) => {
    const { approved } = await approveWeek(change, WEEK, { leaveUnmatched: false })
    if (approved.length !== drivers) throw new Error('not everybody was approved')
    return null
  }),
)
const plain = await seconds(insertPlainly)
const exporting = await seconds(() =>
  carryOut(order('batch.export'), async (change) => {
    batch = (await exportBatch(change, WEEK)).batchId
    return null
  }),
)
const paying = await seconds(() => carryOut(order('batch.confirm'), async (change) => confirmBatch(change, batch)))
console.log(JSON.stringify({ settling, posting, plain, exporting, paying }))
await closeDatabase()
