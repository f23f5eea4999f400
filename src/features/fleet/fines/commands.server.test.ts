import { askAlone } from '#db/together.server.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { cents } from '#domain/money.ts'
import { withdrawAdjustment } from '#features/adjustments/commands.server.ts'
import { listDriverAdjustments } from '#features/adjustments/queries.server.ts'
import { correctAssignment } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { noteSentByHand } from '#features/mail/notice-tellings/commands.server.ts'
import { findReach } from '#features/mail/notice-tellings/queries.server.ts'
import { cancelPlan } from '#features/plans/commands.server.ts'
import { chargeFine } from '#features/plans/charges/commands.server.ts'
import { listChargesOfFines } from '#features/plans/charges/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { NEXT_WEEK, WEEK, aFleet, makeChange, dropPublicSet } from '#test/factories.ts'
import { pdfBytes } from '#test/papers.ts'
import { textIn } from '#test/pdf-text.ts'
import {
  closeFine,
  correctFine,
  identifyDriver,
  informDriver,
  makeDocument,
  markFormFilled,
  refuseOtherDriver,
  registerFine,
  reopenFine,
  sendFine,
  signFine,
} from './commands.server.ts'
import { pressingFines, getFine, listOwnFines, readFinePaper } from './queries.server.ts'
import { type FineInput, fineInput, identityInput } from './schema.ts'

// With a mail server, drivers who have an e-mail are told by mail.
beforeEach(() => vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1'))
afterEach(() => vi.unstubAllEnvs())

/** The Monday after the week of the public set, at noon. */
const NOW = Temporal.Instant.from('2026-06-08T11:00:00Z')
const own = (id: string) => id as OwnDriverId
const at = (text: string) => Temporal.Instant.from(text)
const now = <Result>(work: Parameters<typeof makeChange<Result>>[0]) => makeChange(work, { at: NOW })

const fined = (vehicleId: string, more: Partial<FineInput> = {}): FineInput => ({
  body: 'ansr',
  authority: '',
  number: '123456789',
  vehicleId,
  committedAt: at('2026-06-03T10:15:00Z'),
  place: 'Avenida da Liberdade, Lisboa',
  offence: 'Estacionamento',
  notifiedOn: '2026-06-08',
  amount: cents(60_00),
  notice: undefined,
  ...more,
})

async function aCarOfTwo() {
  const fleet = await aFleet()
  const [first, second] = [fleet.driver('D1'), fleet.driver('D2')]
  const car = fleet.vehicle('ZX11TA')
  await db
    .deleteFrom('assignments')
    .where((one) => one.or([one('vehicle_id', '=', car), one('driver_id', 'in', [first, second])]))
    .execute()
  await db
    .insertInto('assignments')
    .values([
      { vehicle_id: car, driver_id: first, period: '(,2026-06-03T10:15:00Z)', created_at: NOW.toString() },
      { vehicle_id: car, driver_id: second, period: '[2026-06-03T10:15:00Z,)', created_at: NOW.toString() },
    ])
    .execute()
  return { fleet, car, first, second }
}

const IDENTITY = identityInput.parse({
  address: 'Rua de Exemplo, 2, 1000-000 Lisboa',
  idKind: 'residence',
  idNumber: 'TR0000001',
  idIssuedOn: '2024-02-01',
  idValidUntil: '',
  idIssuer: '',
  licenceNumber: 'L-0000001',
  licenceIssuer: 'IMT, I.P.',
})

test('a fine finds whoever had the car at that very minute, and a number is written down once', async () => {
  const { car, first, second } = await aCarOfTwo()
  const id = await now((change) => registerFine(change, fined(car)))
  expect(await getFine(id, NOW)).toMatchObject({
    driver: { id: second },
    holder: { id: second },
    state: 'unidentified',
    informedAt: null,
    until: '2026-06-30',
    left: 15,
    urgency: 'calm',
  })
  const earlier = fined(car, { number: '123456780', committedAt: at('2026-06-03T10:14:00Z') })
  const before = await now((change) => registerFine(change, earlier))
  expect(await getFine(before, NOW)).toMatchObject({ driver: { id: first } })
  await expect(now((change) => registerFine(change, fined(car)))).rejects.toMatchObject({ code: 'fine.known' })
  // The same number from a council is another fine.
  await now((change) => registerFine(change, fined(car, { body: 'municipal', authority: 'EMEL' })))
  const early = fined(car, { number: '1', notifiedOn: '2026-06-02' })
  await expect(now((change) => registerFine(change, early))).rejects.toMatchObject({ code: 'fine.before-it-happened' })
})

test('a form that was opened about one driver does nothing to another, and says what moved on', async () => {
  const { car, first, second } = await aCarOfTwo()
  const id = await now((change) => registerFine(change, fined(car)))
  await now((change) => refuseOtherDriver(change, id, second))
  await now((change) => identifyDriver(change, id, first))
  await expect(now((change) => refuseOtherDriver(change, id, second))).rejects.toMatchObject({
    code: 'fine.other-driver',
  })
  await now((change) => closeFine(change, id, 'Paga na hora'))
  await expect(now((change) => identifyDriver(change, id, second))).rejects.toMatchObject({ code: 'fine.moved-on' })
  const elsewhere = fined(car, { place: 'A5' })
  await expect(now((change) => correctFine(change, id, elsewhere))).rejects.toMatchObject({ code: 'fine.moved-on' })
})

test('a fine written down wrongly is corrected: another minute finds its driver, who is told anew', async () => {
  const { fleet, car, first, second } = await aCarOfTwo()
  const id = await now((change) => registerFine(change, fined(car, { number: '123456780' })))
  await now((change) => informDriver(change, id))
  // A typing error in the number leaves the driver, who was told.
  await now((change) => correctFine(change, id, fined(car, { place: 'A5' })))
  expect(await getFine(id, NOW)).toMatchObject({ number: '123456789', place: 'A5', driver: { id: second } })
  expect((await getFine(id, NOW)).informedAt).not.toBeNull()
  const earlier = fined(car, { committedAt: at('2026-06-03T10:14:00Z') })
  await now((change) => correctFine(change, id, earlier))
  expect(await getFine(id, NOW)).toMatchObject({ driver: { id: first }, informedAt: null })
  const other = fleet.vehicle('ZX22TB')
  await db.deleteFrom('assignments').where('vehicle_id', '=', other).execute()
  await now((change) => correctFine(change, id, fined(other)))
  expect(await getFine(id, NOW)).toMatchObject({ vehicle: { id: other }, driver: null })

  await now((change) => registerFine(change, fined(car, { number: '123456780' })))
  const taken = fined(other, { number: '123456780' })
  await expect(now((change) => correctFine(change, id, taken))).rejects.toMatchObject({ code: 'fine.known' })
  await now((change) => identifyDriver(change, id, first))
  await now((change) => makeDocument(change, id, IDENTITY))
  await expect(now((change) => correctFine(change, id, fined(car)))).rejects.toMatchObject({ code: 'fine.named' })
})

test('a later correction of who had the car is shown beside the fine and moves nothing', async () => {
  const { car, first, second } = await aCarOfTwo()
  const id = await now((change) => registerFine(change, fined(car)))
  const [later, earlier] = await listAssignments(car)
  const to = at('2026-06-03T12:00:00Z')
  await now((change) => correctAssignment(change, car, later!.id, { driverId: second, from: to, to: null }))
  await now((change) => correctAssignment(change, car, earlier!.id, { driverId: first, from: null, to }))
  expect(await getFine(id, NOW)).toMatchObject({ driver: { id: second }, holder: { id: first } })
})

test('the document names the driver, is signed and sent, and the clock stops; every step waits for the one before', async () => {
  const { car, second } = await aCarOfTwo()
  const id = await now((change) => registerFine(change, fined(car)))
  expect(await askAlone(pressingFines(NOW), db)).toEqual({ count: 1, left: 15, only: id })
  const sent = { sentOn: '2026-06-08', sentWay: 'portal' }
  await expect(now((change) => sendFine(change, id, sent))).rejects.toMatchObject({ code: 'fine.moved-on' })
  await now((change) => makeDocument(change, id, IDENTITY))
  await expect(now((change) => identifyDriver(change, id, second))).rejects.toMatchObject({ code: 'fine.named' })

  const { bytes } = await readFinePaper(id, 'document', null)
  const text = textIn(bytes).join('|')
  const { name } = await db.selectFrom('drivers').select('name').where('id', '=', second).executeTakeFirstOrThrow()
  for (const expected of ['123 456 789', 'ZX-11-TA', 'Avenida da Liberdade, Lisboa', name, 'TR0000001', 'L-0000001'])
    expect(text).toContain(expected)
  // The authority that issued the residence permit follows from its day; the accused is the company.
  expect(text).toContain('AIMA, I.P.')
  expect(text).toContain('Rotas Lusas Fictícias')

  await now((change) => signFine(change, id, { signedBy: 'Gerente de Exemplo' }))
  const early = { ...sent, sentOn: '2026-06-07' }
  await expect(now((change) => sendFine(change, id, early))).rejects.toMatchObject({ code: 'fine.sent-before' })
  await now((change) => sendFine(change, id, sent))
  expect(await getFine(id, NOW)).toMatchObject({ state: 'sent', sentOn: '2026-06-08', isRunning: false })
  expect(await askAlone(pressingFines(NOW), db)).toBeNull()

  await now((change) => reopenFine(change, id, 'Condutor errado'))
  expect(await getFine(id, NOW)).toMatchObject({ state: 'unidentified', document: null, signedBy: null, sentOn: null })
})

test('a fine of a council has a form of its own, and one that names nobody says why', async () => {
  const { car } = await aCarOfTwo()
  const id = await now((change) =>
    registerFine(change, fined(car, { body: 'municipal', authority: 'EMEL', number: 'EM1' })),
  )
  await now((change) => markFormFilled(change, id))
  await now((change) => closeFine(change, id, 'Paga no local'))
  expect(await getFine(id, NOW)).toMatchObject({
    state: 'not-applicable',
    closedReason: 'Paga no local',
    document: null,
  })
  await expect(now((change) => closeFine(change, id, 'outra vez'))).rejects.toMatchObject({ code: 'fine.moved-on' })
})

test('nothing is charged before the driver was told; then once, on the statement, with the number of the fine', async () => {
  const { car, second } = await aCarOfTwo()
  await dropPublicSet()
  const id = await now((change) => registerFine(change, fined(car)))
  const charge = { amount: cents(60_00), count: 1, week: WEEK }
  await expect(now((change) => chargeFine(change, id, charge))).rejects.toMatchObject({ code: 'fine.not-informed' })
  expect(await listOwnFines(own(second), NOW)).toEqual([])

  await now((change) => informDriver(change, id))
  expect((await listNotices(own(second), { limit: 5, before: null })).notices[0]?.facts).toEqual({
    kind: 'fine',
    number: '123 456 789',
    at: '2026-06-03T10:15:00Z',
    place: 'Avenida da Liberdade, Lisboa',
  })
  expect(await listOwnFines(own(second), NOW)).toMatchObject([{ id }])
  await expect(now((change) => informDriver(change, id))).rejects.toMatchObject({ code: 'fine.informed' })
  const told = (await listEvents(`fine:${id}`)).flatMap(({ changes }) => changes)
  expect(told).toContainEqual(expect.objectContaining({ field: 'state', after: 'informed' }))

  const netOf = async () => (await getWeek(WEEK)).statements.find(({ driver }) => driver.id === second)?.settlement
  const before = await netOf()
  await now((change) => chargeFine(change, id, charge))
  const after = await netOf()
  expect(after!.net - before!.net).toBe(-60_00)
  const line = after!.lines.find(({ code }) => code === 'adjustment.fine')
  expect(line).toMatchObject({ amount: -60_00, adjustment: { reason: 'Multa n.º 123 456 789, 3 jun. 2026, 11:15' } })
  await expect(now((change) => chargeFine(change, id, charge))).rejects.toMatchObject({ code: 'fine.charged' })

  const [adjustment] = await listDriverAdjustments(second)
  await now((change) => withdrawAdjustment(change, second, adjustment!.id))
  expect((await listChargesOfFines()).has(id)).toBe(false)
})

test('a driver with neither account nor e-mail is told by nobody, and charged once the office told them otherwise', async () => {
  const { car, second } = await aCarOfTwo()
  await db.updateTable('drivers').set({ email: null, uid: null }).where('id', '=', second).execute()
  const id = await now((change) => registerFine(change, fined(car)))
  await now((change) => informDriver(change, id))
  const { informedAt } = await getFine(id, NOW)
  const reach = () => findReach({ event: 'fine', driver: second, at: informedAt! })
  expect(await reach()).toMatchObject({ state: 'nobody' })
  const charge = { amount: cents(60_00), count: 1, week: NEXT_WEEK }
  await expect(now((change) => chargeFine(change, id, charge))).rejects.toMatchObject({ code: 'fine.not-informed' })
  await now(async (change) => noteSentByHand(change, (await reach())!.notice))
  expect(await reach()).toMatchObject({ state: 'told' })
  await now((change) => chargeFine(change, id, charge))
})

test('an e-mail that no mail server carries tells nobody, and nothing is charged by it', async () => {
  const { car, second } = await aCarOfTwo()
  await db.updateTable('drivers').set({ email: 'rui@exemplo.pt', uid: null }).where('id', '=', second).execute()
  vi.stubEnv('SMTP_URL', '')
  const id = await now((change) => registerFine(change, fined(car)))
  await now((change) => informDriver(change, id))
  const { informedAt } = await getFine(id, NOW)
  const reach = () => findReach({ event: 'fine', driver: second, at: informedAt! })
  const charge = { amount: cents(60_00), count: 1, week: NEXT_WEEK }
  expect(await reach()).toMatchObject({ state: 'nobody' })
  await expect(now((change) => chargeFine(change, id, charge))).rejects.toMatchObject({ code: 'fine.not-informed' })
  // A mail that was only written to a file stays unsent, even if there is a server later.
  await db.updateTable('mail_outbox').set({ state: 'sent', sent_at: NOW.toString(), sent_via: 'outbox' }).execute()
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1')
  expect(await reach()).toMatchObject({ state: 'nobody' })
  await db.updateTable('mail_outbox').set({ sent_via: 'smtp' }).execute()
  expect(await reach()).toMatchObject({ state: 'unread' })
})

test('whoever pays for a fine goes on reading it after somebody else was named, until the charge is taken back', async () => {
  const { car, first, second } = await aCarOfTwo()
  const id = await now((change) => registerFine(change, { ...fined(car), notice: new File([pdfBytes()], 'auto.pdf') }))
  await now((change) => informDriver(change, id))
  await now((change) => chargeFine(change, id, { amount: cents(60_00), count: 1, week: NEXT_WEEK }))
  await now((change) => identifyDriver(change, id, first))
  expect(await listOwnFines(own(second), NOW)).toMatchObject([{ id, driver: { id: first } }])
  await readFinePaper(id, 'notice', own(second))
  expect(await listOwnFines(own(first), NOW)).toEqual([])
  await now((change) => informDriver(change, id))
  expect(await listOwnFines(own(first), NOW)).toMatchObject([{ id }])

  const [adjustment] = await listDriverAdjustments(second)
  await now((change) => withdrawAdjustment(change, second, adjustment!.id))
  expect(await listOwnFines(own(second), NOW)).toEqual([])
  await expect(readFinePaper(id, 'notice', own(second))).rejects.toMatchObject({ code: 'record.not-found' })
})

test('a fine may be paid week by week; once the plan is cancelled it is free to be charged again', async () => {
  const { car, second } = await aCarOfTwo()
  const id = await now((change) => registerFine(change, fined(car)))
  await now((change) => informDriver(change, id))
  const more = { amount: cents(60_01), count: 4, week: NEXT_WEEK }
  await expect(now((change) => chargeFine(change, id, more))).rejects.toMatchObject({ code: 'fine.more-than-it-is' })
  await now((change) => chargeFine(change, id, { amount: cents(60_00), count: 4, week: NEXT_WEEK }))
  const charge = (await listChargesOfFines()).get(id)
  expect(charge).toMatchObject({ by: 'plan', driverId: second, amount: 60_00, week: NEXT_WEEK })
  await now((change) => cancelPlan(change, charge!.id, 'Engano'))
  expect((await listChargesOfFines()).has(id)).toBe(false)
})

test('somebody else who is named instead has to be told anew', async () => {
  const { car, first } = await aCarOfTwo()
  const id = await now((change) => registerFine(change, fined(car)))
  await now((change) => informDriver(change, id))
  await now((change) => identifyDriver(change, id, first))
  expect(await getFine(id, NOW)).toMatchObject({ driver: { id: first }, informedAt: null })
})

test('another driver’s notification is nobody’s: it is not found', async () => {
  const { car, first, second } = await aCarOfTwo()
  const notice = new File([pdfBytes('notice')], 'notificacao.pdf')
  const id = await now((change) => registerFine(change, fined(car, { notice })))
  await expect(readFinePaper(id, 'notice', own(second))).rejects.toMatchObject({ code: 'record.not-found' })
  await now((change) => informDriver(change, id))
  expect((await readFinePaper(id, 'notice', own(second))).name).toBe('notificacao.pdf')
  await expect(readFinePaper(id, 'notice', own(first))).rejects.toMatchObject({ code: 'record.not-found' })
})

test('the number on the form is nine digits of the road safety authority, however they are typed', () => {
  const typed = {
    body: 'ansr',
    authority: '',
    number: '123 456 789',
    vehicleId: '00000000-0000-4000-8000-000000000000',
    committedAt: ['2026-06-03', '11:15'],
    place: 'Lisboa',
    offence: '',
    notifiedOn: '2026-06-08',
    amount: '60,00',
  }
  expect(fineInput.parse(typed)).toMatchObject({ number: '123456789', amount: 60_00 })
  expect(fineInput.safeParse({ ...typed, number: '12345678' }).error?.issues[0]?.message).toBe('field.fine-number')
  expect(fineInput.parse({ ...typed, amount: '' }).amount).toBeNull()
})

test('no document of a person is issued in the future, or ends before it was issued', () => {
  const typed = {
    address: 'Rua do Cais, 1',
    idKind: 'citizen-card',
    idNumber: '12345678',
    licenceNumber: 'L-1',
    licenceIssuer: 'IMT, I.P.',
  }
  const wrong = (days: { idIssuedOn: string; idValidUntil: string }) =>
    identityInput.safeParse({ ...typed, idIssuer: '', ...days }).error?.issues.map(({ path }) => path.join())
  expect(wrong({ idIssuedOn: '2035-01-01', idValidUntil: '' })).toEqual(['idIssuedOn'])
  expect(wrong({ idIssuedOn: '2020-05-01', idValidUntil: '2020-05-01' })).toEqual(['idValidUntil'])
  expect(wrong({ idIssuedOn: '2020-05-01', idValidUntil: '2030-05-01' })).toBeUndefined()
  expect(wrong({ idIssuedOn: '', idValidUntil: '2030-05-01' })).toBeUndefined()
})
