import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { undoImport } from '#features/undoings/commands.server.ts'
import { correctAssignment } from '#features/vehicles/commands.server.ts'
import { listAssignments } from '#features/vehicles/queries.server.ts'
import { PUBLIC_FILES, WEEK, aFleet, change, drop, edited, publicFile, tried } from '#test/factories.ts'
import { importFile } from './commands.server.ts'
import { listWeekSources, listWeeksWithRows, readDirectory } from './queries.server.ts'

const bolt = publicFile('2026W23')
const newerBolt = edited(bolt, (text) => text.replaceAll('"242.84","242.84"', '"252.84","252.84"'))
const FILES = [...PUBLIC_FILES, newerBolt]

/** What the database counted as it went, and what there is to count. */
const counted = () =>
  db
    .selectFrom('import_weeks')
    .select(['import_id', 'week', 'source', 'live_rows'])
    .where('live_rows', '>', 0)
    .orderBy('import_id')
    .orderBy('week')
    .execute()
const there = () =>
  db
    .selectFrom('import_rows')
    .select(['import_id', 'week', 'source', ({ fn }) => fn.countAll<number>().as('live_rows')])
    .where('state', '=', 'live')
    .groupBy(['import_id', 'week', 'source'])
    .orderBy('import_id')
    .orderBy('week')
    .execute()

test('whatever is imported, replaced, approved and undone, weeks and sources are those of the rows that count', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ take: fc.nat(FILES.length - 1), gone: fc.boolean() }),
      fc.record({ undo: fc.nat(FILES.length - 1) }),
      fc.constant('approve' as const),
    ),
    { minLength: 4, maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (order) => {
      await aFleet()
      for (const step of order) {
        if (step === 'approve') await approved()
        else if ('undo' in step) await undone(step.undo)
        else if (step.gone) await tried((deed) => importFile(deed, FILES[step.take]!, {}))
        else await drop([FILES[step.take]!])
        expect(await counted()).toEqual(await there())
      }
      const weeks = [...new Set((await there()).map(({ week }) => week))].toSorted().toReversed()
      expect(await listWeeksWithRows()).toEqual(weeks)
      const told = (await listWeekSources()).map(({ week, source }) => `${week} ${source}`)
      expect(told.toSorted()).toEqual(
        [...new Set((await there()).map((row) => `${row.week} ${row.source}`))].toSorted(),
      )
    }),
    { numRuns: 20 },
  )
})

/** The file that came at this place; what cannot be undone stays, and that is told elsewhere. */
async function undone(place: number) {
  const file = await db.selectFrom('imports').select('id').orderBy('id').offset(place).limit(1).executeTakeFirst()
  if (file) await change((deed) => undoImport(deed, file.id)).catch(() => {})
}

async function approved() {
  await change((deed) => approveWeek(deed, WEEK, { leaveUnmatched: true })).catch(() => {})
}

test('the site may read the weeks of imports and never write them', async () => {
  await expect(db.updateTable('import_weeks').set({ live_rows: 7 }).execute()).rejects.toThrow('permission denied')
})

test('whose day a car is stays the same when a period is written again: the earliest comes first', async () => {
  await aFleet()
  const cars = async () => [...(await readDirectory()).held.keys()]
  const before = await cars()
  const [car] = before
  const [held] = await listAssignments(car!)
  const { id, driverId, from, to } = held!
  await change((deed) => correctAssignment(deed, car!, id, { driverId, from, to }))
  expect(await cars()).toEqual(before)
})
