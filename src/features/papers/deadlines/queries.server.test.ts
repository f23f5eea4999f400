import { askAlone } from '#db/together.server.ts'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { saveRoadTax, saveTitle } from '#features/fleet/upkeep/commands.server.ts'
import { addPaper, askForPaper, sendPaper } from '#features/papers/commands.server.ts'
import type { PaperOf } from '#features/papers/schema.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { MONDAY, aFleet, makeChange } from '#test/factories.ts'
import { pdfBytes } from '#test/papers.ts'
import { endingPapers, tooOldCars, listDeadlines } from './queries.server.ts'

const paper = (expiresOn: string | null) => ({
  number: '1',
  issuedOn: '2026-01-02',
  expiresOn,
  files: [new File([pdfBytes(expiresOn ?? '')], 'a.pdf')],
})
const give = (of: PaperOf, code: string, expiresOn: string) =>
  makeChange((change) => addPaper(change, of, code, paper(expiresOn)))
const shown = async () => (await listDeadlines(MONDAY)).map(({ of, kind, daysLeft }) => [of, kind, daysLeft])

test('what ends within 60 days or has ended is told of drivers, cars and the operator, the nearest first', async () => {
  const { driver, vehicle } = await aFleet()
  const [one, other, car] = [driver('D1'), driver('D2'), vehicle('ZX11TA')]
  await give({ holder: 'driver', id: one }, 'cmtvde', '2026-06-20')
  await give({ holder: 'driver', id: other }, 'cmtvde', '2026-09-20')
  await give({ holder: 'car', id: car }, 'inspection', '2026-06-07')
  await give({ holder: 'company' }, 'operator-licence', '2026-08-07')
  const name = (await db.selectFrom('drivers').select('name').where('id', '=', one).executeTakeFirstOrThrow()).name
  expect(await shown()).toEqual([
    ['ZX-11-TA', 'inspection', -1],
    [name, 'cmtvde', 12],
    ['', 'operator-licence', 60],
  ])
  expect(await askAlone(endingPapers(MONDAY), db)).toEqual({ count: 2, ended: 1, first: '2026-06-07' })
})

test('who left, a car that was sold and a paper whose next one was sent are no matter', async () => {
  const { driver, vehicle } = await aFleet()
  const [one, other, car] = [driver('D1'), driver('D2'), vehicle('ZX11TA')]
  await give({ holder: 'driver', id: one }, 'cmtvde', '2026-06-20')
  await give({ holder: 'driver', id: other }, 'cmtvde', '2026-06-20')
  await give({ holder: 'car', id: car }, 'inspection', '2026-06-07')
  await db.updateTable('drivers').set({ status: 'inactive' }).where('id', '=', one).execute()
  await db.updateTable('vehicles').set({ status: 'sold' }).where('id', '=', car).execute()
  expect(await askAlone(endingPapers(MONDAY), db)).toMatchObject({ count: 1 })
  await makeChange((change) => sendPaper(change, other as OwnDriverId, 'cmtvde', paper('2030-01-01')))
  expect(await listDeadlines(MONDAY)).toMatchObject([{ isOnItsWay: true }])
  expect(await askAlone(endingPapers(MONDAY), db)).toEqual({ count: 0, ended: 0, first: null })
})

test('what was asked for stands with the day by which it should be here', async () => {
  const { driver } = await aFleet()
  const asked = { kind: 'photo', dueOn: '2026-06-10', words: '' }
  await makeChange((change) => askForPaper(change, driver('D1'), asked))
  expect(await listDeadlines(MONDAY.add({ hours: 24 * 5 }))).toMatchObject([
    { state: 'asked', on: '2026-06-10', daysLeft: -3 },
  ])
})

test('a car’s paper that some titles need ends only for cars with those titles', async () => {
  const { vehicle } = await aFleet()
  const car = vehicle('ZX11TA')
  await give({ holder: 'car', id: car }, 'car-title', '2026-06-20')
  expect(await shown()).toEqual([])
  const title = { ownerId: null, slotNumber: '', slotSince: null, firstRegisteredOn: null }
  await makeChange((change) => saveTitle(change, car, { title: 'renting', ...title }))
  expect(await shown()).toEqual([['ZX-11-TA', 'car-title', 12]])
  await makeChange((change) => saveTitle(change, car, { title: 'own', ...title }))
  expect(await shown()).toEqual([])
})

test('when the amount of a road tax is known, its instalment stands there until a document says that it is paid', async () => {
  const { vehicle } = await aFleet()
  const car = vehicle('ZX11TA')
  const title = { title: 'own' as const, ownerId: null, slotNumber: '', slotSince: null }
  await makeChange((change) => saveTitle(change, car, { ...title, firstRegisteredOn: '2022-07-09' }))
  await give({ holder: 'car', id: car }, 'road-tax', '2026-07-20')
  expect(await shown()).toEqual([['ZX-11-TA', 'road-tax', 42]])
  await makeChange((change) => saveRoadTax(change, car, { yearly: cents(186_40) }))
  const due = { kindName: { pt: 'IUC, 186,40\u00a0€', en: 'Road tax, €186.40' }, on: '2026-07-31', state: 'due' }
  expect(await listDeadlines(MONDAY)).toMatchObject([{ of: 'ZX-11-TA', daysLeft: 53, ...due }])
  const late = MONDAY.add({ hours: 24 * 60 })
  expect(await listDeadlines(late)).toMatchObject([{ daysLeft: -7, ...due }])
  expect(await askAlone(endingPapers(late), db)).toEqual({ count: 1, ended: 1, first: '2026-07-31' })
  await give({ holder: 'car', id: car }, 'road-tax', '2027-07-31')
  expect(await listDeadlines(late)).toEqual([])
})

test('a car stands there a year before it is too old, with or without road tax, and the office is told three months before', async () => {
  const { vehicle } = await aFleet()
  const car = vehicle('ZX11TA')
  const title = { title: 'own' as const, ownerId: null, slotNumber: '', slotSince: null }
  const registered = (firstRegisteredOn: string) =>
    makeChange((change) => saveTitle(change, car, { ...title, firstRegisteredOn }))
  // Seven years, by the age limit in force then.
  await registered('2020-06-10')
  expect(await listDeadlines(MONDAY)).toEqual([])
  await registered('2019-12-01')
  expect(await listDeadlines(MONDAY)).toMatchObject([{ state: 'age', ofId: car, on: '2026-11-30', daysLeft: 175 }])
  expect(await askAlone(tooOldCars(MONDAY), db)).toBeNull()
  await registered('2019-06-09')
  await makeChange((change) => saveRoadTax(change, car, { yearly: cents(186_40) }))
  expect(new Set((await listDeadlines(MONDAY)).map(({ id }) => id)).size).toBe(2)
  expect(await askAlone(tooOldCars(MONDAY), db)).toMatchObject({
    count: 1,
    ended: 0,
    first: { plate: 'ZX-11-TA', on: '2026-06-08' },
  })
  expect(await askAlone(tooOldCars(MONDAY.add({ hours: 24 })), db)).toMatchObject({ ended: 1 })
  await db.updateTable('vehicles').set({ status: 'sold' }).where('id', '=', car).execute()
  expect(await askAlone(tooOldCars(MONDAY), db)).toBeNull()
})
