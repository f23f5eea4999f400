import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import { cents } from '#domain/money.ts'
import { readWeek } from '#domain/week.ts'
import { COMMAND_LINE, type Deed, carryOut } from '#features/audit/commands.server.ts'
import {
  addDriverKey,
  addTerms,
  changeIban,
  changeTerms,
  createDriver,
  removeTerms,
  saveDriver,
} from './commands.server.ts'
import {
  currentIban,
  getDriver,
  getTerms,
  listDrivers,
  listIbans,
  listPayTargets,
  listTerms,
  termsInForce,
} from './queries.server.ts'
import { driverInput, driverKeyInput, newDriverInput, newTermsInput } from './schema.ts'

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z')
const FIRST_IBAN = 'PT50999900000000000010173'
const SECOND_IBAN = 'PT50999900000000000010270'
const RENTAL: Terms = { ...PLAIN_TERMS, regime: 'rental', rent: cents(270_00) }

const act = <Answer extends string | null>(work: (deed: Deed) => Promise<Answer>, now = NOW) =>
  carryOut({ actor: COMMAND_LINE, action: 'driver.test', now }, work)
const done = (work: (deed: Deed) => Promise<void>, now = NOW) => act(async (deed) => (await work(deed), null), now)

const blank = {
  ref: '',
  email: '',
  phone: '',
  nif: '',
  language: 'pt',
  status: 'active',
  startedOn: '',
  endedOn: '',
  notes: '',
}
const newDriver = (form: Record<string, string>) =>
  act((deed) => createDriver(deed, newDriverInput.parse({ ...blank, iban: '', holder: '', ...form })))
const form = async (id: string, changes: Record<string, string>) => {
  const { version } = await getDriver(id)
  return driverInput.parse({ ...blank, name: 'Bruna', version, ...changes })
}

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
  const change = await form(id, { email: 'nova@example.org', phone: '' })
  await done((deed) => saveDriver(deed, id, change))
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
  expect(await currentIban(db, id)).toMatchObject({ iban: FIRST_IBAN, holder: 'Edvaldo', heldUntil: null, valid: true })

  await done((deed) => changeIban(deed, id, { iban: FIRST_IBAN, holder: null }))
  expect(await listIbans(id, NOW)).toHaveLength(1)

  await done((deed) => changeIban(deed, id, { iban: SECOND_IBAN, holder: 'Edvaldo de Jesus' }))
  const changed = await currentIban(db, id)
  expect(changed).toMatchObject({ iban: SECOND_IBAN, holder: 'Edvaldo de Jesus' })
  expect(String(changed?.heldUntil)).toBe('2026-11-22T09:00:00Z')
  expect((await listIbans(id, NOW)).map(({ state }) => state)).toEqual(['held', 'ready'])
  expect((await listIbans(id, NOW.add({ hours: 48 }))).map(({ state }) => state)).toEqual(['ready', 'ready'])

  const mail = await db.selectFrom('mail_outbox').selectAll().where('driver_id', '=', id).execute()
  expect(mail).toMatchObject([{ recipient: 'edvaldo@example.org', template: 'iban-changed', params: { ends: '0270' } }])
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

test('terms are in force from their Monday on until the next ones', async () => {
  const id = await newDriver({ name: 'Dulce' })
  await done((deed) => addTerms(deed, id, { from: readWeek('2026-06-01'), terms: PLAIN_TERMS, reason: '' }))
  await done((deed) => addTerms(deed, id, { from: readWeek('2026-06-15'), terms: RENTAL, reason: 'viatura da frota' }))

  const inForce = async (week: string) => (await termsInForce(db, readWeek(week))).get(id)
  expect(await inForce('2026-05-25')).toBeUndefined()
  expect(await inForce('2026-06-08')).toEqual({ terms: PLAIN_TERMS, from: '2026-06-01' })
  expect(await inForce('2026-06-15')).toEqual({ terms: RENTAL, from: '2026-06-15' })
  await expect(
    done((deed) => addTerms(deed, id, { from: readWeek('2026-06-15'), terms: RENTAL, reason: '' })),
  ).rejects.toMatchObject({ code: 'terms.week-taken' })
})

test('terms an approved week stands on do not change, and none begin before it', async () => {
  const id = await newDriver({ name: 'Farhan' })
  await done((deed) => addTerms(deed, id, { from: readWeek('2026-06-01'), terms: PLAIN_TERMS, reason: '' }))
  const [agreed] = await listTerms(id)
  await done((deed) => changeTerms(deed, id, agreed!.id, { terms: RENTAL, reason: 'engano' }))
  expect(await getTerms(id, agreed!.id)).toMatchObject({ terms: RENTAL, reason: 'engano', approvedWeek: null })

  await approve(id, '2026-06-08', '2026-06-01')
  await expect(
    done((deed) => changeTerms(deed, id, agreed!.id, { terms: PLAIN_TERMS, reason: '' })),
  ).rejects.toMatchObject({
    code: 'terms.week-approved',
    params: { week: '2026-W24' },
  })
  await expect(done((deed) => removeTerms(deed, id, agreed!.id))).rejects.toMatchObject({ code: 'terms.week-approved' })
  const add = (from: string) =>
    done((deed) => addTerms(deed, id, { from: readWeek(from), terms: PLAIN_TERMS, reason: '' }))
  await expect(add('2026-06-08')).rejects.toMatchObject({ code: 'terms.week-approved', params: { week: '2026-W24' } })
  await add('2026-06-15')
})

test('terms of another driver, and an address that is no driver, are not found', async () => {
  const [one, two] = [await newDriver({ name: 'Um' }), await newDriver({ name: 'Dois' })]
  await done((deed) => addTerms(deed, one, { from: readWeek('2026-06-01'), terms: PLAIN_TERMS, reason: '' }))
  const [agreed] = await listTerms(one)
  await expect(getTerms(two, agreed!.id)).rejects.toMatchObject({ code: 'record.not-found', status: 404 })
  await expect(getDriver('nada')).rejects.toMatchObject({ code: 'record.not-found' })
})

test('a form of terms is read by its regime and fee; what they do not show is left alone', () => {
  const typed = {
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
    reason: '',
  }
  expect(newTermsInput.parse(typed).terms).toEqual({
    regime: 'percentage',
    fee: { mode: 'percent', rate: 750, base: 'gross' },
    tripVat: 'itemised',
    tollPolicy: 'difference',
    rent: 0,
    rentByDays: false,
    split: { driverShare: 5_000, energyCap: 120_00 },
  })
  const wrong = newTermsInput.safeParse({ ...typed, from: '2026-06-02', feeMode: 'fixed', driverShare: '101' })
  expect(wrong.error?.issues.map(({ path }) => path[0])).toEqual(['from'])
  const alsoWrong = newTermsInput.safeParse({ ...typed, feeMode: 'fixed', driverShare: '101' })
  expect(alsoWrong.error?.issues.map(({ path }) => path[0])).toEqual(['feeAmount', 'driverShare'])
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
      issued_at: NOW.toString(),
    })
    .execute()
}
