import { expect, test } from 'vitest'
import type { OwnDriverId } from '#domain/access.ts'
import { findOpinions } from '#features/statements/disputes/queries.server.ts'
import { MONDAY, WEEK, anApprovedWeek } from '#test/factories.ts'
import { mayContest } from './queries.server.ts'

test('a driver who asks about a week is led to contest it until the deadline, and not after it', async () => {
  const driver = (await anApprovedWeek()).driver('D1') as OwnDriverId
  const until = Temporal.Instant.from((await findOpinions(driver, WEEK, MONDAY))!.until)
  const week = { kind: 'week', week: WEEK } as const
  expect(await mayContest(driver, week, until.subtract({ minutes: 1 }))).toBe(true)
  expect(await mayContest(driver, week, until)).toBe(false)
  expect(await mayContest(driver, { kind: 'car', id: 'a', plate: 'ZX-58-MP' }, MONDAY)).toBe(false)
})
