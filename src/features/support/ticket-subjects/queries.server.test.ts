import { expect, test } from 'vitest'
import type { OwnDriverId } from '#domain/access.ts'
import { weekName } from '#domain/week.ts'
import { contestLine, declineDispute } from '#features/statements/disputes/commands.server.ts'
import { findOpinions } from '#features/statements/disputes/queries.server.ts'
import { MONDAY, WEEK, anApprovedWeek, makeChange } from '#test/factories.ts'
import { getTicketSubject, mayContest } from './queries.server.ts'

test('a driver who asks about a week is led to contest it until the deadline, and not after it', async () => {
  const driver = (await anApprovedWeek()).driver('D1') as OwnDriverId
  const until = Temporal.Instant.from((await findOpinions(driver, WEEK, MONDAY))!.until)
  const week = { kind: 'week', week: WEEK } as const
  expect(await mayContest(driver, week, until.subtract({ minutes: 1 }))).toBe(true)
  expect(await mayContest(driver, week, until)).toBe(false)
  expect(await mayContest(driver, { kind: 'car', id: 'a', plate: 'ZX-58-MP' }, MONDAY)).toBe(false)
})

test('a driver who asks about a line that the office has answered is not led back to contest it', async () => {
  const driver = (await anApprovedWeek()).driver('D1') as OwnDriverId
  const line = { driver, week: WEEK, ordinal: 0 }
  const about = { kind: 'line', week: weekName(WEEK), line: 0 } as const
  const isLed = async () => mayContest(driver, await getTicketSubject(driver, about, MONDAY), MONDAY)
  expect(await isLed()).toBe(true)
  const dispute = await makeChange((change) => contestLine(change, line, { cause: 'amount', words: 'São menos.' }))
  expect(await isLed()).toBe(false)
  await makeChange((change) => declineDispute(change, dispute, 'Está certo.'))
  expect(await isLed()).toBe(false)
})
