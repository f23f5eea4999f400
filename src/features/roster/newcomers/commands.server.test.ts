import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { bounds } from '#domain/week.ts'
import { driverFromRowInput, newDriver } from '#features/fleet/drivers/schema.ts'
import { createDriver } from '#features/fleet/drivers/commands.server.ts'
import { listDriverRecords } from '#features/fleet/drivers/queries.server.ts'
import { takeBack } from '#features/weeks/answers/commands.server.ts'
import { listAnswers } from '#features/weeks/answers/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import {
  PUBLIC_FILES,
  WEEK,
  aFleet,
  makeChange,
  drop,
  dropPublicSet,
  edited,
  emptyDatabase,
  publicFile,
  tripsFile,
} from '#test/factories.ts'
import { statementsOf } from '#test/statements.ts'
import { createDriverOfRow, createNewcomers } from './commands.server.ts'
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
  makeChange((change) => createNewcomers(change, WEEK, newcomersInput.parse(form), 'Não trabalha connosco'))
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
    ignored: 0,
  })
  expect(await fleet()).toEqual({ drivers: proposed.drivers.length, vehicles: proposed.vehicles.length })

  const { unmatched, checks } = await getWeek(WEEK)
  expect(unmatched.filter(({ attribution }) => attribution.reason === 'unknown-driver')).toEqual([])
  expect(unmatched.filter(({ attribution }) => attribution.reason === 'unknown-plate')).toEqual([])
  expect(checks.sourcesIn).toBe(checks.settled + checks.unmatched + checks.company)
  expect((await proposeNewcomers(WEEK)).drivers).toEqual([])
})

test('many new drivers and cars of the files ask as many statements as few', async () => {
  const asked: number[] = []
  // The first time asks also what a process asks once.
  for (const count of [2, 2, 8]) {
    await emptyDatabase()
    await dropPublicSet()
    const { drivers, vehicles } = await proposeNewcomers(WEEK)
    const some = { drivers: drivers.slice(0, count), vehicles: vehicles.slice(0, count) }
    const held = some.vehicles.map(({ id }, at) => [`holder-${id}`, `new:${some.drivers[at]!.id}`])
    const form = { ...formOf(some), ...Object.fromEntries(held) }
    asked.push((await statementsOf(() => create(form))).length)
    expect(await fleet()).toEqual({ drivers: count, vehicles: count })
    expect(await db.selectFrom('assignments').select('id').execute()).toHaveLength(count)
  }
  expect(asked[2]).toBe(asked[1])
})

test('whoever has the first name of the only other on another platform is looked at first', async () => {
  await dropPublicSet()
  const { drivers } = await proposeNewcomers(WEEK)
  const alike = new Map(drivers.map(({ name, alike: other }) => [name, other]))
  expect(alike.get('Bruna Salgueiro')).toBe('Bruna Nóbrega')
  expect(alike.get('Farhan Merelim')).toBe('Farhan Iqbal')
  expect(alike.get('Dulce Malveira')).toBeNull()
})

test('a car is known by its tags and cards from then on, a driver by every identifier of the platforms', async () => {
  await dropPublicSet()
  const proposed = await proposeNewcomers(WEEK)
  await create(formOf(proposed))
  const keys = await db.selectFrom('source_keys').select(['source', 'kind', 'value', 'vehicle_id']).execute()
  const kinds = new Set(keys.map(({ source, kind }) => `${source} ${kind}`))
  expect([...kinds]).toEqual(
    expect.arrayContaining(['uber driver', 'bolt driver', 'bolt individual', 'viaverde obu', 'prio fuel-card']),
  )
  const tags = proposed.vehicles.flatMap(({ parts }) => parts.flatMap((part) => part.keys))
  const tagValues = new Set(tags.filter(({ kind }) => kind === 'obu' || kind === 'iai').map(({ value }) => value))
  expect(keys.filter(({ value }) => tagValues.has(value)).every(({ vehicle_id }) => vehicle_id !== null)).toBe(true)
})

/** The Bolt report with one more driver, of whom every figure is nothing. */
const withAnIdle = edited(publicFile('2026W23'), (text) => {
  const cells = text
    .trimEnd()
    .split('\n')
    .at(-1)!
    .split(/(?<="),(?=")/)
  const still = cells.map((cell, at) =>
    at < 3 || at > cells.length - 3 ? cell.replaceAll(/[a-z]/g, 'x').replaceAll(/\d/g, '7') : '"0.00"',
  )
  return `${text.trimEnd()}\n${still.join(',')}\n`
})

test('whoever drove nothing is told from those who did, and left unticked asks no more until the answer is taken back', async () => {
  await drop([withAnIdle])
  const proposed = await proposeNewcomers(WEEK)
  const [still, ...more] = proposed.drivers.filter(({ isIdle }) => isIdle)
  expect([more.length, proposed.drivers.length > 2]).toEqual([0, true])
  const form = formOf(proposed)
  delete form[`driver-${still!.id}`]
  expect(await create(form)).toMatchObject({ drivers: proposed.drivers.length - 1, ignored: 1 })
  expect((await proposeNewcomers(WEEK)).drivers).toEqual([])
  expect((await getWeek(WEEK)).unmatched).toEqual([])

  const answer = (
    await listAnswers(await getWeek(WEEK), { since: bounds(WEEK).start, watched: [], infoAnswers: [], accepted: [] })
  ).find(({ kind }) => kind === 'row')
  expect(answer).toMatchObject({ says: 'nothing', reason: 'Não trabalha connosco', count: 1, total: 0 })
  await makeChange((change) => takeBack(change, answer!.id))
  expect((await proposeNewcomers(WEEK)).drivers.map(({ name }) => name)).toEqual([still!.name])
})

test('a list of nobody but the idle is done by leaving them; where nothing would come of it, it is refused', async () => {
  await drop([withAnIdle])
  const { drivers } = await proposeNewcomers(WEEK)
  const [still, other] = [drivers.find(({ isIdle }) => isIdle)!, drivers.find(({ isIdle }) => !isIdle)!]
  await expect(create({ [`name-${other.id}`]: other.name })).rejects.toMatchObject({ code: 'newcomers.nobody' })
  expect(await create({ [`name-${still.id}`]: still.name })).toEqual({ drivers: 0, vehicles: 0, ignored: 1 })
})

test('a name that lost letters in the version that counts is taken from the other; one of the fleet takes a line in', async () => {
  const lossy = edited(publicFile('2026W23'), (text) => text.replaceAll(/ã|õ|é|ç/g, '?'))
  const whole = (await proposeAfter(publicFile('2026W23'))).map(({ name }) => name)
  await drop([lossy])
  expect((await proposeNewcomers(WEEK)).drivers.map(({ name }) => name)).toEqual(whole)

  const [first] = (await proposeNewcomers(WEEK)).drivers
  const id = await makeChange((change) => createDriver(change, newDriver({ name: 'Outro Nome' })))
  const form = {
    [`driver-${first!.id}`]: 'on',
    [`name-${first!.id}`]: first!.name,
    [`same-${first!.id}`]: `driver:${id}`,
  }
  await create({ ...form, [`email-${first!.id}`]: '', [`phone-${first!.id}`]: '' })
  expect((await proposeNewcomers(WEEK)).drivers).toHaveLength(whole.length - 1)
  const gone = { ...form, [`same-${first!.id}`]: `driver:${crypto.randomUUID()}` }
  await expect(create(gone)).rejects.toMatchObject({ code: 'record.not-found' })
})

const proposeAfter = async (file: Parameters<typeof drop>[0][number]) => {
  await drop([file])
  return (await proposeNewcomers(WEEK)).drivers
}

test('a name on a card says who has the car', async () => {
  await dropPublicSet()
  const [somebody] = (await proposeNewcomers(WEEK)).drivers
  await emptyDatabase()
  const electric = publicFile('electric')
  const others = PUBLIC_FILES.filter(({ name }) => name !== electric.name)
  await drop([...others, edited(electric, (text) => text.replaceAll('Eletro2', somebody!.name))])
  const { drivers, vehicles } = await proposeNewcomers(WEEK)
  const held = vehicles.filter(({ holder }) => holder !== null)
  expect(held).toMatchObject([{ plate: 'ZX22TB', holder: { because: { by: 'card' } } }])
  expect(drivers.map(({ id }) => `new:${id}`)).toContain(held[0]!.holder!.id)
})

test('who drove a car when is proposed from the trips before any name on a card, and what contradicts itself is asked', async () => {
  await dropPublicSet()
  const before = await proposeNewcomers(WEEK)
  const [one, other] = before.drivers.flatMap(({ name, parts }) =>
    parts.flat().flatMap(({ source, keys }) => {
      const uuid = keys.find(({ kind }) => kind === 'driver')?.value
      return source === 'uber' && uuid ? [{ name, uuid }] : []
    }),
  )
  const [shared, torn] = before.vehicles.filter(({ parts }) => parts.some(({ source }) => source === 'viaverde'))
  await drop([
    tripsFile([
      [one!.uuid, shared!.plate, 9, 10],
      [one!.uuid, shared!.plate, 34, 35],
      [other!.uuid, shared!.plate, 60, 61],
      [one!.uuid, torn!.plate, 100, 102],
      [other!.uuid, torn!.plate, 101, 103],
      [other!.uuid, 'ZX98ZY', 120, 121],
      ['aaaaaaaa-0000-4000-8000-000000000000', 'ZX97ZX', 120, 121],
    ]),
  ])
  const proposed = await proposeNewcomers(WEEK)
  const tripsOf = (plate: string) => proposed.vehicles.find((vehicle) => vehicle.plate === plate)!
  expect(tripsOf(shared!.plate)).toMatchObject({
    holder: { because: { by: 'trips' } },
    trips: {
      is: 'clear',
      held: [
        { name: one!.name, from: '2026-05-31T23:00:00Z', to: '2026-06-02T10:00:00Z' },
        { name: other!.name, from: '2026-06-03T11:00:00Z', to: null },
      ],
    },
  })
  expect(tripsOf(torn!.plate)).toMatchObject({ holder: null, trips: { is: 'contradicted' } })
  expect(tripsOf('ZX98ZY')).toMatchObject({ holder: { because: { by: 'trips' } } })
  expect(tripsOf('ZX97ZX')).toMatchObject({ holder: null, trips: { is: 'stranger', name: 'Nome Do Ficheiro' } })

  const form = formOf(proposed)
  for (const { id, holder } of proposed.vehicles) form[`holder-${id}`] = holder?.id ?? ''
  const old = { ...form, [`holder-${tripsOf(shared!.plate).id}`]: 'trips:1-2-3' }
  await expect(create(old)).rejects.toMatchObject({ code: 'newcomers.changed' })
  await create(form)
  const { rows: held } = await sql<{ name: string; period: string }>`
    select drivers.name, period::text from assignments join drivers on drivers.id = driver_id
    join vehicles on vehicles.id = vehicle_id where plate = ${shared!.plate} order by period`.execute(db)
  expect(held.map(({ name }) => name)).toEqual([one!.name, other!.name])
  const { checks } = await getWeek(WEEK)
  expect(checks.sourcesIn).toBe(checks.settled + checks.unmatched + checks.company)
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
  const form = { ...formOf(proposed), [`same-${other!.id}`]: `new:${one!.id}` }
  await expect(create({ ...form, [`same-${one!.id}`]: `new:${other!.id}` })).rejects.toMatchObject({
    code: 'newcomers.holder-missing',
  })
  expect(await create(form)).toMatchObject({ drivers: proposed.drivers.length - 1 })
  expect((await proposeNewcomers(WEEK)).drivers).toEqual([])
})

test('whoever is said to be the same person brings the e-mail and the phone that the first one lacks', async () => {
  await dropPublicSet()
  const proposed = await proposeNewcomers(WEEK)
  const [one, other] = proposed.drivers
  const typed = { [`email-${one!.id}`]: '', [`phone-${one!.id}`]: '', [`name-${one!.id}`]: 'Ana de Sá' }
  const brought = { [`email-${other!.id}`]: 'ana@example.org', [`phone-${other!.id}`]: '+351990000199' }
  await create({ ...formOf(proposed), ...typed, ...brought, [`same-${other!.id}`]: `new:${one!.id}` })
  const ana = [...(await listDriverRecords()).values()].find(({ name }) => name === 'Ana de Sá')!
  expect(ana).toMatchObject({ email: 'ana@example.org', phone: '+351990000199' })
})

test('two put together by name are two people when the office says so, and each has their own rows', async () => {
  await dropPublicSet()
  const proposed = await proposeNewcomers(WEEK)
  const both = proposed.drivers.find(({ parts }) => parts.length === 2)!
  const { id, name, email, phone } = both
  const form = { [`driver-${id}`]: 'on', [`apart-${id}`]: 'on', [`name-${id}`]: name, [`email-${id}`]: email }
  expect(await create({ ...form, [`phone-${id}`]: phone })).toEqual({ drivers: 2, vehicles: 0, ignored: 0 })
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

test('somebody with the name of two of the fleet is told of both; said to be one, they need no tick and nobody is created', async () => {
  await drop([publicFile('2026W23')])
  const [first] = (await proposeNewcomers(WEEK)).drivers
  const { name } = first!
  const [one] = await Promise.all(
    ['', 'ze@example.org'].map((email) => makeChange((change) => createDriver(change, newDriver({ name, email })))),
  )
  const proposed = await proposeNewcomers(WEEK)
  const asked = proposed.drivers.find((driver) => driver.name === name)!
  expect(asked.namesakes.map((driver) => driver.name)).toEqual([name, name])
  expect(proposed.drivers.filter(({ namesakes }) => namesakes.length > 0)).toHaveLength(1)

  const { id } = asked
  const form = { [`name-${id}`]: name, [`email-${id}`]: '', [`phone-${id}`]: '', [`same-${id}`]: `driver:${one}` }
  expect(await create(form)).toEqual({ drivers: 0, vehicles: 0, ignored: 0 })
  expect((await proposeNewcomers(WEEK)).drivers.some((driver) => driver.name === name)).toBe(false)
})

test('a driver made from a row keeps the identifier the page names, though e-mail and phone would place the row', async () => {
  await drop([publicFile('2026W23')])
  const { row, attribution } = (await getWeek(WEEK)).unmatched.find(({ row: { keys } }) =>
    keys.some(({ kind }) => kind === 'email'),
  )!
  const value = (kind: string) => row.keys.find((key) => key.kind === kind)?.value ?? ''
  const input = driverFromRowInput.parse({ name: 'Ana', email: value('email'), phone: value('phone') })
  const { id, week } = await makeChange((change) => createDriverOfRow(change, row.id, input))
  expect(week).toBe(WEEK)
  const keys = await db
    .selectFrom('source_keys')
    .select(['source', 'kind', 'value'])
    .where('driver_id', '=', id)
    .execute()
  expect(keys).toContainEqual({ source: row.source, ...attribution.key })
  expect(keys.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['driver', 'email', 'phone']))

  const before = await fleet()
  await expect(makeChange((change) => createDriverOfRow(change, row.id, input))).rejects.toThrow('record.not-found')
  expect(await fleet()).toEqual(before)
})
