import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { sealedIban } from '#db/sealed-columns.server.ts'
import { readWeek } from '#domain/week.ts'
import { COMMAND_LINE, type Change, carryOut } from '#features/audit/commands.server.ts'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { createDriver } from '#features/fleet/drivers/commands.server.ts'
import { changeIban } from './commands.server.ts'
import { listDrivers } from '#features/fleet/drivers/queries.server.ts'
import { currentIban, listIbans, listPayTargets } from './queries.server.ts'
import { EMPTY_DRIVER, newDriverInput } from '#features/fleet/drivers/schema.ts'

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z')
const FIRST_IBAN = 'PT50999900000000000010173'
const SECOND_IBAN = 'PT50999900000000000010270'

const act = <Answer extends string | null>(work: (change: Change) => Promise<Answer>, now = NOW) =>
  carryOut({ actor: COMMAND_LINE, action: 'driver.test', now }, work)
const done = (work: (change: Change) => Promise<void>, now = NOW) =>
  act(async (change) => (await work(change), null), now)

const newDriver = (form: Record<string, string>) =>
  act((change) => createDriver(change, newDriverInput.parse({ ...EMPTY_DRIVER, ...form })))

test('the first IBAN counts at once, a change waits 48 hours and is told to the driver', async () => {
  const id = await newDriver({ name: 'Edvaldo', email: 'edvaldo@example.org', iban: FIRST_IBAN })
  expect(await currentIban(db, id)).toMatchObject({
    iban: { ends: FIRST_IBAN.slice(-4) },
    holder: 'Edvaldo',
    heldUntil: null,
    valid: true,
  })

  await done((change) => changeIban(change, id, { iban: FIRST_IBAN, holder: null }))
  expect(await listIbans(id, NOW)).toHaveLength(1)

  await done((change) => changeIban(change, id, { iban: SECOND_IBAN, holder: 'Edvaldo de Jesus' }))
  const changed = await currentIban(db, id)
  expect(changed).toMatchObject({ iban: { ends: SECOND_IBAN.slice(-4) }, holder: 'Edvaldo de Jesus' })
  expect(String(changed?.heldUntil)).toBe('2026-11-22T09:00:00Z')
  expect((await listIbans(id, NOW)).map(({ state }) => state)).toEqual(['held', 'ready'])
  expect((await listIbans(id, NOW.add({ hours: 48 }))).map(({ state }) => state)).toEqual(['ready', 'ready'])

  const mail = await db.selectFrom('mail_outbox').selectAll().where('driver_id', '=', id).execute()
  expect(mail).toMatchObject([{ recipient: 'edvaldo@example.org', template: 'iban-changed', params: { ends: '0270' } }])
})

test('another address on the record keeps no warning from whoever holds the account', async () => {
  const id = await newDriver({ name: 'Ivone', email: 'outra.pessoa@example.org', iban: FIRST_IBAN })
  await db.insertInto('users').values({ uid: 'ivone', email: 'ivone@example.org', role: 'driver' }).execute()
  await db.updateTable('drivers').set({ uid: 'ivone' }).where('id', '=', id).execute()
  await done((change) => changeIban(change, id, { iban: SECOND_IBAN, holder: null }))

  const mail = await db.selectFrom('mail_outbox').select('recipient').where('driver_id', '=', id).execute()
  expect(mail.map(({ recipient }) => recipient).toSorted()).toEqual(['ivone@example.org', 'outra.pessoa@example.org'])
})

test('an IBAN that no bank would take was never paid to: the right one is a first entry, and waits for nothing', async () => {
  const id = await newDriver({ name: 'Filomena', email: 'filomena@example.org' })
  const wrong = `${FIRST_IBAN.slice(0, -1)}4`
  await db
    .insertInto('driver_ibans')
    .values({ driver_id: id, ...sealedIban(id, wrong), added_at: NOW.toString() })
    .execute()
  await done((change) => changeIban(change, id, { iban: FIRST_IBAN, holder: null }))
  expect(await currentIban(db, id)).toMatchObject({ iban: { ends: FIRST_IBAN.slice(-4) }, heldUntil: null })
  expect(await db.selectFrom('mail_outbox').select('id').where('driver_id', '=', id).execute()).toEqual([])

  // A wrong IBAN in between does not avoid the wait.
  await db
    .insertInto('driver_ibans')
    .values({ driver_id: id, ...sealedIban(id, wrong), added_at: NOW.toString() })
    .execute()
  await done((change) => changeIban(change, id, { iban: SECOND_IBAN, holder: null }))
  expect(String((await currentIban(db, id))?.heldUntil)).toBe('2026-11-22T09:00:00Z')
})

test('a first IBAN from somebody without the power over money waits, and one from who has it does not', async () => {
  await db
    .insertInto('users')
    .values(
      ['operations', 'finance'].map((scope) => ({
        uid: scope,
        email: `${scope}@example.org`,
        role: 'admin',
        scopes: [scope],
      })),
    )
    .execute()
  const first = (uid: string) =>
    carryOut(
      { actor: { uid, role: 'admin', address: null, requestId: null }, action: 'driver.create', now: NOW },
      (change) => createDriver(change, newDriverInput.parse({ ...EMPTY_DRIVER, name: uid, iban: FIRST_IBAN })),
    )
  expect(String((await currentIban(db, await first('operations')))?.heldUntil)).toBe('2026-11-22T09:00:00Z')
  expect((await currentIban(db, await first('finance')))?.heldUntil).toBeNull()
})

test('a changed IBAN waits as long as the settings of that week say', async () => {
  const id = await newDriver({ name: 'Fausto', iban: FIRST_IBAN })
  const settings = { ibanHoldHours: 24 }
  await done((change) => changeSettings(change, { from: readWeek('2026-11-23'), settings, reason: 'Ensaio' }))
  const later = NOW.add({ hours: 7 * 24 })
  await done((change) => changeIban(change, id, { iban: SECOND_IBAN, holder: null }), later)
  expect(String((await currentIban(db, id))?.heldUntil)).toBe('2026-11-28T09:00:00Z')
})

test('going back to the earlier IBAN is a change too', async () => {
  const id = await newDriver({ name: 'Gonçalo', iban: FIRST_IBAN })
  await done((change) => changeIban(change, id, { iban: SECOND_IBAN, holder: null }))
  await done((change) => changeIban(change, id, { iban: FIRST_IBAN, holder: null }), NOW.add({ hours: 1 }))
  expect(String((await currentIban(db, id))?.heldUntil)).toBe('2026-11-22T10:00:00Z')
})

test('a driver without an IBAN is listed as one who cannot be paid', async () => {
  const id = await newDriver({ name: 'Sem conta' })
  expect((await listPayTargets(db, [id])).get(id)).toMatchObject({ iban: null, valid: false })
  expect((await listDrivers(NOW)).find((driver) => driver.id === id)?.iban).toBe('missing')
})
