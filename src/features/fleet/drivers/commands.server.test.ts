import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { readWeek } from '#domain/week.ts'
import { COMMAND_LINE, type Change, carryOut } from '#features/audit/commands.server.ts'
import { withdrawContract } from '#features/contracts/commands.server.ts'
import { listKeys } from '#features/fleet/keys/queries.server.ts'
import { PROJECT_ROOT } from '#platform/root.ts'
import { contractWorld } from '#test/contracts.ts'
import { aFleet, asOwner, dropPublicSet } from '#test/factories.ts'
import { addDriverKey, createDriver, removeDriver, restoreDriver, saveDriver } from './commands.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import {
  getDriver,
  listDriverRecords,
  listDrivers,
  listGoneDrivers,
  listRemovedKeys,
  listTies,
} from './queries.server.ts'
import { EMPTY_DRIVER, driverInput, driverKeyInput, driverRecord, newDriverInput } from './schema.ts'
import { factsOf } from '#forms/record.ts'
import { listEvents } from '#features/audit/queries.server.ts'

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z')
const UBER_ID = '7f1c0e3a-9b52-4a5e-8c11-2d90aa4be077'

const act = <Answer extends string | null>(work: (change: Change) => Promise<Answer>, now = NOW) =>
  carryOut({ actor: COMMAND_LINE, action: 'driver.test', now }, work)
const done = (work: (change: Change) => Promise<void>, now = NOW) =>
  act(async (change) => (await work(change), null), now)

const newDriver = (form: Record<string, string>) =>
  act((change) => createDriver(change, newDriverInput.parse({ ...EMPTY_DRIVER, ...form })))
const form = async (id: string, changes: Record<string, string>) => {
  const { version } = await getDriver(id)
  return driverInput.parse({ ...EMPTY_DRIVER, name: 'Bruna', version, ...changes })
}

test('every field of a record is kept, shown in the history and comes back as it was typed', async () => {
  const sample = { email: 'todos.os.campos@exemplo.pt', phone: '+351969876543', day: '2026-11-02' } as Record<
    string,
    string
  >
  const typed = Object.fromEntries(
    Object.keys(driverRecord.fields).map((name) => {
      const { control, options } = factsOf(driverRecord, name)
      return [name, options?.at(-1)?.value ?? sample[control] ?? `Dito-${name.length}`]
    }),
  )
  const id = await newDriver({ name: 'Primeira' })
  const { version } = await getDriver(id)
  await done((change) => saveDriver(change, id, driverInput.parse({ ...EMPTY_DRIVER, ...typed, version })))
  expect(await getDriver(id)).toMatchObject(typed)
  expect((await listDriverRecords()).get(id)).toEqual(typed)
  const [saved] = await listEvents(`driver:${id}`)
  expect(saved?.changes.map(({ field }) => field)).toEqual(expect.arrayContaining(Object.keys(driverRecord.fields)))
})

test('a driver without a short name gets the next free one', async () => {
  const first = await getDriver(await newDriver({ name: 'Anselmo Tavira' }))
  await newDriver({ name: 'Rui', ref: `M${Number(first.ref.slice(1)) + 1}` })
  const third = await getDriver(await newDriver({ name: 'Dulce' }))
  expect(Number(third.ref.slice(1))).toBe(Number(first.ref.slice(1)) + 2)
  await expect(newDriver({ name: 'Outra', ref: first.ref })).rejects.toMatchObject({ code: 'driver.ref-taken' })
})

test('e-mail and phone are match keys that move with the record, and another driver cannot have them', async () => {
  const id = await newDriver({ name: 'Bruna', email: 'Bruna@Example.org', phone: '912 345 678' })
  const keys = async () =>
    (
      await db.selectFrom('source_keys').select(['kind', 'value']).where('driver_id', '=', id).orderBy('kind').execute()
    ).map(({ value }) => value)
  expect(await keys()).toEqual(['bruna@example.org', '912345678'])

  await expect(newDriver({ name: 'Farhan', email: 'bruna@example.org' })).rejects.toMatchObject({
    code: 'key.taken',
    params: { owner: expect.stringContaining('Bruna') },
  })
  const moved = await form(id, { email: 'nova@example.org', phone: '' })
  await done((change) => saveDriver(change, id, moved))
  expect(await keys()).toEqual(['nova@example.org'])
})

test('of another e-mail on a record its old address is told, and the account; of the same one in other letters nobody', async () => {
  const id = await newDriver({ name: 'Ivone', email: 'ivone@example.org' })
  await db.insertInto('users').values({ uid: 'ivone', email: 'conta@example.org', role: 'driver' }).execute()
  await db.updateTable('drivers').set({ uid: 'ivone' }).where('id', '=', id).execute()
  const write = async (email: string) => {
    const changed = await form(id, { email })
    await done((change) => saveDriver(change, id, changed))
    const mails = await db.selectFrom('mail_outbox').selectAll().where('driver_id', '=', id).orderBy('id').execute()
    return mails.map(({ recipient, template, params }) => [recipient, template, params])
  }
  expect(await write('Ivone@Example.org')).toEqual([])
  const first = [
    ['Ivone@Example.org', 'contact-changed', { to: 'o•••@example.org' }],
    ['conta@example.org', 'contact-changed', { to: 'o•••@example.org' }],
  ]
  expect(await write('outra@example.org')).toEqual(first)
  expect((await write('')).slice(2)).toEqual([
    ['outra@example.org', 'contact-changed', { to: '' }],
    ['conta@example.org', 'contact-changed', { to: '' }],
  ])
})

test('an older form of a record is refused', async () => {
  const id = await newDriver({ name: 'Bruna' })
  const stale = await form(id, { notes: 'uma' })
  await done((change) => saveDriver(change, id, stale))
  await expect(done((change) => saveDriver(change, id, stale))).rejects.toMatchObject({
    code: 'record.changed-meanwhile',
  })
})

test('a platform identifier that is somebody else’s is refused, naming whom', async () => {
  const [one, two] = [await newDriver({ name: 'Cássio' }), await newDriver({ name: 'Hélder' })]
  const key = driverKeyInput.parse({ name: 'uber:driver', value: '51DBED65-348C-466C-ADE0-38C901B9DF35' })
  await done((change) => addDriverKey(change, one, key))
  await done((change) => addDriverKey(change, one, key))
  await expect(done((change) => addDriverKey(change, two, key))).rejects.toMatchObject({
    code: 'key.taken',
    params: { value: '51dbed65-348c-466c-ade0-38c901b9df35', owner: expect.stringContaining('Cássio') },
  })
  expect(driverKeyInput.safeParse({ name: 'uber:driver', value: 'cassio' }).success).toBe(false)
})

test('a record made by mistake is put away, its names and short name are free, and it can be fetched back', async () => {
  const id = await newDriver({ name: 'Engano', ref: 'X77', email: 'engano@example.org' })
  await done((change) => addTerms(change, id, { from: readWeek('2026-11-23'), terms: PLAIN_TERMS, reason: 'x' }))
  await done((change) => removeDriver(change, id, 'Criado duas vezes'))
  expect((await listDrivers(NOW)).some((driver) => driver.id === id)).toBe(false)
  const again = await newDriver({ name: 'Certo', ref: 'X77', email: 'engano@example.org' })
  expect(await listGoneDrivers(NOW)).toContainEqual(expect.objectContaining({ id, ref: 'X77', gone: 'removed' }))
  await done((change) => removeDriver(change, again, 'Afinal não'))
  await done((change) => restoreDriver(change, id))
  expect(await getDriver(id)).toMatchObject({ ref: 'X77', removedAt: null })
  expect(await listDrivers(NOW)).toContainEqual(expect.objectContaining({ id, ref: 'X77', gone: null }))
})

test('a restored record has all its names again, but those that somebody else has by now: they are said before', async () => {
  const id = await newDriver({ name: 'Engano', ref: 'X78', email: 'engano2@example.org', phone: '912 345 678' })
  const names = async (of: string) => (await listKeys({ driverId: of })).map(({ value }) => value)
  await done((change) => addDriverKey(change, id, driverKeyInput.parse({ name: 'uber:driver', value: UBER_ID })))
  const before = await names(id)
  expect(before).toHaveLength(3)
  await done((change) => removeDriver(change, id, 'Criado duas vezes'))
  expect(await names(id)).toEqual([])

  const other = await newDriver({ name: 'Certo', ref: 'X78', email: 'engano2@example.org' })
  const said = (await listRemovedKeys(await getDriver(id))).map(({ key, owner }) => [key.value, owner])
  expect(said).toEqual([
    ['engano2@example.org', 'Certo (X78)'],
    ['912345678', null],
    [UBER_ID, null],
  ])
  await done((change) => restoreDriver(change, id))
  expect((await getDriver(id)).ref).not.toBe('X78')
  expect(await names(id)).toEqual(['912345678', UBER_ID])
  expect(await names(other)).toEqual(['engano2@example.org'])
})

test('whoever is taken in as suspended is so from that day, and no longer once the record says otherwise', async () => {
  const days = async (id: string) => {
    const rows = db.selectFrom('driver_suspensions').select(['from_on', 'until_on']).where('driver_id', '=', id)
    return (await rows.execute()).map(({ from_on, until_on }) => [from_on, until_on])
  }
  const id = await newDriver({ name: 'Suspensa', status: 'suspended' })
  expect(await days(id)).toEqual([['2026-11-20', null]])
  const lifted = await form(id, { status: 'active' })
  await done((change) => saveDriver(change, id, lifted), NOW.add({ hours: 72 }))
  expect(await days(id)).toEqual([['2026-11-20', '2026-11-22']])
  expect(await days(await newDriver({ name: 'Ativa' }))).toEqual([])
})

test('of records that came in suspended before their days were kept, the migration writes the days down', async () => {
  const text = await readFile(join(PROJECT_ROOT, 'src/db/migrations/340-suspended-from-the-first-day.sql'), 'utf8')
  const later = NOW.add({ hours: 72 })
  const taken = async (changes: { status: string; notes?: string }[]) => {
    const id = await newDriver({ name: 'De antes', status: 'suspended' })
    await db.updateTable('drivers').set({ created_at: NOW.toString() }).where('id', '=', id).execute()
    // As in earlier data: only the state, without days.
    await asOwner(`delete from driver_suspensions where driver_id = '${id}'`)
    for (const fields of changes) {
      const changed = await form(id, fields)
      await done((change) => saveDriver(change, id, changed), later)
    }
    return id
  }
  const ids = [
    await taken([]),
    await taken([{ status: 'suspended', notes: 'uma nota' }]),
    await taken([{ status: 'active' }]),
    await newDriver({ name: 'Ativa' }),
  ]
  await asOwner(text)
  await asOwner(text)
  const days = await Promise.all(
    ids.map((id) =>
      db.selectFrom('driver_suspensions').select(['from_on', 'until_on']).where('driver_id', '=', id).execute(),
    ),
  )
  expect(days).toEqual([
    [{ from_on: '2026-11-20', until_on: null }],
    [{ from_on: '2026-11-20', until_on: null }],
    [{ from_on: '2026-11-20', until_on: '2026-11-22' }],
    [],
  ])
})

test('a driver of whom rows or statements speak is not put away, and the page says what does', async () => {
  const { driver } = await aFleet()
  await dropPublicSet()
  expect((await listTies(driver('D1'))).map(({ tie }) => tie)).toEqual(expect.arrayContaining(['rows', 'cars']))
  await expect(done((change) => removeDriver(change, driver('D1'), 'x'))).rejects.toMatchObject({
    code: 'driver.in-use',
  })
})

test('no record goes away while a paper, a fine, a hand-over or a damage speaks of it', async () => {
  const { driver, vehicle } = await aFleet()
  const [other, car] = [driver('D1'), vehicle('ZX11TA')]
  const id = await newDriver({ name: 'Eva Sai' })
  const ties = async () => (await listTies(id)).map(({ tie }) => tie)
  expect(await ties()).toEqual([])
  await asOwner(`
    insert into papers (id, kind, driver_id, state, asked_at) values (gen_random_uuid(), 'identity', '${id}', 'asked', now());
    insert into fines (number, body, vehicle_id, driver_id, committed_at, place, offence, notified_on, created_at)
      values ('123456789', 'ansr', '${car}', '${id}', now(), 'Lisboa', '', '2026-11-01', now());
    with kept as (insert into inspections (sent_key, vehicle_id, kind, driver_id, at, kilometres, energy, office_signed, driver_signed,
      received_at) values (gen_random_uuid(), '${car}', 'out', '${id}', now(), 1, 50, 'Helena', 'Eva', now()) returning id)
    insert into damages (inspection_id, vehicle_id, type, part, x, y, severity, is_new, driver_id)
      select id, '${car}', 'dent', 'bonnet', 1, 1, 'light', true, '${id}' from kept`)
  expect(await ties()).toEqual(['papers', 'fines', 'inspections', 'damages'])
  await expect(done((change) => removeDriver(change, id, 'x'))).rejects.toMatchObject({ code: 'driver.in-use' })
  await asOwner(`
    delete from papers where driver_id = '${id}';
    update fines set driver_id = '${other}' where driver_id = '${id}';
    update damages set driver_id = null where driver_id = '${id}';
    update inspections set driver_id = '${other}' where driver_id = '${id}'`)
  await done((change) => removeDriver(change, id, 'Criado duas vezes'))
})

test('no record goes away while there is a contract with it that was not withdrawn', async () => {
  const { own, aSent } = await contractWorld()
  const isTied = async () => (await listTies(own)).some(({ tie }) => tie === 'contracts')
  const id = await aSent(own)
  expect(await isTied()).toBe(true)
  await done((change) => withdrawContract(change, id, 'Engano'))
  expect(await isTied()).toBe(false)
})
