import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { sum } from '#domain/money.ts'
import { ZONE, nextWeek } from '#domain/week.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { WEEK, aFleet, makeChange, dropPublicSet } from '#test/factories.ts'
import { activityOfWeeks, listOwnActivity } from './queries.server.ts'

const middayOf = (day: string) => Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: ZONE, plainTime: '12:00' })

test('a driver reads the own weeks as the files tell them, and opens those that have a statement', async () => {
  await aFleet()
  await dropPublicSet()
  const { id } = await db.selectFrom('drivers').select('id').orderBy('name').executeTakeFirstOrThrow()
  const own = id as OwnDriverId
  const now = middayOf(nextWeek(WEEK)).toInstant()

  const [before, ...earlier] = await listOwnActivity(own, now)
  expect(earlier.every(({ week }) => week < WEEK)).toBe(true)
  expect(before).toMatchObject({ week: WEEK, earnings: null })
  expect(before!.income).toBeGreaterThan(0)
  expect(sum(Object.values(before!.parts))).toBe(before!.income)
  expect(before!.perHour).toBeGreaterThan(0)

  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const { settlement } = (await findFrozen(own, WEEK))!
  expect(await listOwnActivity(own, now)).toEqual([{ ...before, earnings: settlement.groups.earnings }, ...earlier])
})

test('a week of which a platform told trips, and no file told money, is not shown as nothing earned', async () => {
  await aFleet()
  await dropPublicSet()
  const known = await sql<{ id: string; value: string }>`
    select driver_id as id, value from source_keys where source = 'bolt' and kind = 'driver' order by value`.execute(db)
  const { id, value } = known.rows[0]!
  const next = nextWeek(WEEK)
  await sql`insert into platform_weeks (provider, week, changes, is_whole, changed_at) values ('bolt', ${next}, 1, true, now())`.execute(
    db,
  )
  await sql`insert into platform_days (provider, driver, day, week, trips) values ('bolt', ${value}, ${next}, ${next}, 7)`.execute(
    db,
  )

  const activity = await activityOfWeeks([next], db, [id])
  expect(activity.get(next)?.get(id)?.reported.bolt.trips).toBe(7)
  const weeks = await listOwnActivity(id as OwnDriverId, middayOf(nextWeek(next)).toInstant())
  expect(weeks.map(({ week }) => week)).toContain(WEEK)
  expect(weeks.map(({ week }) => week)).not.toContain(next)
})

test('weeks of long ago are not shown, and a week that no file tells of is none', async () => {
  await aFleet()
  await dropPublicSet()
  const { id } = await db.selectFrom('drivers').select('id').orderBy('name').executeTakeFirstOrThrow()

  expect(await listOwnActivity(id as OwnDriverId, middayOf(nextWeek(WEEK, 12)).toInstant())).toEqual([])
})
