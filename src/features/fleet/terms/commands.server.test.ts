import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { basisPoints, cents } from '#domain/money.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import { readWeek } from '#domain/week.ts'
import { COMMAND_LINE, type Change, carryOut } from '#features/audit/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { getStatement } from '#features/settlements/queries.server.ts'
import { MONDAY, NEXT_WEEK, WEEK, aFleet, makeChange, dropPublicSet } from '#test/factories.ts'
import { createDriver } from '#features/fleet/drivers/commands.server.ts'
import { EMPTY_DRIVER, newDriverInput } from '#features/fleet/drivers/schema.ts'
import { addTerms, changeTerms, removeTerms } from './commands.server.ts'
import { getDriver, listDrivers } from '#features/fleet/drivers/queries.server.ts'
import { findOwnTermsSpan, getTerms, listEveryTerms, listTerms, termsInForce } from './queries.server.ts'
import { newTermsInput, proposedTerms, termsRemoval } from './schema.ts'

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z')

const act = <Answer extends string | null>(work: (change: Change) => Promise<Answer>, now = NOW) =>
  carryOut({ actor: COMMAND_LINE, action: 'driver.test', now }, work)
const newDriver = (form: Record<string, string>) =>
  act((change) => createDriver(change, newDriverInput.parse({ ...EMPTY_DRIVER, ...form })))

const RENTAL: Terms = { ...PLAIN_TERMS, regime: 'rental', rent: cents(270_00) }
const DEARER: Terms = { ...RENTAL, rent: cents(290_00) }
const FROM = readWeek('2026-06-01')

const agree = (driverId: string, from: string, terms: Terms, reason = '') =>
  makeChange((change) => addTerms(change, driverId, { from: readWeek(from), terms, reason }))
const correct = (driverId: string, id: number, terms: Terms, reason: string) =>
  makeChange((change) => changeTerms(change, driverId, id, { terms, reason }), { at: MONDAY.add({ hours: 1 }) })
const remove = (driverId: string, id: number, reason: string) =>
  makeChange((change) => removeTerms(change, driverId, id, reason), { at: MONDAY.add({ hours: 2 }) })

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

test('a driver is told since when terms hold, and until which Sunday where others follow', async () => {
  const id = await newDriver({ name: 'Noémia' })
  await agree(id, '2026-06-01', PLAIN_TERMS)
  await agree(id, '2026-06-15', RENTAL, 'viatura da frota')
  const spanOf = (week: string) => findOwnTermsSpan(id as OwnDriverId, readWeek(week))
  expect(await spanOf('2026-05-25')).toBeNull()
  expect(await spanOf('2026-06-08')).toEqual({ from: '2026-06-01', until: '2026-06-14' })
  expect(await spanOf('2026-06-22')).toEqual({ from: '2026-06-15', until: null })
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

test('when two change the same terms at once, or agree the same week, one wins and the other is told', async () => {
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

test('when terms change while their week is approved, the approved week has the terms that count', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  const id = fleet.driver('D1')
  const [seen] = await listTerms(id)
  const [, changed] = await Promise.allSettled([
    makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true })),
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

test('tolls by trips are agreed once a platform has told a week of its orders, and not before', async () => {
  const fleet = await aFleet()
  const offTrip = {
    from: NEXT_WEEK,
    terms: { ...PLAIN_TERMS, tollPolicy: 'off-trip' as const },
    reason: 'Só sem passageiro',
  }
  const byTrips = () => makeChange((change) => addTerms(change, fleet.driver('D1'), offTrip))
  await expect(byTrips()).rejects.toMatchObject({ code: 'terms.no-trip-times' })
  await db
    .insertInto('platform_weeks')
    .values({ provider: 'bolt', week: WEEK, changes: 1, is_whole: true, changed_at: MONDAY.toString() })
    .execute()
  await byTrips()
  const [agreed] = await listTerms(fleet.driver('D1'))
  expect(agreed!.terms.tollPolicy).toBe('off-trip')
})

test('terms are saved and taken back with a reason; looking at them needs none', () => {
  expect(wrong(newTermsInput.safeParse({ ...TYPED, reason: ' ' }))).toEqual([['reason', 'field.required']])
  expect(wrong(termsRemoval.input.safeParse({ reason: '' }))).toEqual([['reason', 'field.required']])
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

/** Writes an approved week without money, as the settlements would. */
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
