import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { readStatementAddress } from '#domain/own-statement.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { acceptDispute, contestLine } from '#features/statements/disputes/commands.server.ts'
import { createDriver } from '#features/fleet/drivers/commands.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { findPerson, listDrivers } from '#features/fleet/drivers/queries.server.ts'
import { currentIban, listIbans } from '#features/fleet/ibans/queries.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { EMPTY_DRIVER, newDriverInput } from '#features/fleet/drivers/schema.ts'
import { ownRecordOf } from '#features/settlements/frozen-settlements/queries.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { addKey } from '#features/fleet/keys/commands.server.ts'
import { listCarried } from '#features/ledger/queries.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { openPlan } from '#features/plans/commands.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { type WeekView, getWeek } from '#features/settlements/queries.server.ts'
import { getDriverHome, listOwnStatements } from '#features/statements/queries.server.ts'
import {
  type Fleet,
  MONDAY,
  NEXT_WEEK,
  WEEK,
  aFleet,
  anApprovedWeek,
  makeChange,
  drop,
  dropPublicSet,
  emptyDatabase,
  publicFile,
  paidBy,
} from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { mergeDrivers, undoMerge } from './commands.server.ts'
import { listMerges, previewMerge } from './queries.server.ts'
import type { MergeInput } from './schema.ts'

const newDriver = (form: Record<string, string>) =>
  makeChange((change) => createDriver(change, newDriverInput.parse({ ...EMPTY_DRIVER, ...form })))
const merge = (gone: string, into: string, choices: Partial<MergeInput> = {}) =>
  makeChange((change) => mergeDrivers(change, gone, { into, reason: 'A mesma pessoa', ...choices }))
const undo = (stays: string, id: string) => makeChange((change) => undoMerge(change, stays, id, 'Afinal eram duas'))
const broken = async () => (await examineBooks()).filter((finding) => finding.broken > 0)
const netOf = ({ statements }: WeekView, id: string) =>
  statements.find(({ driver }) => driver.id === id)?.settlement?.net ?? null
/** The books and names of these drivers, to compare after a merge was taken back. */
async function picture(ids: readonly string[]) {
  const [keys, cars, plans, drivers, accounts] = await Promise.all([
    db
      .selectFrom('source_keys')
      .select(['value', 'driver_id', 'was_of'])
      .where('driver_id', 'in', ids)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('assignments')
      .select(['id', 'driver_id', 'was_of'])
      .where('driver_id', 'in', ids)
      .orderBy('id')
      .execute(),
    db.selectFrom('plans').select(['id', 'driver_id']).where('driver_id', 'in', ids).orderBy('id').execute(),
    db
      .selectFrom('drivers')
      .select(['id', 'uid', 'status', 'email', 'nif', 'merged_into'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('ledger_accounts')
      .select(['code', 'driver_id', 'balance_cents'])
      .where('driver_id', 'in', ids)
      .where('balance_cents', '<>', 0)
      .orderBy('id')
      .execute(),
  ])
  const terms = await Promise.all(
    ids.map(async (id) => (await listTerms(id)).map(({ from, terms: agreed }) => ({ from, agreed }))),
  )
  return { keys, cars, plans, drivers, accounts, terms }
}

/** Pays a driver by hand, so that nothing of the record waits. */
async function paid(fleet: Fleet, ref: string) {
  const one = (await getWeek(WEEK)).statements.find(({ driver }) => driver.id === fleet.driver(ref))!
  if (one.settlement!.payable > 0) await makeChange((change) => payOne(change, one.stored!.id, paidBy('À mão')))
}

beforeEach(emptyDatabase)

test('an open week of two records becomes one, to the cent, and comes apart again', async () => {
  const { driver } = await aFleet()
  await dropPublicSet()
  const before = await getWeek(WEEK)
  const [gone, stays] = [driver('D1'), driver('D2')]
  const was = await picture([gone, stays])
  const id = await merge(gone, stays)

  const after = await getWeek(WEEK)
  expect(netOf(after, gone)).toBeNull()
  expect(after.checks).toMatchObject({ sourcesIn: before.checks.sourcesIn, settled: before.checks.settled })
  const rows = (view: WeekView, one: string) =>
    view.statements.find(({ driver: who }) => who.id === one)?.rows.length ?? 0
  expect(rows(after, stays)).toBe(rows(before, gone) + rows(before, stays))
  expect((await listDrivers(MONDAY)).some((one) => one.id === gone)).toBe(false)
  expect(await broken()).toEqual([])

  await undo(stays, id)
  expect(await picture([gone, stays])).toEqual(was)
  expect((await getWeek(WEEK)).checks).toEqual(before.checks)
  expect(await listMerges(stays)).toMatchObject([{ id, undone: { reason: 'Afinal eram duas' } }])
  await expect(undo(stays, id)).rejects.toThrow('record.changed-meanwhile')
})

test('who was merged reads what was issued to both records, the same week twice, and nobody else’s', async () => {
  const fleet = await anApprovedWeek()
  const [stays, gone, other] = [fleet.driver('D1'), fleet.driver('D2'), fleet.driver('D3')] as OwnDriverId[]
  await paid(fleet, 'D2')
  await merge(gone!, stays!)

  const read = await listOwnStatements(stays!)
  expect(read.map(({ driverId, formerRef }) => [driverId, formerRef])).toEqual([
    [stays, null],
    [gone, 'D2'],
  ])
  const [own, former] = read.map(({ name }) => readStatementAddress(name).formerRecord)
  expect(await ownRecordOf(stays!, WEEK, own!)).toBe(stays)
  expect(await ownRecordOf(stays!, WEEK, former!)).toBe(gone)
  await expect(ownRecordOf(other!, WEEK, former!)).rejects.toMatchObject({ code: 'record.not-found' })
  expect((await listOwnStatements(other!)).map(({ driverId }) => driverId)).toEqual([other])
  expect((await getDriverHome(stays!, 'pt', MONDAY)).statements).toHaveLength(2)

  // The office accepts a contested line of the old record: the money goes to the record that stayed.
  const contested = { driver: gone!, week: WEEK, ordinal: 0 }
  const dispute = await makeChange((change) =>
    contestLine(change, contested, { cause: 'amount', words: 'Falta uma viagem' }),
  )
  await makeChange((change) => acceptDispute(change, dispute, { kind: 'other', amount: cents(500), reason: 'Faltava' }))
  expect(await db.selectFrom('adjustments').select(['driver_id', 'amount_cents']).execute()).toEqual([
    { driver_id: stays, amount_cents: 500 },
  ])
})

test('after a merge is taken back nobody reads the statements of the other', async () => {
  const fleet = await anApprovedWeek()
  const [stays, gone] = [fleet.driver('D1'), fleet.driver('D2')] as [OwnDriverId, OwnDriverId]
  await paid(fleet, 'D2')
  const id = await merge(gone, stays)
  const former = readStatementAddress((await listOwnStatements(stays))[1]!.name).formerRecord
  await undo(stays, id)
  expect(await listOwnStatements(stays)).toHaveLength(1)
  await expect(ownRecordOf(stays, WEEK, former)).rejects.toMatchObject({ code: 'record.not-found' })
})

test('what was issued and paid stays as it was, and neither record is owed a difference', async () => {
  const fleet = await anApprovedWeek()
  const [gone, stays] = [fleet.driver('D1'), fleet.driver('D2')]
  await expect(merge(gone, stays)).rejects.toThrow('merge.blocked')
  expect((await previewMerge(gone, stays)).obstacles).toMatchObject([{ code: 'unpaid', weeks: ['2026-W23'] }])
  await paid(fleet, 'D1')
  const before = await getWeek(WEEK)
  await merge(gone, stays)

  const after = await getWeek(WEEK)
  expect([netOf(after, gone), netOf(after, stays)]).toEqual([netOf(before, gone), netOf(before, stays)])
  expect(after.statements.map(({ late }) => late)).toEqual(before.statements.map(({ late }) => late))
  expect(after.checks).toEqual(before.checks)
  expect(await broken()).toEqual([])
})

test('the balance, plans and deposits move by a journal of their own, and the books hold', async () => {
  const fleet = await anApprovedWeek()
  const [gone, stays] = [fleet.driver('D1'), fleet.driver('D2')]
  await paid(fleet, 'D1')
  await makeChange((change) =>
    openPlan(change, {
      driverId: gone,
      kind: 'advance',
      reason: 'Adiantamento',
      total: cents(300_00),
      count: 3,
      first: NEXT_WEEK,
      skipsIdle: false,
    }),
  )
  const owed = await db
    .selectFrom('ledger_accounts')
    .select(['code', 'balance_cents'])
    .where('driver_id', '=', gone)
    .where('balance_cents', '<>', 0)
    .orderBy('code')
    .execute()
  expect(owed.length).toBeGreaterThan(0)
  const was = await picture([gone, stays])
  const carried = (await listCarried()).get(stays) ?? 0
  const id = await merge(gone, stays)
  const left = await db.selectFrom('ledger_accounts').select('balance_cents').where('driver_id', '=', gone).execute()
  expect(left.every(({ balance_cents }) => balance_cents === 0)).toBe(true)
  expect((await listCarried()).get(stays) ?? 0).toBe(
    carried + (owed.find(({ code }) => code === 'current')?.balance_cents ?? 0),
  )
  expect(await broken()).toEqual([])
  await undo(stays, id)
  expect(await picture([gone, stays])).toEqual(was)
  expect(await broken()).toEqual([])
})

test('once the next week is approved a merge can no longer be taken back', async () => {
  const { driver } = await aFleet()
  await dropPublicSet()
  const id = await merge(driver('D1'), driver('D2'))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  expect(await broken()).toEqual([])
  await expect(undo(driver('D2'), id)).rejects.toThrow('merge.settled-since')
})

test('where both have terms that differ, or a sign-in, somebody says which stays', async () => {
  const [gone, stays] = [await newDriver({ name: 'Ana' }), await newDriver({ name: 'Ana Reis' })]
  const rent = { ...PLAIN_TERMS, rent: cents(270_00) }
  await makeChange((change) => addTerms(change, gone, { from: WEEK, terms: rent, reason: 'Contrato' }))
  await makeChange((change) => addTerms(change, stays, { from: NEXT_WEEK, terms: PLAIN_TERMS, reason: 'Contrato' }))
  await expect(merge(gone, stays)).rejects.toThrow('merge.choose-terms')
  const [one, other] = [
    await anAccount('ana@example.org', 'driver', gone),
    await anAccount('reis@example.org', 'driver', stays),
  ]
  await expect(merge(gone, stays, { terms: 'gone' })).rejects.toThrow('merge.choose-account')

  const was = await picture([gone, stays])
  const id = await merge(gone, stays, { terms: 'gone', account: 'gone' })
  expect((await listTerms(stays)).map(({ from, terms }) => [from, terms.rent])).toEqual([[WEEK, 270_00]])
  const uids = db.selectFrom('drivers').select(['id', 'uid']).where('id', 'in', [gone, stays])
  expect(new Map((await uids.execute()).map(({ id: of, uid }) => [of, uid]))).toEqual(
    new Map([
      [gone, null],
      [stays, one],
    ]),
  )
  await undo(stays, id)
  expect(await picture([gone, stays])).toEqual(was)
  expect(was.drivers.map(({ uid }) => uid)).toContain(other)

  await merge(gone, stays, { terms: 'stays', account: 'stays' })
  expect((await listTerms(stays)).map(({ from, terms }) => [from, terms.rent])).toEqual([
    [NEXT_WEEK, 0],
    [WEEK, 270_00],
  ])
})

test('one who was never paid waits, a name given to the old record is the other’s, and nobody finds it again', async () => {
  const gone = await newDriver({ name: 'Ana', nif: '', email: 'ana@example.org' })
  const stays = await newDriver({ name: 'Ana Reis', iban: 'PT50999900000000000010173' })
  await merge(gone, stays)
  expect(String((await currentIban(db, stays))!.heldUntil)).toBe('2026-06-10T09:00:00Z')
  expect(await findPerson({ nif: null, email: 'ana@example.org' })).toMatchObject({ id: stays })
  await makeChange((change) => addKey(change, 'uber', { kind: 'driver', value: 'x-1' }, { driverId: gone }))
  expect(await db.selectFrom('source_keys').select('driver_id').where('value', '=', 'x-1').execute()).toEqual([
    { driver_id: stays },
  ])
  await expect(merge(gone, stays)).rejects.toThrow('merge.blocked')
  await expect(merge(stays, stays)).rejects.toThrow('merge.blocked')
})

test('whoever waits because of a merge waits no longer when it is taken back, and no other wait ends with it', async () => {
  const held = async (id: string) => (await currentIban(db, id))!.heldUntil?.toString() ?? null
  const gone = await newDriver({ name: 'Mena', email: 'mena@example.org' })
  const stays = await newDriver({ name: 'Filomena', iban: 'PT50999900000000000010173' })
  const first = await merge(gone, stays)
  const [shown] = await listIbans(stays, MONDAY)
  expect(shown).toMatchObject({ state: 'held', heldUntil: '2026-06-10T09:00:00Z', heldFor: 'names' })
  await undo(stays, first)
  expect(await held(stays)).toBeNull()
  expect((await listIbans(stays, MONDAY))[0]).toMatchObject({ state: 'ready', heldFor: null })

  const earlier = '2026-06-09T12:00:00Z'
  await db.updateTable('drivers').set({ held_until: earlier }).where('id', '=', stays).execute()
  const second = await merge(gone, stays)
  expect(await held(stays)).toBe('2026-06-10T09:00:00Z')
  await undo(stays, second)
  expect(await held(stays)).toBe(earlier)

  const third = await merge(gone, stays)
  const since = '2026-06-11T12:00:00Z'
  await db.updateTable('drivers').set({ held_until: since }).where('id', '=', stays).execute()
  await undo(stays, third)
  expect(await held(stays)).toBe(since)
})

test('when the first of two merges into one record is taken back, the wait of the second stays, and ends with that merge', async () => {
  const [a, b] = [
    await newDriver({ name: 'A', email: 'a@example.org' }),
    await newDriver({ name: 'B', email: 'b@example.org' }),
  ]
  const stays = await newDriver({ name: 'C', iban: 'PT50999900000000000010173' })
  const held = async () => (await currentIban(db, stays))!.heldUntil?.toString() ?? null
  const first = await merge(a, stays)
  const later = await makeChange((change) =>
    mergeDrivers({ ...change, now: change.now.add({ minutes: 5 }) }, b, { into: stays, reason: 'A mesma pessoa' }),
  )
  await undo(stays, first)
  expect(await held()).toBe('2026-06-10T09:05:00Z')
  await undo(stays, later)
  expect(await held()).toBeNull()
})

test('a chain comes apart from its end: the earlier merge waits for the later one', async () => {
  const { driver } = await anApprovedWeek().then(async (fleet) => {
    await paid(fleet, 'D1')
    await paid(fleet, 'D2')
    return fleet
  })
  const [a, b, c] = [driver('D1'), driver('D2'), driver('D3')]
  for (const driverId of [a, b])
    await makeChange((change) =>
      openPlan(change, {
        driverId,
        kind: 'advance',
        reason: 'Adiantamento',
        total: cents(300_00),
        count: 3,
        first: NEXT_WEEK,
        skipsIdle: false,
      }),
    )
  const was = await picture([a, b, c])
  const first = await merge(a, b)
  const between = await picture([a, b, c])
  const second = await merge(b, c)
  const chained = await picture([a, b, c])
  await expect(undo(b, first)).rejects.toThrow('merge.undo-later-first')
  expect(await picture([a, b, c])).toEqual(chained)

  await undo(c, second)
  expect(await picture([a, b, c])).toEqual(between)
  await undo(b, first)
  expect(await picture([a, b, c])).toEqual(was)
  expect(await broken()).toEqual([])
})

test('what was corrected or linked since a merge stays when it is taken back', async () => {
  const person = (id: string) =>
    db.selectFrom('drivers').select(['uid', 'email', 'phone', 'nif']).where('id', '=', id).executeTakeFirstOrThrow()
  const gone = await newDriver({ name: 'Ana', email: 'ana@example.org', phone: '+351910000001' })
  const stays = await newDriver({ name: 'Ana Reis' })
  const id = await merge(gone, stays)
  expect(await person(stays)).toMatchObject({ email: 'ana@example.org', phone: '+351910000001' })
  const uid = await anAccount('reis@example.org', 'driver', stays)
  await db.updateTable('drivers').set({ email: 'reis@example.org' }).where('id', '=', stays).execute()
  await undo(stays, id)
  expect(await person(stays)).toEqual({ uid, email: 'reis@example.org', phone: null, nif: null })
  expect(await person(gone)).toEqual({ uid: null, email: 'ana@example.org', phone: '+351910000001', nif: null })
})

test('a sign-in that another driver has by now does not come back', async () => {
  const [gone, stays] = [await newDriver({ name: 'Ana' }), await newDriver({ name: 'Ana Reis' })]
  const uid = await anAccount('ana@example.org', 'driver', gone)
  const id = await merge(gone, stays)
  const third = await newDriver({ name: 'Rui' })
  await db.updateTable('drivers').set({ uid: null }).where('id', '=', stays).execute()
  await db.updateTable('drivers').set({ uid }).where('id', '=', third).execute()
  await undo(stays, id)
  const uids = await db.selectFrom('drivers').select('uid').where('id', 'in', [gone, stays]).execute()
  expect(uids).toEqual([{ uid: null }, { uid: null }])
})

test('when two merge the same record at once, one does', async () => {
  const [a, b, c] = [await newDriver({ name: 'A' }), await newDriver({ name: 'B' }), await newDriver({ name: 'C' })]
  const done = await Promise.allSettled([merge(a, b), merge(a, c)])
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await db.selectFrom('driver_merges').select('id').execute()).toHaveLength(1)
})

test('a statement of a record that was merged is not voided: its rows are the other’s', async () => {
  const fleet = await anApprovedWeek()
  const view = await getWeek(WEEK)
  const owing = view.statements.find(({ settlement }) => settlement && settlement.payable === 0)
  const one = owing ?? view.statements[0]!
  if (!owing) await paid(fleet, one.driver.ref)
  const other = view.statements.find(({ driver }) => driver.id !== one.driver.id)!
  await merge(one.driver.id, other.driver.id)
  if (owing)
    await expect(makeChange((change) => voidSettlement(change, one.stored!.id, 'Engano'))).rejects.toThrow(
      'settlement.of-merged',
    )
  // The file comes again after the merge: the issued week does not change.
  await drop([publicFile('payments_driver')])
  expect((await getWeek(WEEK)).statements.map(({ late }) => late)).toEqual(view.statements.map(({ late }) => late))
})
