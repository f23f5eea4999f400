import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { aFleet, asOwner } from '#test/factories.ts'
import { showDay } from '../queries.server.ts'
import { importTrack } from './commands.server.ts'

const NOW = Temporal.Now.instant()
/** The track of `test/fixtures`, as if it ended ten minutes ago. */
const fresh = () => {
  const text = readFileSync('test/fixtures/zx-11-ta.gpx').toString()
  const ended = Temporal.Instant.from([...text.matchAll(/<time>([^<]+)/g)].at(-1)![1]!)
  const later = ended.until(NOW).subtract({ minutes: 10 })
  return new TextEncoder().encode(
    text.replaceAll(/(?<=<time>)[^<]+/g, (at) => Temporal.Instant.from(at).add(later).round('second').toString()),
  )
}

test('a file tells its trips whether it is kept or not, and is kept by the rules of any device', async () => {
  const car = (await aFleet()).vehicle('ZX11TA')
  await asOwner(`delete from assignments where vehicle_id = '${car}'`)
  const read = () => importTrack(fresh(), { name: 'zx-11-ta.gpx', car: null, now: NOW })
  expect(await read()).toMatchObject({
    status: 'read',
    points: 65,
    kept: 0,
    outcomes: { off: 65 },
    trips: [{ metres: 5_086 }],
  })
  await db
    .insertInto('position_settings')
    .values({ records_since: NOW.subtract({ hours: 30 }).toString() })
    .execute()
  expect(await read()).toMatchObject({ kept: 65, stops: [{ lat: 38.7663 }] })
  const days = await Promise.all(
    [0, 1].map((back) => {
      const day = NOW.toZonedDateTimeISO('Europe/Lisbon').toPlainDate().subtract({ days: back }).toString()
      return showDay({ by: { uid: null, role: 'command-line' }, reason: '', now: NOW }, { vehicleId: car, day })
    }),
  )
  expect(days.reduce((sum, { points }) => sum + points.length, 0)).toBe(65)
  expect(await importTrack(fresh(), { name: 'viagem.gpx', car: null, now: NOW })).toMatchObject({
    outcomes: { unknown: 65 },
  })
})
