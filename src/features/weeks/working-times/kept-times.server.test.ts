import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { aFleet, asOwner, makeChange } from '#test/factories.ts'
import { saveTimes, withdrawTimes } from './commands.server.ts'
import { listFleetTimes, listOwnWarnings } from './queries.server.ts'

const NOW = Temporal.Instant.from('2026-06-05T18:00:00Z')
const MIDNIGHT = Temporal.Instant.from('2026-06-01T23:00:00Z').epochMilliseconds / 1_000

const act = fc.record({
  kind: fc.constantFrom('keep', 'withdraw', 'employ', 'limit', 'merge', 'part'),
  who: fc.nat({ max: 2 }),
  day: fc.nat({ max: 2 }),
  hours: fc.integer({ min: 6, max: 14 }),
})

test('whatever is written, what the office is told of everybody is what each is told, of whom nothing is kept', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 16 }), async (acts) => {
      await aFleet()
      const rows = await db.selectFrom('drivers').select('id').orderBy('ref').execute()
      const ids = rows.map(({ id }) => id)
      const files: string[] = []
      for (const [place, { kind, who, day, hours }] of acts.entries()) {
        const driverId = ids[who]!
        if (kind === 'keep') {
          const from = MIDNIGHT + (day * 24 + 4) * 3_600
          const times = { line: 2, driverId, from, to: from + hours * 3_600, activity: 'driving', plate: '' } as const
          const file = { name: `${place}.csv`, bytes: new TextEncoder().encode(`${place}`) }
          const kept = await makeChange((change) =>
            saveTimes(change, { driverId, file, source: 'Livro', fromDriver: false, lines: [times] }),
          )
          if (kept) files.push(kept)
        }
        if (kind === 'withdraw') {
          const file = files.splice(who, 1)[0]
          if (file) await makeChange((change) => withdrawTimes(change, file))
        }
        if (kind === 'employ')
          await asOwner(
            `update terms set regime = case regime when 'slot' then 'employee' else 'slot' end where driver_id = '${driverId}'`,
          )
        if (kind === 'limit') await asOwner(`update working_time_limits set in_24_minutes = ${hours * 60}`)
        if (kind === 'merge') await asOwner(`update drivers set merged_into = '${ids[3]!}' where id = '${driverId}'`)
        if (kind === 'part') await asOwner(`update drivers set merged_into = null where id = '${driverId}'`)
        await expectTheSame()
      }
    }),
    { numRuns: 6 },
  )
})

async function expectTheSame(): Promise<void> {
  for (const { driver, warnings } of await listFleetTimes(NOW)) {
    const own = await listOwnWarnings(driver.id as OwnDriverId, NOW)
    const lately = warnings.filter(({ day }) => day >= '2026-05-29')
    expect(lately.filter(({ of }) => of !== 'onAverage')).toEqual(own.filter(({ of }) => of !== 'onAverage'))
  }
}
