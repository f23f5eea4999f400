import { expect, test } from 'vitest'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { readWeek } from '#domain/week.ts'
import { changeSettings } from './commands.server.ts'
import { findChange, listSettings, settingsIn } from './queries.server.ts'
import { settingsDraft, settingsInput } from './schema.ts'

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z')
const form = {
  names: 'slotFee receiptBeforePayment',
  from: '2026-11-23',
  reason: 'Aumento anual',
  slotFee: '30,00',
  'seen-slotFee': '2500',
  'seen-receiptBeforePayment': '0',
}
const save = (typed: Record<string, string>) =>
  carryOut({ actor: COMMAND_LINE, action: 'settings.change', now: NOW }, async (change) => {
    await changeSettings(change, settingsInput.parse(typed))
    return null
  })

test('a setting counts from its week on, and the newest word for a week counts', async () => {
  await save({ ...form, receiptBeforePayment: 'on' })
  expect(await settingsIn(readWeek('2026-11-16'))).toMatchObject({ slotFee: 25_00, receiptBeforePayment: 0 })
  expect(await settingsIn(readWeek('2026-11-23'))).toMatchObject({ slotFee: 30_00, receiptBeforePayment: 1 })

  // A form sends nothing for a switch that is off.
  const seen = { 'seen-slotFee': '3000', 'seen-receiptBeforePayment': '1' }
  await save({ ...form, ...seen, slotFee: '31', reason: 'Engano' })
  expect(await settingsIn(readWeek('2026-12-28'))).toMatchObject({ slotFee: 31_00, receiptBeforePayment: 0 })
  expect(await listSettings()).toMatchObject([
    { name: 'receiptBeforePayment', value: 0, reason: 'Engano' },
    { name: 'slotFee', value: 31_00, from: '2026-11-23' },
    { name: 'receiptBeforePayment', value: 1 },
    { name: 'slotFee', value: 30_00, reason: 'Aumento anual' },
  ])
})

test('a field that was left alone undoes nothing that begins later', async () => {
  const names = 'kilometresIncluded kilometreRate'
  const seen = { 'seen-kilometresIncluded': '1700', 'seen-kilometreRate': '15' }
  const shown = { names, ...seen, reason: 'Ensaio', kilometresIncluded: '1700', kilometreRate: '0,15' }
  await save({ ...shown, from: '2027-02-01', kilometreRate: '0,20' })
  await save({ ...shown, from: '2027-02-08', kilometresIncluded: '1500' })
  expect(await settingsIn(readWeek('2027-02-08'))).toMatchObject({ kilometresIncluded: 1_500, kilometreRate: 20 })
})

test('who looked before somebody else saved is told, and nothing is written', async () => {
  const deposit = { names: 'deposit', from: '2027-03-01', reason: 'Ensaio', 'seen-deposit': '50000' }
  const stale = { code: 'settings.changed-meanwhile' }
  await save({ ...deposit, deposit: '600' })
  await expect(save({ ...deposit, deposit: '550' })).rejects.toMatchObject(stale)
  // The same holds for a week for which another change was planned already.
  await expect(save({ ...deposit, from: '2027-04-05', deposit: '550' })).rejects.toMatchObject(stale)
  await expect(save({ ...deposit, deposit: '550', 'seen-deposit': '' })).rejects.toMatchObject(stale)
  expect(await settingsIn(readWeek('2027-04-05'))).toMatchObject({ deposit: 600_00 })

  const draft = settingsDraft.parse({ ...deposit, deposit: '550' })
  expect(await findChange(draft)).toMatchObject({
    counting: { deposit: 600_00 },
    changed: ['deposit'],
    stale: ['deposit'],
  })
  await save({ ...deposit, deposit: '550', 'seen-deposit': '60000' })
  expect(await settingsIn(readWeek('2027-03-01'))).toMatchObject({ deposit: 550_00 })
})

test('when two change the same setting at once, one is told', async () => {
  const rent = { names: 'rent', from: '2027-05-03', reason: 'Ensaio', 'seen-rent': '27000' }
  const both = await Promise.allSettled(['280', '290'].map((amount) => save({ ...rent, rent: amount })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await listSettings()).filter(({ name }) => name === 'rent')).toHaveLength(1)
})

test('what counts already is refused, also when the form showed something else', async () => {
  const nothing = { code: 'settings.nothing-changed' }
  await save({ ...form, from: '2026-12-28', slotFee: '32,00', 'seen-slotFee': '3100' })
  await expect(save({ ...form, from: '2026-12-28', slotFee: '32,00' })).rejects.toMatchObject(nothing)
  await expect(save({ ...form, slotFee: '31,50', 'seen-slotFee': '3150' })).rejects.toMatchObject(nothing)
})

test.each([
  [{ slotFee: 'muito' }, 'slotFee', 'field.money'],
  [{ slotFee: '' }, 'slotFee', 'field.required'],
  [{ slotFee: '-1' }, 'slotFee', 'field.money'],
  [{ reason: ' ' }, 'reason', 'field.required'],
  [{ from: '2026-11-24' }, 'from', 'field.choice'],
  [{ names: 'disputeHours', disputeHours: '721' }, 'disputeHours', 'field.hours'],
  [{ names: 'payDay', payDay: '8' }, 'payDay', 'field.choice'],
])('a form with %j is refused at its field', (wrong, field, message) => {
  const read = settingsInput.safeParse({ ...form, ...wrong })
  expect(read.error?.issues).toMatchObject([{ path: [field], message }])
})
