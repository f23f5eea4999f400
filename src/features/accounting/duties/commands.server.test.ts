import { askAlone } from '#db/together.server.ts'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import { pdfBytes } from '#test/papers.ts'
import { saveDutyRules, noteDuty, withdrawDuty } from './commands.server.ts'
import { dueDuties, findDutyRules, getDuty, listDuties, readDutyPaper } from './queries.server.ts'
import type { DutyRules } from './schema.ts'

const RULES: DutyRules = { vat: 'month', employs: false, withholds: true, invoices: true, managersRecordOn: null }
const at = (day: string) => Temporal.Instant.from(`${day}T10:00:00Z`)
const MAY = { year: 2026, kind: 'vat-payment', period: '2026-05' }
const states = async (day: string) =>
  Object.fromEntries((await listDuties(2026, at(day))).map(({ kind, period, state }) => [`${kind} ${period}`, state]))

beforeEach(async () => {
  await aFleet()
  await makeChange((change) => saveDutyRules(change, RULES), { at: at('2026-06-08') })
})

test('before somebody says what the company has nothing is due, and what was due before is told of nobody', async () => {
  expect((await findDutyRules())?.since).toBe('2026-06-08')
  const [first] = await listDuties(2026, at('2026-06-08'))
  expect(first).toMatchObject({ kind: 'vat-return', period: '2026-04', by: '2026-06-22', state: 'soon' })
  await makeChange((change) => saveDutyRules(change, { ...RULES, vat: 'quarter' }), { at: at('2026-06-20') })
  expect(await findDutyRules()).toMatchObject({ since: '2026-06-08', vat: 'quarter' })
  await db.updateTable('duty_rules').set({ since: '2027-01-01' }).execute()
  expect(await listDuties(2026, at('2026-06-08'))).toEqual([])
})

test('a duty is open, soon, late, and done with its receipt; taken back it is late again', async () => {
  const name = 'vat-payment 2026-05'
  expect((await states('2026-07-01'))[name]).toBe('open')
  expect((await states('2026-07-13'))[name]).toBe('soon')
  expect((await states('2026-07-28'))[name]).toBe('late')
  const paper = new File([pdfBytes()], 'guia.pdf')
  await makeChange((change) => noteDuty(change, MAY, { doneOn: '2026-07-24', note: '', paper }))
  expect((await states('2026-07-28'))[name]).toBe('done')
  expect(await getDuty(MAY, at('2026-07-28'))).toMatchObject({ note: { on: '2026-07-24', file: 'guia.pdf' } })
  expect((await readDutyPaper(MAY)).mediaType).toBe('application/pdf')
  const twice = makeChange((change) => noteDuty(change, MAY, { doneOn: '2026-07-25', note: '' }))
  await expect(twice).rejects.toMatchObject({ code: 'duty.said' })
  await makeChange((change) => withdrawDuty(change, MAY))
  expect((await states('2026-07-28'))[name]).toBe('late')
  await expect(readDutyPaper(MAY)).rejects.toMatchObject({ code: 'record.not-found' })
  await expect(makeChange((change) => withdrawDuty(change, MAY))).rejects.toMatchObject({ code: 'record.not-found' })
  expect(await listEvents('duties')).toHaveLength(3)
})

test('when two answer a duty at once, one does', async () => {
  const say = () => makeChange((change) => noteDuty(change, MAY, { doneOn: null, note: 'isenta' }))
  const both = await Promise.allSettled([say(), say()])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await states('2026-07-28'))['vat-payment 2026-05']).toBe('none')
})

test('what the company has not got is no duty of it', async () => {
  for (const key of [
    { ...MAY, kind: 'pay-return' },
    { ...MAY, period: '2026-13' },
    { ...MAY, year: Number.NaN },
    { ...MAY, year: 1e9 },
  ])
    await expect(getDuty(key, at('2026-07-01'))).rejects.toMatchObject({ code: 'record.not-found' })
})

test('the office is told of what is due within two weeks, over the end of the year too', async () => {
  expect(await askAlone(dueDuties(at('2026-06-08')), db)).toEqual({
    count: 2,
    late: 0,
    first: { kind: 'vat-return', by: '2026-06-22' },
  })
  const late = await askAlone(dueDuties(at('2026-08-01')), db)
  expect(late?.first).toEqual({ kind: 'vat-return', by: '2026-06-22' })
  expect(late?.late).toBeGreaterThan(5)
  await db.updateTable('duty_rules').set({ since: '2026-12-31' }).execute()
  expect(await askAlone(dueDuties(at('2026-12-31')), db)).toMatchObject({ late: 0, first: { kind: 'owners' } })
  expect((await askAlone(dueDuties(at('2026-12-31')), db))!.count).toBe(2)
})

test('what was said of a duty is written once and never changed', async () => {
  await makeChange((change) => noteDuty(change, MAY, { doneOn: '2026-07-24', note: '' }))
  await expect(db.updateTable('duties_done').set({ note: 'x' }).execute()).rejects.toThrow('permission denied')
  await expect(db.deleteFrom('duties_done').execute()).rejects.toThrow('permission denied')
  await makeChange((change) => withdrawDuty(change, MAY))
  await expect(db.updateTable('duties_done').set({ withdrawn_at: null }).execute()).rejects.toThrow('written once')
})
