import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { sealedIban } from '#db/sealed-columns.server.ts'
import { basisPoints, cents } from '#domain/money.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import { readWeek } from '#domain/week.ts'
import { COMMAND_LINE, type Deed, carryOut } from '#features/audit/commands.server.ts'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { listKeys } from '#features/fleet/keys/queries.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { getStatement } from '#features/settlements/queries.server.ts'
import { MONDAY, WEEK, aFleet, change, dropPublicSet } from '#test/factories.ts'
import {
  addDriverKey,
  addTerms,
  changeIban,
  changeTerms,
  createDriver,
  removeDriver,
  removeTerms,
  restoreDriver,
  saveDriver,
} from './commands.server.ts'
import {
  currentIban,
  getDriver,
  getTerms,
  listDrivers,
  listEveryTerms,
  listGoneDrivers,
  listIbans,
  listPayTargets,
  listRemovedKeys,
  listTerms,
  listTies,
  termsInForce,
  listDriverRecords,
} from './queries.server.ts'
import {
  driverInput,
  driverKeyInput,
  newDriverInput,
  newTermsInput,
  proposedTerms,
  removalInput,
  EMPTY_DRIVER,
  driverRecord,
} from './schema.ts'
import { factsOf } from '#forms/fields.ts'
import { listEvents } from '#features/audit/queries.server.ts'

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z')
const UBER_ID = '7f1c0e3a-9b52-4a5e-8c11-2d90aa4be077'
const FIRST_IBAN = 'PT50999900000000000010173'
const SECOND_IBAN = 'PT50999900000000000010270'

const act = <Answer extends string | null>(work: (deed: Deed) => Promise<Answer>, now = NOW) =>
  carryOut({ actor: COMMAND_LINE, action: 'driver.test', now }, work)
const done = (work: (deed: Deed) => Promise<void>, now = NOW) => act(async (deed) => (await work(deed), null), now)

const newDriver = (form: Record<string, string>) =>
  act((deed) => createDriver(deed, newDriverInput.parse({ ...EMPTY_DRIVER, ...form })))
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
  await done((deed) => saveDriver(deed, id, driverInput.parse({ ...EMPTY_DRIVER, ...typed, version })))
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
  await done((deed) => saveDriver(deed, id, moved))
  expect(await keys()).toEqual(['nova@example.org'])
})

test('an older form of a record is refused', async () => {
  const id = await newDriver({ name: 'Bruna' })
  const stale = await form(id, { notes: 'uma' })
  await done((deed) => saveDriver(deed, id, stale))
  await expect(done((deed) => saveDriver(deed, id, stale))).rejects.toMatchObject({ code: 'record.changed-meanwhile' })
})

test('a platform identifier that is somebody else’s is refused, naming whom', async () => {
  const [one, two] = [await newDriver({ name: 'Cássio' }), await newDriver({ name: 'Hélder' })]
  const key = driverKeyInput.parse({ name: 'uber:driver', value: '51DBED65-348C-466C-ADE0-38C901B9DF35' })
  await done((deed) => addDriverKey(deed, one, key))
  await done((deed) => addDriverKey(deed, one, key))
  await expect(done((deed) => addDriverKey(deed, two, key))).rejects.toMatchObject({
    code: 'key.taken',
    params: { value: '51dbed65-348c-466c-ade0-38c901b9df35', owner: expect.stringContaining('Cássio') },
  })
  expect(driverKeyInput.safeParse({ name: 'uber:driver', value: 'cassio' }).success).toBe(false)
})

test('the first IBAN counts at once, a change waits 48 hours and is told to the driver', async () => {
  const id = await newDriver({ name: 'Edvaldo', email: 'edvaldo@example.org', iban: FIRST_IBAN })
  expect(await currentIban(db, id)).toMatchObject({
    iban: { ends: FIRST_IBAN.slice(-4) },
    holder: 'Edvaldo',
    heldUntil: null,
    valid: true,
  })

  await done((deed) => changeIban(deed, id, { iban: FIRST_IBAN, holder: null }))
  expect(await listIbans(id, NOW)).toHaveLength(1)

  await done((deed) => changeIban(deed, id, { iban: SECOND_IBAN, holder: 'Edvaldo de Jesus' }))
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
  await done((deed) => changeIban(deed, id, { iban: SECOND_IBAN, holder: null }))

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
  await done((deed) => changeIban(deed, id, { iban: FIRST_IBAN, holder: null }))
  expect(await currentIban(db, id)).toMatchObject({ iban: { ends: FIRST_IBAN.slice(-4) }, heldUntil: null })
  expect(await db.selectFrom('mail_outbox').select('id').where('driver_id', '=', id).execute()).toEqual([])

  // A wrong one in between is no way around the wait.
  await db
    .insertInto('driver_ibans')
    .values({ driver_id: id, ...sealedIban(id, wrong), added_at: NOW.toString() })
    .execute()
  await done((deed) => changeIban(deed, id, { iban: SECOND_IBAN, holder: null }))
  expect(String((await currentIban(db, id))?.heldUntil)).toBe('2026-11-22T09:00:00Z')
})

test('a first IBAN from somebody without the power over money waits, and one from who has it does not', async () => {
  await db
    .insertInto('users')
    .values(
      ['operations', 'finance'].map((scope) => ({
        ...{ uid: scope, email: `${scope}@example.org`, role: 'admin', scopes: [scope] },
      })),
    )
    .execute()
  const first = (uid: string) =>
    carryOut(
      { actor: { uid, role: 'admin', address: null, requestId: null }, action: 'driver.create', now: NOW },
      (deed) => createDriver(deed, newDriverInput.parse({ ...EMPTY_DRIVER, name: uid, iban: FIRST_IBAN })),
    )
  expect(String((await currentIban(db, await first('operations')))?.heldUntil)).toBe('2026-11-22T09:00:00Z')
  expect((await currentIban(db, await first('finance')))?.heldUntil).toBeNull()
})

test('a changed IBAN waits as long as the settings of that week say', async () => {
  const id = await newDriver({ name: 'Fausto', iban: FIRST_IBAN })
  const settings = { ibanHoldHours: 24 }
  await done((deed) => changeSettings(deed, { from: readWeek('2026-11-23'), settings, reason: 'Ensaio' }))
  const later = NOW.add({ hours: 7 * 24 })
  await done((deed) => changeIban(deed, id, { iban: SECOND_IBAN, holder: null }), later)
  expect(String((await currentIban(db, id))?.heldUntil)).toBe('2026-11-28T09:00:00Z')
})

test('going back to the earlier IBAN is a change too', async () => {
  const id = await newDriver({ name: 'Gonçalo', iban: FIRST_IBAN })
  await done((deed) => changeIban(deed, id, { iban: SECOND_IBAN, holder: null }))
  await done((deed) => changeIban(deed, id, { iban: FIRST_IBAN, holder: null }), NOW.add({ hours: 1 }))
  expect(String((await currentIban(db, id))?.heldUntil)).toBe('2026-11-22T10:00:00Z')
})

test('a driver without an IBAN is listed as one who cannot be paid', async () => {
  const id = await newDriver({ name: 'Sem conta' })
  expect((await listPayTargets(db, [id])).get(id)).toMatchObject({ iban: null, valid: false })
  expect((await listDrivers(NOW)).find((driver) => driver.id === id)?.iban).toBe('missing')
})

const RENTAL: Terms = { ...PLAIN_TERMS, regime: 'rental', rent: cents(270_00) }
const DEARER: Terms = { ...RENTAL, rent: cents(290_00) }
const FROM = readWeek('2026-06-01')

const agree = (driverId: string, from: string, terms: Terms, reason = '') =>
  change((deed) => addTerms(deed, driverId, { from: readWeek(from), terms, reason }))
const correct = (driverId: string, id: number, terms: Terms, reason: string) =>
  change((deed) => changeTerms(deed, driverId, id, { terms, reason }), { at: MONDAY.add({ hours: 1 }) })
const remove = (driverId: string, id: number, reason: string) =>
  change((deed) => removeTerms(deed, driverId, id, reason), { at: MONDAY.add({ hours: 2 }) })

test('terms are in force from their Monday on until the next ones', async () => {
  const id = await newDriver({ name: 'Dulce' })
  await agree(id, '2026-06-01', PLAIN_TERMS)
  await agree(id, '2026-06-15', RENTAL, 'viatura da frota')

  const inForce = async (week: string) => (await termsInForce(db, readWeek(week))).get(id)
  expect(await inForce('2026-05-25')).toBeUndefined()
  expect(await inForce('2026-06-08')).toEqual({ terms: PLAIN_TERMS, from: '2026-06-01' })
  expect(await inForce('2026-06-15')).toEqual({ terms: RENTAL, from: '2026-06-15' })
  await expect(agree(id, '2026-06-15', RENTAL)).rejects.toMatchObject({ code: 'terms.week-taken' })
})

test('terms an approved week stands on do not change, and none begin before it', async () => {
  const id = await newDriver({ name: 'Farhan' })
  await agree(id, '2026-06-01', PLAIN_TERMS)
  const [agreed] = await listTerms(id)
  await approve(id, '2026-06-08', '2026-06-01')
  const isApproved = { code: 'terms.week-approved', params: { week: '2026-W24' } }
  await expect(correct(id, agreed!.id, RENTAL, 'engano')).rejects.toMatchObject(isApproved)
  await expect(remove(id, agreed!.id, 'engano')).rejects.toMatchObject(isApproved)
  await expect(agree(id, '2026-06-08', PLAIN_TERMS)).rejects.toMatchObject(isApproved)
  await agree(id, '2026-06-15', PLAIN_TERMS)
  expect(await listTerms(id)).toHaveLength(2)
})

test('a change keeps what was agreed before, with who changed it, when and why; only the new counts', async () => {
  const id = await newDriver({ name: 'Rui' })
  await agree(id, '2026-06-01', RENTAL, 'Contrato inicial')
  const [first] = await listTerms(id)
  await correct(id, first!.id, DEARER, 'renda enganada')

  const [second, ...others] = await listTerms(id)
  expect(others).toEqual([])
  expect(second).toMatchObject({ from: FROM, terms: DEARER, reason: 'renda enganada', withdrawn: null })
  expect((await termsInForce(db, FROM)).get(id)?.terms).toEqual(DEARER)
  expect((await listEveryTerms(id))[1]).toEqual({
    ...first,
    withdrawn: { at: '2026-06-08T10:00:00Z', by: null, purpose: 'change', reason: 'renda enganada' },
  })
})

test('terms taken back count no more and stay in the history; the week is free for others', async () => {
  const id = await newDriver({ name: 'Olga' })
  await agree(id, '2026-06-01', PLAIN_TERMS)
  await agree(id, '2026-06-08', RENTAL)
  const [later] = await listTerms(id)
  await remove(id, later!.id, 'ficou com a viatura própria')
  expect((await termsInForce(db, readWeek('2026-06-08'))).get(id)?.terms).toEqual(PLAIN_TERMS)
  expect((await listDrivers(MONDAY)).find((driver) => driver.id === id)?.regime).toBe('slot')
  expect(await getTerms(id, later!.id)).toMatchObject({
    terms: RENTAL,
    withdrawn: { purpose: 'removal', reason: 'ficou com a viatura própria' },
  })
  await agree(id, '2026-06-08', DEARER, 'afinal aluga')
  expect((await listTerms(id)).map(({ terms }) => terms)).toEqual([DEARER, PLAIN_TERMS])
})

test('a form that saw terms somebody else changed or took back is refused', async () => {
  const id = await newDriver({ name: 'Bruna' })
  await agree(id, '2026-06-01', PLAIN_TERMS)
  const [seen] = await listTerms(id)
  await correct(id, seen!.id, RENTAL, 'primeira')
  const stale = { code: 'record.changed-meanwhile' }
  await expect(correct(id, seen!.id, DEARER, 'segunda')).rejects.toMatchObject(stale)
  await expect(remove(id, seen!.id, 'segunda')).rejects.toMatchObject(stale)
  expect((await listTerms(id)).map(({ terms }) => terms)).toEqual([RENTAL])
})

test('of two who change the same terms at once, or agree the same week, one wins and the other is told', async () => {
  const id = await newDriver({ name: 'Gil' })
  const reasons = (results: PromiseSettledResult<void>[]) =>
    results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  const both = await Promise.allSettled([agree(id, '2026-06-01', RENTAL), agree(id, '2026-06-01', DEARER)])
  expect(reasons(both)).toEqual(['terms.week-taken'])

  const [seen] = await listTerms(id)
  const changed = await Promise.allSettled([
    correct(id, seen!.id, PLAIN_TERMS, 'uma'),
    remove(id, seen!.id, 'outra'),
    correct(id, seen!.id, DEARER, 'mais uma'),
  ])
  expect(reasons(changed)).toEqual(['record.changed-meanwhile', 'record.changed-meanwhile'])
  expect((await listEveryTerms(id)).filter(({ withdrawn }) => withdrawn !== null)).toHaveLength(1)
})

test('of a change of terms and the approval of their week at once, the approved week has what counts', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  const id = fleet.driver('D1')
  const [seen] = await listTerms(id)
  const [, changed] = await Promise.allSettled([
    change((deed) => approveWeek(deed, WEEK, { leaveUnmatched: true })),
    correct(id, seen!.id, DEARER, 'à última hora'),
  ])
  const [counting] = await listTerms(id)
  expect((await getStatement(WEEK, id)).terms?.terms.rent).toBe(counting!.terms.rent)
  expect(counting!.terms.rent).toBe(changed.status === 'fulfilled' ? 290_00 : 0)
})

test('the database itself keeps what was agreed', async () => {
  const id = await newDriver({ name: 'Zélia' })
  await agree(id, '2026-06-01', RENTAL)
  const [agreed] = await listTerms(id)
  await expect(db.deleteFrom('terms').where('id', '=', agreed!.id).execute()).rejects.toThrow()
  await expect(db.updateTable('terms').set({ rent_cents: 1 }).where('id', '=', agreed!.id).execute()).rejects.toThrow()
  await remove(id, agreed!.id, 'engano')
  const back = { withdrawn_at: null, withdrawn_by: null, withdrawn_for: null, withdrawal_reason: null }
  await expect(db.updateTable('terms').set(back).where('id', '=', agreed!.id).execute()).rejects.toThrow('written')
})

test('terms of another driver, and an address that is no driver, are not found', async () => {
  const [one, two] = [await newDriver({ name: 'Um' }), await newDriver({ name: 'Dois' })]
  await agree(one, '2026-06-01', PLAIN_TERMS)
  const [agreed] = await listTerms(one)
  await expect(getTerms(two, agreed!.id)).rejects.toMatchObject({ code: 'record.not-found', status: 404 })
  await expect(getDriver('nada')).rejects.toMatchObject({ code: 'record.not-found' })
})

const TYPED = {
  from: '2026-06-01',
  regime: 'percentage',
  feeMode: 'percent',
  feeAmount: 'x',
  feeRate: '7,5',
  feeBase: 'gross',
  tripVat: 'itemised',
  tollPolicy: 'difference',
  rent: '270,00',
  driverShare: '50',
  energyCap: '120,00',
  reason: 'Novo acordo',
}
const wrong = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  result.error?.issues.map(({ path, message }) => [path[0], message])

test('a form of terms is read by its regime and fee; what they do not show is left alone', () => {
  expect(newTermsInput.parse(TYPED).terms).toEqual({
    regime: 'percentage',
    fee: { mode: 'percent', rate: 750, base: 'gross' },
    tripVat: 'itemised',
    tollPolicy: 'difference',
    rent: 0,
    rentByDays: false,
    split: { driverShare: 5_000, energyCap: 120_00 },
  })
  const another = { ...TYPED, feeMode: 'fixed', driverShare: '101' }
  expect(wrong(newTermsInput.safeParse({ ...another, from: '2026-06-02' }))).toEqual([['from', 'field.choice']])
  expect(wrong(newTermsInput.safeParse(another))).toEqual([
    ['feeAmount', 'field.money'],
    ['driverShare', 'field.percent'],
  ])
})

test('tolls by trips are refused at their field, looked at or saved', () => {
  const offTrip = { ...TYPED, tollPolicy: 'off-trip' }
  expect(wrong(newTermsInput.safeParse(offTrip))).toEqual([['tollPolicy', 'field.no-trip-times']])
  expect(wrong(proposedTerms.safeParse(offTrip))).toEqual([['tollPolicy', 'field.no-trip-times']])
})

test('what is saved or taken back has a reason; what is only looked at needs none', () => {
  expect(wrong(newTermsInput.safeParse({ ...TYPED, reason: ' ' }))).toEqual([['reason', 'field.required']])
  expect(wrong(removalInput.safeParse({ reason: '' }))).toEqual([['reason', 'field.required']])
  expect(proposedTerms.safeParse({ ...TYPED, reason: '' }).success).toBe(true)
})

test('only parts the settings know follow them, and a fee that does is kept in the way of its regime', () => {
  const ticked = { followsFee: 'on', followsRent: 'on', followsTripVat: 'on' }
  const asked = { ...TYPED, ...ticked, feeMode: 'none', feeAmount: '25,00', feeRate: '4' }
  expect(proposedTerms.parse(asked)).toMatchObject({ fee: { mode: 'none' }, follows: ['trip-vat'] })
  expect(proposedTerms.parse({ ...asked, regime: 'slot' })).toMatchObject({
    fee: { mode: 'fixed', amount: cents(25_00) },
    follows: ['fee', 'trip-vat'],
  })
  expect(proposedTerms.parse({ ...asked, regime: 'rental' })).toMatchObject({
    fee: { mode: 'percent', rate: basisPoints(400) },
    follows: ['fee', 'rent', 'trip-vat'],
  })
})

/** An approved week without money, as the settlements would have written it. */
async function approve(driverId: string, week: string, termsFrom: string) {
  await db
    .insertInto('settlements')
    .values({
      driver_id: driverId,
      week,
      version: 1,
      state: 'approved',
      net_cents: 0,
      payable_cents: 0,
      carried_over_cents: 0,
      earnings_cents: 0,
      costs_cents: 0,
      adjustments_cents: 0,
      receipt_value_cents: 0,
      sources: '{}',
      terms: JSON.stringify(PLAIN_TERMS),
      terms_from: termsFrom,
      issued_at: MONDAY.toString(),
    })
    .execute()
}

test('a record made by mistake is put away, its names and short name are free, and it can be fetched back', async () => {
  const id = await newDriver({ name: 'Engano', ref: 'X77', email: 'engano@example.org' })
  await done((deed) => addTerms(deed, id, { from: readWeek('2026-11-23'), terms: PLAIN_TERMS, reason: 'x' }))
  await done((deed) => removeDriver(deed, id, 'Criado duas vezes'))
  expect((await listDrivers(NOW)).some((driver) => driver.id === id)).toBe(false)
  const again = await newDriver({ name: 'Certo', ref: 'X77', email: 'engano@example.org' })
  expect(await listGoneDrivers(NOW)).toContainEqual(expect.objectContaining({ id, ref: 'X77', gone: 'removed' }))
  await done((deed) => removeDriver(deed, again, 'Afinal não'))
  await done((deed) => restoreDriver(deed, id))
  expect(await getDriver(id)).toMatchObject({ ref: 'X77', removedAt: null })
  expect(await listDrivers(NOW)).toContainEqual(expect.objectContaining({ id, ref: 'X77', gone: null }))
})

test('a restored record has all its names again, but those that somebody else has by now: they are said before', async () => {
  const id = await newDriver({ name: 'Engano', ref: 'X78', email: 'engano2@example.org', phone: '912 345 678' })
  const names = async (of: string) => (await listKeys({ driverId: of })).map(({ value }) => value)
  await done((deed) => addDriverKey(deed, id, driverKeyInput.parse({ name: 'uber:driver', value: UBER_ID })))
  const before = await names(id)
  expect(before).toHaveLength(3)
  await done((deed) => removeDriver(deed, id, 'Criado duas vezes'))
  expect(await names(id)).toEqual([])

  const other = await newDriver({ name: 'Certo', ref: 'X78', email: 'engano2@example.org' })
  const said = (await listRemovedKeys(await getDriver(id))).map(({ key, owner }) => [key.value, owner])
  expect(said).toEqual([
    ['engano2@example.org', 'Certo (X78)'],
    ['912345678', null],
    [UBER_ID, null],
  ])
  await done((deed) => restoreDriver(deed, id))
  expect((await getDriver(id)).ref).not.toBe('X78')
  expect(await names(id)).toEqual(['912345678', UBER_ID])
  expect(await names(other)).toEqual(['engano2@example.org'])
})

test('a driver of whom rows or statements speak is not put away, and the page says what does', async () => {
  const { driver } = await aFleet()
  await dropPublicSet()
  expect((await listTies(driver('D1'))).map(({ tie }) => tie)).toEqual(expect.arrayContaining(['rows', 'cars']))
  await expect(done((deed) => removeDriver(deed, driver('D1'), 'x'))).rejects.toMatchObject({ code: 'driver.in-use' })
})
