import { expect, test } from 'vitest'
import { listenTo } from '#db/listen.server.ts'
import { readWeek } from '#domain/week.ts'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { forgetTerms, rememberedTerms } from './queries.server.ts'

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z')
const NEXT_WEEK = NOW.add({ hours: 24 * 7 })

const setRent = (from: string, rent: number) =>
  carryOut({ actor: COMMAND_LINE, action: 'settings.change', now: NOW }, async (change) => {
    await changeSettings(change, { from: readWeek(from), settings: { rent }, reason: 'Renda nova' })
    return null
  })
const rentAt = async (moment: Temporal.Instant) => (await rememberedTerms(moment)).settings.rent

test('public pages count with the settings of the week, and hear of a change at once', async () => {
  let calls = 0
  const stop = await listenTo('site_changed', () => {
    calls++
    forgetTerms()
  })
  expect(await rentAt(NOW)).toBe(270_00)
  await setRent('2026-W47', 290_00)
  await expect.poll(() => calls).toBe(1)
  expect(await rentAt(NOW)).toBe(290_00)
  await stop()
})

test('what begins next Monday is on the pages from next Monday on, with nobody saying so', async () => {
  forgetTerms()
  const today = await rentAt(NOW)
  await setRent('2026-W48', 310_00)
  forgetTerms()
  expect(await rentAt(NOW)).toBe(today)
  expect(await rentAt(NEXT_WEEK)).toBe(310_00)
})
