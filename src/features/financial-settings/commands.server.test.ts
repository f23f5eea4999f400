import { expect, test } from 'vitest'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { readWeek } from '#domain/week.ts'
import { changeSettings } from './commands.server.ts'
import { listSettings, settingsIn } from './queries.server.ts'
import { settingsInput } from './schema.ts'

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z')
const form = { names: 'slotFee receiptBeforePayment', from: '2026-11-23', reason: 'Aumento anual', slotFee: '30,00' }
const save = (typed: Record<string, string>) =>
  carryOut({ actor: COMMAND_LINE, action: 'settings.change', now: NOW }, async (deed) => {
    await changeSettings(deed, settingsInput.parse(typed))
    return null
  })

test('a setting counts from its week on, and the newest word for a week counts', async () => {
  await save({ ...form, receiptBeforePayment: 'on' })
  expect(await settingsIn(readWeek('2026-11-16'))).toMatchObject({ slotFee: 25_00, receiptBeforePayment: 0 })
  expect(await settingsIn(readWeek('2026-11-23'))).toMatchObject({ slotFee: 30_00, receiptBeforePayment: 1 })

  // Of a switch that is off nothing arrives.
  await save({ ...form, slotFee: '31', reason: 'Engano' })
  expect(await settingsIn(readWeek('2026-12-28'))).toMatchObject({ slotFee: 31_00, receiptBeforePayment: 0 })
  expect(await listSettings()).toMatchObject([
    { name: 'receiptBeforePayment', value: 0, reason: 'Engano' },
    { name: 'slotFee', value: 31_00, from: '2026-11-23' },
    { name: 'receiptBeforePayment', value: 1 },
    { name: 'slotFee', value: 30_00, reason: 'Aumento anual' },
  ])
})

test('what counts already is refused', async () => {
  await save({ ...form, from: '2026-12-28', slotFee: '32,00' })
  await expect(save({ ...form, from: '2026-12-28', slotFee: '32,00' })).rejects.toMatchObject({
    code: 'settings.nothing-changed',
  })
})

test.each([
  [{ slotFee: 'muito' }, 'slotFee', 'field.money'],
  [{ slotFee: '' }, 'slotFee', 'field.required'],
  [{ slotFee: '-1' }, 'slotFee', 'field.money'],
  [{ reason: ' ' }, 'reason', 'field.required'],
  [{ from: '2026-11-24' }, 'from', 'field.choice'],
])('a form with %j is refused at its field', (wrong, field, message) => {
  const read = settingsInput.safeParse({ ...form, ...wrong })
  expect(read.error?.issues).toMatchObject([{ path: [field], message }])
})
