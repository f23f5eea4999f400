import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { addAdjustment, addRecurring } from '#features/adjustments/commands.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { recordDeparture } from '#features/departures/commands.server.ts'
import { addDriverKey, createDriver, removeDriver, saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { getDriver, listDrivers } from '#features/fleet/drivers/queries.server.ts'
import { newDriver } from '#features/fleet/drivers/schema.ts'
import { addKey } from '#features/fleet/keys/commands.server.ts'
import { listKeys } from '#features/fleet/keys/queries.server.ts'
import { mergeDrivers } from '#features/fleet/merges/commands.server.ts'
import { openPlan } from '#features/plans/commands.server.ts'
import { readAsked } from '#features/search/schema.ts'
import { searchOffice } from '#features/search/queries.server.ts'
import { listOwners } from '#features/weeks/unmatched/queries.server.ts'
import { assignVehicle } from '#features/fleet/vehicles/commands.server.ts'
import { MONDAY, WEEK, aFleet, makeChange } from '#test/factories.ts'

const IBAN = 'PT50999900000000000010173'
const taken = (name: string) => makeChange((change) => createDriver(change, newDriver({ name })))

const GIFTS: Record<string, (change: Change, driverId: string, vehicleId: string) => Promise<unknown>> = {
  key: (change, id) => addDriverKey(change, id, { name: 'bolt:driver', value: '51dbed65-348c-466c-ade0-38c901b9df35' }),
  iban: (change, id) => changeIban(change, id, { iban: IBAN, holder: null }),
  terms: (change, id) => addTerms(change, id, { from: WEEK, terms: PLAIN_TERMS, reason: 'x' }),
  record: async (change, id) => saveDriver(change, id, { ...(await getDriver(id, change.tx)), name: 'Outro' }),
  car: (change, driverId, vehicleId) => assignVehicle(change, vehicleId, { driverId, from: null, to: null }),
  adjustment: (change, driverId) =>
    addAdjustment(change, { driverId, week: WEEK, kind: 'prize', amount: cents(100), reason: 'x' }),
  recurring: (change, driverId) =>
    addRecurring(change, {
      driverId,
      kind: 'prize',
      amount: cents(100),
      reason: 'x',
      first: WEEK,
      last: null,
      total: null,
    }),
  plan: (change, driverId) =>
    openPlan(change, {
      driverId,
      kind: 'deposit',
      total: cents(100),
      count: 1,
      first: WEEK,
      reason: 'x',
      skipsIdle: false,
    }),
  departure: (change, id) =>
    recordDeparture(change, id, {
      at: MONDAY,
      reason: 'x',
      waitsUntil: '2026-06-30',
      signsInUntil: '2026-07-30',
      done: [],
    }),
}

test('nothing is given to a record that was removed or merged away; the refusal says what lifts it', async () => {
  const { vehicle } = await aFleet()
  const [removed, merged, stays] = [await taken('Engano'), await taken('Dobrado'), await taken('Certo')]
  await makeChange((change) => removeDriver(change, removed, 'Criado duas vezes'))
  await makeChange((change) => mergeDrivers(change, merged, { into: stays, reason: 'A mesma pessoa' }))

  for (const [what, give] of Object.entries(GIFTS)) {
    const given = (id: string) => makeChange((change) => give(change, id, vehicle('ZX11TA')))
    await expect(given(removed), what).rejects.toMatchObject({ code: 'driver.removed', params: { driver: 'Engano' } })
    await expect(given(merged), what).rejects.toMatchObject({
      code: 'driver.merged',
      params: { driver: 'Dobrado', stays: 'Certo' },
    })
  }
  const offered = [...(await listOwners()).drivers, ...(await listDrivers(MONDAY))].map(({ id }) => id)
  expect(offered.filter((id) => id === stays)).toHaveLength(2)
  expect(offered.filter((id) => id === removed || id === merged)).toEqual([])
  const found = (await searchOffice(readAsked('engano')!, MONDAY)).drivers.found
  expect(found).toMatchObject([{ id: removed, gone: 'removed', ref: expect.not.stringContaining('~') }])
})

test('a file’s name that is given to a merged record goes to the record at the end of the chain', async () => {
  await aFleet()
  const [first, second, last] = [await taken('Um'), await taken('Dois'), await taken('Três')]
  await makeChange((change) => mergeDrivers(change, first, { into: second, reason: 'x' }))
  await makeChange((change) => mergeDrivers(change, second, { into: last, reason: 'x' }))
  await makeChange((change) => addKey(change, 'bolt', { kind: 'email', value: 'um@example.org' }, { driverId: first }))
  expect((await listKeys({ driverId: last })).map(({ value }) => value)).toEqual(['um@example.org'])
})
