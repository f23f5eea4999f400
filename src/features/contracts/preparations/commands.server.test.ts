import { expect, test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { db } from '#db/client.server.ts'
import { draftContract } from '#features/contracts/commands.server.ts'
import { getContract } from '#features/contracts/queries.server.ts'
import { contractWorld } from '#test/contracts.ts'
import { MONDAY, asOwner, makeChange } from '#test/factories.ts'
import { dropPreparation, prepareContract } from './commands.server.ts'
import { findPreparation, listPreparations } from './queries.server.ts'

/** The facts known at an approval, before a car is given: some facts, and no plate. */
const BEGUN = { kind: 'fleet-car', language: 'pt', startsOn: '2026-06-08' } as const
const TYPED = { representative: 'Helena Exemplo', driverAddress: 'Rua de Cima, 2' }
const begin = (driver: string, typed = TYPED) =>
  makeChange((change) => prepareContract(change, { driver, ...BEGUN }, typed))

test('a contract that waits keeps what was typed, names what is missing, and goes with the draft that completes it', async () => {
  const { own, input } = await contractWorld()
  await begin(own)
  const [waiting] = await listPreparations(MONDAY)
  expect(waiting).toMatchObject({
    driver: own,
    kind: 'fleet-car',
    startsOn: '2026-06-08',
    typed: TYPED,
    open: ['driverDocument', 'driverLicence', 'driverCertificate'],
  })
  const id = await makeChange((change) => draftContract(change, input(own, waiting!.typed)))
  expect((await getContract(id)).body).toContain('Rua de Cima, 2')
  expect(await listPreparations(MONDAY)).toEqual([])
})

test('a field that the records come to know is no longer missing, without anybody typing it', async () => {
  const { own } = await contractWorld()
  await asOwner(`delete from assignments where driver_id = '${own}'`)
  await begin(own)
  const open = async () => (await findPreparation({ driver: own, kind: 'fleet-car' }, MONDAY))!.open
  expect(await open()).toContain('carPlate')
  await asOwner(`
    insert into assignments (vehicle_id, driver_id, period)
    select id, '${own}', tstzrange(now(), null) from vehicles
    where not exists (select from assignments where vehicle_id = vehicles.id) limit 1`)
  expect(await open()).not.toContain('carPlate')
})

test('terms that are agreed from a later week are what a contract says of somebody who has none yet', async () => {
  const { own } = await contractWorld()
  await asOwner(`update terms set valid_from = '2026-06-15' where driver_id = '${own}'`)
  await begin(own)
  expect((await findPreparation({ driver: own, kind: 'fleet-car' }, MONDAY))!.open).not.toContain('fee')
})

test('one contract of a kind waits for a driver; drafting another kind leaves it, and the office may drop it once', async () => {
  const { own, other, input } = await contractWorld()
  await begin(own)
  await begin(own, { ...TYPED, representative: 'Rosa Dias' })
  await makeChange((change) => draftContract(change, input(own, { kind: 'own-car' })))
  expect(await listPreparations(MONDAY)).toMatchObject([{ typed: { representative: 'Rosa Dias' } }])
  const missing = new Refusal('record.not-found')
  await expect(makeChange((change) => dropPreparation(change, other, 'fleet-car'))).rejects.toEqual(missing)
  await makeChange((change) => dropPreparation(change, own, 'fleet-car'))
  await expect(makeChange((change) => dropPreparation(change, own, 'fleet-car'))).rejects.toEqual(missing)
})

test('the typed fields of a waiting contract are sealed', async () => {
  const { own } = await contractWorld()
  await begin(own)
  const { typed } = await db.selectFrom('contract_preparations').select('typed').executeTakeFirstOrThrow()
  expect(typed.toString('latin1')).not.toContain('Rua de Cima')
})
