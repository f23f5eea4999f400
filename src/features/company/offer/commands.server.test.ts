import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { listenTo } from '#db/listen.server.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import { saveOffer } from './commands.server.ts'
import { findOffer, forgetOffer, offerOf, rememberedOffer, whyNotHiring } from './queries.server.ts'
import { offerInput, offerRecord } from './schema.ts'

const save = (fields: Record<string, unknown>) =>
  makeChange((change) => saveOffer(change, offerInput.parse({ ...offerRecord.empty, version: 0, ...fields })))
/** The day of every change in these tests (`factories.ts`). */
const today = () => Temporal.PlainDate.from('2026-06-08')
const seen = (language: 'pt' | 'en' = 'pt', day = today()) => {
  forgetOffer()
  return rememberedOffer(language, day)
}

test('an offer that nobody wrote is not shown', async () => {
  await aFleet()
  expect(await seen()).toEqual({
    tells: { deposit: false, kilometres: false },
    rentBuys: [],
    cars: [],
    cities: [],
    noticeDays: null,
    hiring: null,
  })
  await save({})
  expect(await seen()).toMatchObject({ cars: [], cities: [], hiring: null })
})

test('what was written is shown line by line, in Portuguese where English says nothing', async () => {
  await aFleet()
  await save({
    tellsDeposit: 'told',
    rentBuysPt: 'Seguro\n\n  Manutenção  ',
    rentBuysEn: 'Insurance',
    carsPt: 'Corolla',
    cities: 'Lisboa, Almada;Sintra\nLisboa',
    noticeDays: '15',
  })
  const pt = { rentBuys: ['Seguro', 'Manutenção'], cars: ['Corolla'], cities: ['Lisboa', 'Almada', 'Sintra'] }
  expect(await seen('pt')).toMatchObject({ ...pt, tells: { deposit: true, kilometres: false }, noticeDays: 15 })
  expect(await seen('en')).toMatchObject({ rentBuys: ['Insurance'], cars: ['Corolla'] })
})

test('a place is open where cities and a last day are said, until that day has passed', async () => {
  await aFleet()
  const last = today().add({ days: 10 })
  await save({ hiringUntil: last.toString() })
  expect((await seen()).hiring).toBeNull()
  await save({ hiringUntil: last.toString(), cities: 'Faro', version: 1 })
  expect((await seen()).hiring).toEqual({ as: 'contractor', since: today().toString(), until: last.toString() })
  expect((await seen('pt', last)).hiring).not.toBeNull()
  expect((await seen('pt', last.add({ days: 1 }))).hiring).toBeNull()
})

test('a place that stays open keeps its first day; taking it back closes it', async () => {
  await aFleet()
  const until = (days: number) => today().add({ days }).toString()
  await save({ hiringUntil: until(10), cities: 'Faro' })
  const since = (await findOffer())?.hiringSince
  await save({ hiringUntil: until(20), cities: 'Faro', hiringAs: 'employee', version: 1 })
  expect(await findOffer()).toMatchObject({ hiringSince: since, hiringUntil: until(20), hiringAs: 'employee' })
  await save({ cities: 'Faro', version: 2 })
  expect(await findOffer()).toMatchObject({ hiringSince: null, hiringUntil: null })
})

test('a last day that has passed is refused when it is new, and stays while the rest is saved', async () => {
  await aFleet()
  const [yesterday, earlier] = [1, 2].map((days) => today().subtract({ days }).toString())
  await expect(save({ hiringUntil: yesterday, cities: 'Faro' })).rejects.toThrow('offer.hiring-past')
  await save({ hiringUntil: today().toString(), cities: 'Faro' })
  await db.updateTable('offer').set({ hiring_until: yesterday }).execute()
  await save({ hiringUntil: yesterday, cities: 'Faro', noticeDays: '15', version: 1 })
  expect(await findOffer()).toMatchObject({ hiringUntil: yesterday, noticeDays: 15 })
  await expect(save({ hiringUntil: earlier, cities: 'Faro', version: 2 })).rejects.toThrow('offer.hiring-past')
})

test('the office reads what it has just saved, before the public pages have heard of it', async () => {
  await aFleet()
  await save({ cities: 'Faro' })
  expect(await seen()).toMatchObject({ cities: ['Faro'] })
  await save({ cities: '', version: 1 })
  const shown = offerOf(await findOffer(), 'pt', today().toString())
  expect([shown.cities, shown.hiring]).toEqual([[], null])
})

test('the office reads why the site shows no openings', () => {
  const until = (days: number, cities: string[]) =>
    whyNotHiring({ hiringUntil: today().add({ days }).toString(), cities }, today())
  expect(until(-1, ['Faro'])).toBe('ended')
  expect(until(0, [])).toBe('nowhere')
  expect(until(0, ['Faro'])).toBeNull()
  expect(whyNotHiring({ hiringUntil: null, cities: [] }, today())).toBeNull()
})

test('a save made from an older form is refused, and days of notice are a number', async () => {
  await aFleet()
  await save({ cities: 'Faro' })
  await expect(save({ cities: 'Porto' })).rejects.toThrow('record.changed-meanwhile')
  const wrong = offerInput.safeParse({ ...offerRecord.empty, version: 0, noticeDays: '999' })
  expect(wrong.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['noticeDays', 'field.days-of-year'],
  ])
})

test('every process hears of a change', async () => {
  await aFleet()
  let calls = 0
  const stop = await listenTo('site_changed', () => calls++)
  await save({ cities: 'Faro' })
  await expect.poll(() => calls).toBe(1)
  await stop()
})
