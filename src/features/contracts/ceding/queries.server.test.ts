import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { draftContract } from '#features/contracts/commands.server.ts'
import { listDeadlines } from '#features/papers/deadlines/queries.server.ts'
import { addPaper } from '#features/papers/commands.server.ts'
import { contractWorld } from '#test/contracts.ts'
import { MONDAY, asOwner, makeChange } from '#test/factories.ts'
import { pdfBytes } from '#test/papers.ts'
import { findCeding } from './queries.server.ts'

/** Registers the driver's own car, with the numbers and papers that its contract needs. */
async function ownCar(driver: OwnDriverId): Promise<string> {
  const { id } = await db.selectFrom('vehicles').select('id').orderBy('plate').executeTakeFirstOrThrow()
  await asOwner(`
    insert into vehicle_titles (vehicle_id, title, owner_id, slot_number, slot_since, first_registered_on)
    values ('${id}', 'driver', '${driver}', 'AS-7', '2026-05-01', '2021-03-02')`)
  for (const code of ['imt-car', 'car-insurance'])
    await makeChange((change) =>
      addPaper(change, { holder: 'car', id }, code, {
        number: `No ${code}`,
        issuedOn: '2026-01-01',
        expiresOn: code === 'imt-car' ? '2027-03-15' : '2026-06-20',
        files: [new File([pdfBytes()], 'a.pdf')],
      }),
    )
  return id
}

const statesOf = async (driver: string, now = MONDAY) =>
  Object.fromEntries(
    ((await findCeding(driver, now))?.askers ?? []).map(({ asker, needs }) => [asker, needs.map(({ state }) => state)]),
  )

test('for a driver’s own car it is shown what each body that asks for a paper has, awaits, has no longer or lacks; for nobody else anything', async () => {
  const { own, other, input, aSealed } = await contractWorld()
  await asOwner(`update terms set regime = case driver_id when '${own}' then 'slot' else 'rental' end`)
  expect(await findCeding(other, MONDAY)).toBeNull()
  expect(await findCeding(own, MONDAY)).toEqual({ car: null, askers: [] })
  await ownCar(own)
  expect(await statesOf(own)).toEqual({
    imt: ['there', 'there'],
    bolt: ['missing', 'missing', 'there'],
    uber: ['missing', 'missing', 'there'],
  })
  await aSealed(own, { kind: 'car-loan', startsOn: '2026-06-08', endsOn: '2026-07-07' })
  await makeChange((change) => draftContract(change, input(own, { kind: 'car-use' })))
  expect(await statesOf(own)).toMatchObject({
    bolt: ['there', 'missing', 'there'],
    uber: ['waiting', 'missing', 'there'],
  })
  const later = Temporal.Instant.from('2026-07-10T09:00:00Z')
  expect(await statesOf(own, later)).toMatchObject({ bolt: ['ended', 'missing', 'ended'] })
})

test('the end of a ceding stands among the deadlines until another one goes on', async () => {
  const { own, aSealed } = await contractWorld()
  await ownCar(own)
  const first = await aSealed(own, { kind: 'car-loan', startsOn: '2026-06-08', endsOn: '2026-07-07' })
  const ceded = async () => (await listDeadlines(MONDAY)).filter(({ state }) => state === 'contract')
  expect(await ceded()).toMatchObject([{ id: first, ofId: own, on: '2026-07-07', isOnItsWay: false }])
  await aSealed(own, { kind: 'car-loan', startsOn: '2026-07-08', endsOn: '2027-07-07', follows: first })
  expect(await ceded()).toEqual([])
})
