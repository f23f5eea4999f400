import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { WEEK, aFleet, change, dropPublicSet, emptyDatabase } from '#test/factories.ts'
import { createNewcomers } from './commands.server.ts'
import { type Newcomers, proposeNewcomers } from './queries.server.ts'
import { newcomersInput } from './schema.ts'

beforeEach(emptyDatabase)

/** The form as the page shows it, everything ticked. */
function formOf({ drivers, vehicles }: Newcomers): Record<string, string> {
  return Object.fromEntries([
    ...drivers.flatMap(({ id, name, email, phone }) => [
      [`driver-${id}`, 'on'],
      [`name-${id}`, name],
      [`email-${id}`, email],
      [`phone-${id}`, phone],
    ]),
    ...vehicles.flatMap(({ id, plate }) => [
      [`vehicle-${id}`, 'on'],
      [`plate-${id}`, plate],
      [`holder-${id}`, ''],
    ]),
  ])
}
const create = (form: Record<string, string>) =>
  change((deed) => createNewcomers(deed, WEEK, newcomersInput.parse(form)))
const fleet = async () => ({
  drivers: (await db.selectFrom('drivers').select(['id', 'name']).execute()).length,
  vehicles: (await db.selectFrom('vehicles').select('id').execute()).length,
})

test('a first week without a fleet: everybody the files know is created once, and no row of theirs is left', async () => {
  await dropPublicSet()
  const proposed = await proposeNewcomers(WEEK)
  expect(proposed.drivers.length).toBeLessThan(proposed.drivers.flatMap(({ parts }) => parts.flat()).length)
  expect(await create(formOf(proposed))).toEqual({
    drivers: proposed.drivers.length,
    vehicles: proposed.vehicles.length,
  })
  expect(await fleet()).toEqual({ drivers: proposed.drivers.length, vehicles: proposed.vehicles.length })

  const { unmatched, checks } = await getWeek(WEEK)
  expect(unmatched.filter(({ attribution }) => attribution.reason === 'unknown-driver')).toEqual([])
  expect(unmatched.filter(({ attribution }) => attribution.reason === 'unknown-plate')).toEqual([])
  expect(checks.sourcesIn).toBe(checks.settled + checks.unmatched + checks.company)
  expect((await proposeNewcomers(WEEK)).drivers).toEqual([])
})

test('the same list sent twice creates nobody twice', async () => {
  await dropPublicSet()
  const form = formOf(await proposeNewcomers(WEEK))
  await create(form)
  const before = await fleet()
  await expect(create(form)).rejects.toMatchObject({ code: 'newcomers.changed' })
  expect(await fleet()).toEqual(before)
})

test('whoever is unticked is left, a name is corrected, a car goes to a driver of the list', async () => {
  await dropPublicSet()
  const proposed = await proposeNewcomers(WEEK)
  const [left, ana] = proposed.drivers
  const form = formOf(proposed)
  delete form[`driver-${left!.id}`]
  form[`name-${ana!.id}`] = 'Ana de Sá'
  const car = proposed.vehicles.find(({ parts }) => parts.some(({ source }) => source === 'viaverde'))!
  form[`holder-${car.id}`] = `new:${ana!.id}`
  await create(form)

  expect((await proposeNewcomers(WEEK)).drivers.map(({ id }) => id)).toEqual([left!.id])
  const { statements } = await getWeek(WEEK)
  const rows = statements.find(({ driver }) => driver.name === 'Ana de Sá')!.rows
  expect(rows.some(({ source }) => source === 'viaverde')).toBe(true)
})

test('a car given to somebody who is not created is refused, and nothing is created', async () => {
  await dropPublicSet()
  const { drivers, vehicles } = await proposeNewcomers(WEEK)
  const [lost, car] = [drivers[0]!.id, vehicles[0]!]
  const form = { [`vehicle-${car.id}`]: 'on', [`plate-${car.id}`]: car.plate, [`holder-${car.id}`]: `new:${lost}` }
  await expect(create(form)).rejects.toMatchObject({ code: 'newcomers.holder-missing' })
  expect(await fleet()).toEqual({ drivers: 0, vehicles: 0 })
})

test('two of the list that are one person are created as one, with the names of both; a circle is refused', async () => {
  await dropPublicSet()
  const proposed = await proposeNewcomers(WEEK)
  const [one, other] = proposed.drivers
  const form = { ...formOf(proposed), [`same-${other!.id}`]: one!.id }
  await expect(create({ ...form, [`same-${one!.id}`]: other!.id })).rejects.toMatchObject({
    code: 'newcomers.holder-missing',
  })
  expect(await create(form)).toMatchObject({ drivers: proposed.drivers.length - 1 })
  expect((await proposeNewcomers(WEEK)).drivers).toEqual([])
})

test('two put together by name are two people when the office says so, and each has their own rows', async () => {
  await dropPublicSet()
  const proposed = await proposeNewcomers(WEEK)
  const both = proposed.drivers.find(({ parts }) => parts.length === 2)!
  const { id, name, email, phone } = both
  const form = { [`driver-${id}`]: 'on', [`apart-${id}`]: 'on', [`name-${id}`]: name, [`email-${id}`]: email }
  expect(await create({ ...form, [`phone-${id}`]: phone })).toEqual({ drivers: 2, vehicles: 0 })
  const { statements } = await getWeek(WEEK)
  const sources = statements.map(({ rows }) => [...new Set(rows.map(({ source }) => source))])
  expect(sources.filter((of) => of.length > 0)).toHaveLength(2)
  expect(sources.every((of) => of.length <= 1)).toBe(true)
})

test('who looks like somebody of the fleet is no newcomer; an empty list is not understood', async () => {
  await aFleet()
  await dropPublicSet()
  const { drivers, vehicles } = await proposeNewcomers(WEEK)
  expect([drivers.length, vehicles.map(({ plate }) => plate)]).toEqual([0, ['ZX99ZZ']])
  expect(newcomersInput.safeParse({}).error?.issues).toMatchObject([{ message: 'field.nobody' }])
  const wrong = newcomersInput.safeParse({ 'driver-1': 'on', 'name-1': '', 'email-1': 'x', 'phone-1': '' })
  expect(wrong.error?.issues.map(({ path }) => path)).toEqual([['name-1'], ['email-1']])
})
