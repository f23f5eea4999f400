import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { addDriverKey, createDriver } from '#features/fleet/drivers/commands.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'
import { listDrivers } from '#features/fleet/drivers/queries.server.ts'
import { currentIban, listIbans } from '#features/fleet/ibans/queries.server.ts'
import { EMPTY_DRIVER, driverKeyInput, newDriverInput } from '#features/fleet/drivers/schema.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { MONDAY, WEEK, aFleet, anApprovedWeek, makeChange, emptyDatabase, paidBy, tried } from '#test/factories.ts'
import { statementsOf } from '#test/statements.ts'
import { addKey, addKeysToEach, releaseKey, removeKey } from './commands.server.ts'
import { listKeys } from './queries.server.ts'

const UBER = '0f5a1c3e-7b1d-4f0e-9a55-3c2b1a0d9e77'
const IBAN = 'PT50999900000000000010173'
const newDriver = (form: Record<string, string>) =>
  makeChange((change) => createDriver(change, newDriverInput.parse({ ...EMPTY_DRIVER, iban: IBAN, ...form })))
const named = (id: string) =>
  makeChange((change) => addDriverKey(change, id, driverKeyInput.parse({ name: 'uber:driver', value: UBER })))
const notices = (id: string) => db.selectFrom('inbox_notices').select('kind').where('driver_id', '=', id).execute()

async function released(id: string) {
  const key = (await listKeys({ driverId: id })).find(({ value }) => value === UBER)!
  await makeChange((change) => removeKey(change, key.id, { driverId: id }))
}

beforeEach(emptyDatabase)

test('whoever receives a platform name of another driver is first paid 48 hours later, and the other is told', async () => {
  const [robbed, receiver] = [await newDriver({ name: 'Lurdes' }), await newDriver({ name: 'Novo' })]
  await named(robbed)
  await released(robbed)
  expect((await currentIban(db, receiver))!.heldUntil).toBeNull()
  await named(receiver)

  const held = '2026-06-10T09:00:00Z'
  expect(String((await currentIban(db, receiver))!.heldUntil)).toBe(held)
  expect((await listDrivers(MONDAY)).find(({ id }) => id === receiver)!.iban).toBe('held')
  expect((await listIbans(receiver, MONDAY))[0]).toMatchObject({ state: 'held', heldUntil: held })
  expect(await notices(robbed)).toEqual([{ kind: 'keys-moved' }])
  // A change of the account does not end the wait.
  await makeChange((change) => changeIban(change, receiver, { iban: IBAN, holder: 'Outro nome' }))
  expect(String((await currentIban(db, receiver))!.heldUntil)).toBe(held)
})

test('a name taken away by mistake and given back holds nothing', async () => {
  const id = await newDriver({ name: 'Lurdes' })
  await named(id)
  await released(id)
  await named(id)
  expect((await currentIban(db, id))!.heldUntil).toBeNull()
  expect(await notices(id)).toEqual([])
  expect(await db.selectFrom('released_keys').select('value').execute()).toEqual([])
})

test('a plate or a card that moves holds nobody’s pay', async () => {
  const { driver } = await aFleet()
  const card = { kind: 'fuel-card', value: '7082000000000001' } as const
  await makeChange((change) => addKey(change, 'prio', card, { driverId: driver('D1') }))
  const key = (await listKeys({ driverId: driver('D1') })).find(({ value }) => value === card.value)!
  await makeChange((change) => removeKey(change, key.id, { driverId: driver('D1') }))
  await makeChange((change) => addKey(change, 'prio', card, { driverId: driver('D2') }))
  expect((await currentIban(db, driver('D2')))!.heldUntil).toBeNull()
})

test('a driver who was paid before goes on being paid, and the other is told all the same', async () => {
  const { driver } = await anApprovedWeek()
  const paid = (await getWeek(WEEK)).statements.find(({ settlement }) => settlement && settlement.payable > 0)!
  await makeChange((change) => payOne(change, paid.stored!.id, paidBy('Transferido à mão')))
  const other = driver(paid.driver.ref === 'D1' ? 'D2' : 'D1')
  await named(other)
  await released(other)
  await named(paid.driver.id)
  expect((await currentIban(db, paid.driver.id))!.heldUntil).toBeNull()
  expect((await notices(other)).map(({ kind }) => kind)).toContain('keys-moved')
})

/** A name of each of these drivers, which the office took away. */
async function givenAway(drivers: readonly string[]) {
  const keys = drivers.map(
    (_, at) => ({ source: 'uber', kind: 'driver', value: UBER.slice(0, -4) + (1000 + at) }) as const,
  )
  await makeChange((change) =>
    addKeysToEach(
      change,
      drivers.map((driverId, at) => ({ owner: { driverId }, keys: [keys[at]!] })),
    ),
  )
  await makeChange(async (change) => {
    for (const [at, driverId] of drivers.entries()) await releaseKey(change, driverId, keys[at]!)
  })
  return keys
}

/** What giving names leaves: the log, who waits, whose names are still released, and who was told. */
const leaves = (give: (change: Change) => Promise<unknown>) =>
  tried(async (change) => {
    const notes: string[] = []
    await give({ ...change, note: (one) => notes.push(JSON.stringify(one)) })
    return {
      notes: notes.toSorted(),
      held: await change.tx.selectFrom('drivers').select(['ref', 'held_until']).orderBy('ref').execute(),
      released: await change.tx.selectFrom('released_keys').selectAll().orderBy('value').execute(),
      told: await change.tx.selectFrom('inbox_notices').select(['driver_id', 'kind', 'params']).orderBy('id').execute(),
    }
  })

test('names given together leave the same as names given one by one', async () => {
  const { driver } = await anApprovedWeek()
  const paid = (await getWeek(WEEK)).statements.find(({ settlement }) => settlement && settlement.payable > 0)!
  await makeChange((change) => payOne(change, paid.stored!.id, paidBy('Transferido à mão')))
  const [one, two, three, four] = ['D1', 'D2', 'D3', 'D4', 'D5'].map(driver).filter((id) => id !== paid.driver.id)
  const former = [one!, two!, one!, four!, one!, two!, three!]
  const keys = await givenAway(former)
  // Back to their own driver; to others, one of them twice and one paid before; and, of names new to everybody, one.
  const receivers = [one!, three!, three!, paid.driver.id, one!, two!, four!]
  const fresh = { source: 'bolt', kind: 'individual', value: 'novo' } as const
  const given = [
    ...receivers.map((driverId, at) => ({ owner: { driverId }, keys: [keys[at]!] })),
    { owner: { driverId: two! }, keys: [fresh] },
    { owner: { company: true as const }, keys: [{ ...fresh, value: 'outro' }] },
  ]
  const oneByOne = await leaves(async (change) => {
    for (const { owner, keys: own } of given) await addKeysToEach(change, [{ owner, keys: own }])
  })
  expect(oneByOne.notes).toHaveLength(given.length + 3)
  expect(oneByOne.released).toHaveLength(4)
  expect(await leaves((change) => addKeysToEach(change, given))).toEqual(oneByOne)
})

test('many names that come back, or to another, ask as many statements as few', async () => {
  const asked: number[][] = []
  // The first time asks also what a process asks once.
  for (const count of [3, 3, 30]) {
    await emptyDatabase()
    const drivers: string[] = []
    for (let at = 0; at < count; at++) drivers.push(await newDriver({ name: `Nome ${at}`, iban: '' }))
    const keys = await givenAway(drivers)
    const statements = async (receivers: readonly string[]) => {
      const given = keys.map((key, at) => ({ owner: { driverId: receivers[at]! }, keys: [key] }))
      return (await statementsOf(() => makeChange((change) => addKeysToEach(change, given)))).length
    }
    const moved = await statements([...drivers.slice(1), drivers[0]!])
    expect(await db.selectFrom('inbox_notices').select('id').execute()).toHaveLength(count)
    await db.deleteFrom('source_keys').execute()
    asked.push([moved, await statements(drivers)])
    expect(await db.selectFrom('released_keys').select('value').execute()).toEqual([])
  }
  expect(asked[2]).toEqual(asked[1])
})
