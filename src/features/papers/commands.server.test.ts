import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { forgetUnused } from '#features/files/commands.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { type Fleet, MONDAY, aFleet, makeChange } from '#test/factories.ts'
import { PNG, pdfBytes } from '#test/papers.ts'
import {
  acceptPaper,
  addPaper,
  askForPaper,
  askSeveral,
  lookAgain,
  refusePaper,
  sendPaper,
  takeBackPaper,
  withdrawRequest,
} from './commands.server.ts'
import { readDriver } from './readiness/queries.server.ts'
import { saveKind } from './kinds/commands.server.ts'
import { getKind } from './kinds/queries.server.ts'
import {
  findRequest,
  listOwnSlots,
  listRoadside,
  listSlots,
  listWaiting,
  papersOf,
  readOwnPaperFile,
} from './queries.server.ts'
import type { PaperInput, PaperOf } from './schema.ts'

let fleet: Fleet
let driver: OwnDriverId
let of: PaperOf
beforeEach(async () => {
  fleet = await aFleet()
  driver = fleet.driver('D1') as OwnDriverId
  of = { holder: 'driver', id: driver }
})

const TODAY = '2026-06-08'
const pdf = (name = 'a.pdf') => new File([pdfBytes(name)], name)
const paper = (said: Partial<PaperInput> = {}): PaperInput => ({
  number: '',
  issuedOn: '2026-01-02',
  expiresOn: '2027-01-01',
  files: [pdf()],
  ...said,
})
const slot = async (code: string) => (await listSlots(of, MONDAY)).find(({ kind }) => kind.code === code)!
/** The moment at which the waiting document was sent. */
const seen = async () => (await listWaiting(MONDAY))[0]?.sentAt ?? ''
const missing = async (day = TODAY) =>
  (await readDriver(driver, day)).missing.map((one) => one.kind === 'paper' && one.paper)

test('what a driver sends counts once the office has accepted it, from the day it was issued', async () => {
  const id = await makeChange((change) => sendPaper(change, driver, 'cmtvde', paper({ number: '99/2026' })))
  expect(await slot('cmtvde')).toMatchObject({ shownState: 'missing', onItsWay: { state: 'sent', number: '99/2026' } })
  expect(await missing()).toContain('cmtvde')
  expect(await listWaiting(MONDAY)).toMatchObject([{ id, kindName: { en: 'TVDE driver certificate' } }])

  const said = { number: '99/2026', issuedOn: '2026-01-02', expiresOn: '2027-01-01' }
  await makeChange(async (change) => acceptPaper(change, id, { ...said, seen: await seen() }))
  expect(await slot('cmtvde')).toMatchObject({
    shownState: 'valid',
    onItsWay: null,
    current: { id, expiresOn: '2027-01-01' },
  })
  expect(
    [await missing('2026-01-01'), await missing('2026-01-02'), await missing('2027-01-02')].map((one) =>
      one.includes('cmtvde'),
    ),
  ).toEqual([true, false, true])
  const { notices } = await listNotices(driver, { limit: 9, before: null })
  expect(notices[0]?.facts).toMatchObject({ kind: 'paper', event: 'accepted', en: 'TVDE driver certificate' })
  await expect(makeChange((change) => refusePaper(change, id, { reason: 'tarde', seen: '' }))).rejects.toMatchObject({
    code: 'paper.answered',
  })
})

test('a number is sealed in the database', async () => {
  await makeChange((change) => addPaper(change, of, 'identity', paper({ number: '12345678 9 ZZ0' })))
  const { number } = await db.selectFrom('papers').select('number').executeTakeFirstOrThrow()
  expect(number!.toString('latin1')).not.toContain('12345678')
  expect((await slot('identity')).current?.number).toBe('12345678 9 ZZ0')
})

test('a paper that takes the place of another counts from its first day; taken back, it gives the place back', async () => {
  const first = await makeChange((change) => addPaper(change, of, 'cmtvde', paper({ expiresOn: '2026-06-30' })))
  const second = await makeChange((change) =>
    addPaper(change, of, 'cmtvde', paper({ issuedOn: '2026-06-20', expiresOn: '2031-06-19' })),
  )
  expect((await papersOf(of, MONDAY)).map(({ id, state }) => [id, state])).toEqual([
    [second, 'accepted'],
    [first, 'replaced'],
  ])
  expect(await missing('2026-06-19')).not.toContain('cmtvde')
  await makeChange((change) => takeBackPaper(change, second, 'era de outra pessoa'))
  expect(await slot('cmtvde')).toMatchObject({
    current: { id: first },
    refused: { id: second, reason: 'era de outra pessoa' },
  })
  expect(await missing('2026-07-01')).toContain('cmtvde')
})

test('a refused paper says why, and the next one is sent in its place', async () => {
  const id = await makeChange((change) => sendPaper(change, driver, 'photo', paper({ expiresOn: null })))
  await makeChange(async (change) => refusePaper(change, id, { reason: 'não se vê a cara', seen: await seen() }))
  expect(await slot('photo')).toMatchObject({
    shownState: 'missing',
    refused: { reason: 'não se vê a cara' },
    onItsWay: null,
  })
  await makeChange((change) => sendPaper(change, driver, 'photo', paper({ expiresOn: null })))
  expect(await slot('photo')).toMatchObject({ refused: null, onItsWay: { state: 'sent' } })
})

test('a refusal that was a mistake is taken back: the paper waits again, unless another one was sent, and the driver is told', async () => {
  const send = () => makeChange((change) => sendPaper(change, driver, 'photo', paper({ expiresOn: null })))
  const id = await send()
  const refuse = () =>
    makeChange(async (change) => refusePaper(change, id, { reason: 'não se vê a cara', seen: await seen() }))
  const again = () => makeChange((change) => lookAgain(change, id))
  await expect(again()).rejects.toMatchObject({ code: 'record.changed-meanwhile' })
  await refuse()
  await makeChange((change) => askForPaper(change, driver, { kind: 'photo', dueOn: '2026-07-01', words: '' }))
  await again()
  expect(await slot('photo')).toMatchObject({ refused: null, onItsWay: { id, state: 'sent' } })
  const { notices } = await listNotices(driver, { limit: 1, before: null })
  expect(notices[0]?.facts).toMatchObject({ kind: 'paper', event: 'again', paper: 'photo' })
  await refuse()
  const next = await send()
  await expect(again()).rejects.toMatchObject({ code: 'paper.on-its-way' })
  expect(await slot('photo')).toMatchObject({ onItsWay: { id: next } })
})

test('what is sent twice before anybody looked is one paper, and the first file is forgotten', async () => {
  await makeChange((change) => sendPaper(change, driver, 'photo', paper({ files: [pdf('one')], expiresOn: null })))
  await makeChange((change) => sendPaper(change, driver, 'photo', paper({ files: [pdf('two')], expiresOn: null })))
  expect(await papersOf(of, MONDAY)).toHaveLength(1)
})

test('several photos become one PDF', async () => {
  const photos = [1, 2].map((page) => new File([PNG], `${page}.png`))
  const id = await makeChange((change) => sendPaper(change, driver, 'identity', paper({ files: photos })))
  const kept = await readOwnPaperFile(id, driver, MONDAY)
  expect([kept.name, kept.mediaType]).toEqual(['identity.pdf', 'application/pdf'])
})

test('of a sensitive paper the code is kept and the file is not', async () => {
  await expect(makeChange((change) => sendPaper(change, driver, 'criminal-record', paper()))).rejects.toMatchObject({
    code: 'paper.number-missing',
  })
  const id = await makeChange((change) => sendPaper(change, driver, 'criminal-record', paper({ number: 'ABCD-1234' })))
  const row = await db.selectFrom('papers').select('file_sha256').where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.file_sha256).toBeNull()
  expect(await db.selectFrom('files').select('sha256').where('media_type', '=', 'application/pdf').execute()).toEqual(
    [],
  )
  const said = { number: 'ABCD-1234', issuedOn: '2026-05-01', expiresOn: '2027-04-30' }
  await makeChange(async (change) => acceptPaper(change, id, { ...said, seen: await seen() }))
  expect((await slot('criminal-record')).current).toMatchObject({ number: 'ABCD-1234', answeredAt: String(MONDAY) })
})

test('the paper of somebody else is not found, nor is one that drivers do not send', async () => {
  const id = await makeChange((change) => sendPaper(change, driver, 'photo', paper({ expiresOn: null })))
  const other = fleet.driver('D2') as OwnDriverId
  await expect(readOwnPaperFile(id, other, MONDAY)).rejects.toMatchObject({ code: 'record.not-found' })
  await expect(makeChange((change) => sendPaper(change, driver, 'inspection', paper()))).rejects.toMatchObject({
    code: 'record.not-found',
  })
})

test('a paper is asked for until a day; what is sent answers the request', async () => {
  const ask = (dueOn: string) => askForPaperOn(dueOn)
  await ask('2026-06-15')
  await ask('2026-06-20')
  expect((await slot('address-proof')).onItsWay).toMatchObject({ state: 'asked', dueOn: '2026-06-20' })
  await makeChange((change) => sendPaper(change, driver, 'address-proof', paper({ expiresOn: null })))
  await expect(ask('2026-06-21')).rejects.toMatchObject({ code: 'paper.on-its-way' })
  expect(await papersOf(of, MONDAY)).toHaveLength(1)
})

const askForPaperOn = (dueOn: string) =>
  makeChange((change) => askForPaper(change, driver, { kind: 'address-proof', dueOn, words: 'para o contrato' }))

test('a paper that ends says when it ends', async () => {
  await expect(
    makeChange((change) => addPaper(change, of, 'cmtvde', paper({ expiresOn: null }))),
  ).rejects.toMatchObject({
    code: 'paper.expiry-missing',
  })
})

test('a paper that another one replaced while it was looked at is not answered', async () => {
  const id = await makeChange((change) =>
    sendPaper(change, driver, 'photo', paper({ files: [pdf('one')], expiresOn: null })),
  )
  const first = await seen()
  await makeChange((change) => sendPaper(change, driver, 'photo', paper({ files: [pdf('two')], expiresOn: null })), {
    at: MONDAY.add({ seconds: 1 }),
  })
  const said = { number: '', issuedOn: null, expiresOn: null, seen: first }
  await expect(makeChange((change) => acceptPaper(change, id, said))).rejects.toMatchObject({
    code: 'record.changed-meanwhile',
  })
  await expect(makeChange((change) => refusePaper(change, id, { reason: 'x', seen: first }))).rejects.toMatchObject({
    code: 'record.changed-meanwhile',
  })
  expect(await slot('photo')).toMatchObject({ onItsWay: { state: 'sent' } })
})

test('when two answer one paper at the same moment, one is told that it was answered', async () => {
  const id = await makeChange((change) => sendPaper(change, driver, 'photo', paper({ expiresOn: null })))
  const said = { number: '', issuedOn: null, expiresOn: null, seen: await seen() }
  const answers = await Promise.allSettled([
    makeChange((change) => acceptPaper(change, id, said)),
    makeChange((change) => refusePaper(change, id, { reason: 'x', seen: said.seen })),
  ])
  expect(answers.map((one) => (one.status === 'rejected' ? one.reason.code : 'answered')).toSorted()).toEqual([
    'answered',
    'paper.answered',
  ])
})

test('a paper is given to no car that is not there, and none of a kind of others', async () => {
  const car = { holder: 'car' as const, id: crypto.randomUUID() }
  for (const give of [
    () => makeChange((change) => addPaper(change, car, 'inspection', paper())),
    () => makeChange((change) => addPaper(change, of, 'inspection', paper())),
  ])
    await expect(give()).rejects.toMatchObject({ code: 'record.not-found' })
})

test('of a kind that becomes sensitive the files that were kept are forgotten', async () => {
  const id = await makeChange((change) => addPaper(change, of, 'activity', paper({ number: '7', expiresOn: null })))
  const { sha256 } = await db.selectFrom('files').select('sha256').executeTakeFirstOrThrow()
  const { name, version, needed, ...kind } = await getKind('activity')
  const said = { ...kind, ...needed, appliesTo: [], namePt: name.pt, nameEn: name.en, isSensitive: true, version }
  await makeChange((change) => saveKind(change, 'activity', said))
  await expect(readOwnPaperFile(id, driver, MONDAY)).rejects.toMatchObject({ code: 'record.not-found' })
  expect((await slot('activity')).current).toMatchObject({ number: '7', fileName: null })
  // No row refers to the file any more.
  await forgetUnused(sha256)
  expect(await db.selectFrom('files').select('sha256').execute()).toEqual([])
})

test('nobody is asked for a paper until a day that is past', async () => {
  await expect(askForPaperOn('2026-06-07')).rejects.toMatchObject({ code: 'paper.due-past' })
})

test('the driver does not read who of the office looked at a paper', async () => {
  await db
    .insertInto('users')
    .values({ uid: 'marta', email: 'marta@exemplo.pt', display_name: 'Marta Lousada', role: 'admin' })
    .execute()
  const actor = { uid: 'marta', role: 'admin' as const, address: null, requestId: null }
  await makeChange((change) => addPaper(change, of, 'criminal-record', paper({ number: 'ABCD-1234' })), { actor })
  expect((await slot('criminal-record')).current?.answeredBy).toBe('Marta Lousada')
  expect(JSON.stringify(await listOwnSlots(driver, MONDAY))).not.toMatch(/marta/i)
})

test('several are asked for one paper at once; whose paper waits already is left out by name, and who is named twice is asked once', async () => {
  const drivers = ['D1', 'D2', 'D3', 'D3'].map((ref) => fleet.driver(ref))
  await makeChange((change) => sendPaper(change, driver, 'address-proof', paper({ expiresOn: null })))
  const ask = (dueOn: string) =>
    makeChange((change) => askSeveral(change, drivers, { kind: 'address-proof', dueOn, words: 'para o contrato' }))
  expect(await ask('2026-06-15')).toEqual({ count: 2, left: [driver] })
  expect(await ask('2026-06-16')).toEqual({ count: 2, left: [driver] })
  expect(await papersOf({ holder: 'driver', id: fleet.driver('D2') }, MONDAY)).toMatchObject([
    { state: 'asked', dueOn: '2026-06-16' },
  ])
  expect((await listNotices(fleet.driver('D3') as OwnDriverId, { limit: 9, before: null })).notices).toHaveLength(2)
  expect((await slot('address-proof')).onItsWay).toMatchObject({ state: 'sent' })
})

test('one who sends a paper while it is asked for is not disturbed', async () => {
  const ways = await Promise.allSettled([
    makeChange((change) => sendPaper(change, driver, 'address-proof', paper({ expiresOn: null }))),
    askForPaperOn('2026-06-15'),
    makeChange((change) => sendPaper(change, driver, 'address-proof', paper({ files: [pdf('two')], expiresOn: null }))),
  ])
  expect(ways.flatMap((way) => (way.status === 'rejected' ? [way.reason.code] : [])).every(isOnItsWay)).toBe(true)
  expect(await papersOf(of, MONDAY)).toMatchObject([{ state: 'sent' }])
})

const isOnItsWay = (code: unknown) => code === 'paper.on-its-way'

test('at the roadside a driver shows own papers, those of the car that is held now and the operator’s, and nobody else’s', async () => {
  const car = await db
    .selectFrom('assignments')
    .select('vehicle_id')
    .where('driver_id', '=', driver)
    .executeTakeFirstOrThrow()
  const ids: Record<string, string> = {}
  for (const [whose, code] of [
    [of, 'cmtvde'],
    [{ holder: 'car', id: car.vehicle_id }, 'car-insurance'],
    [{ holder: 'company' }, 'operator-licence'],
    [{ holder: 'company' }, 'liability'],
  ] as const)
    ids[code] = await makeChange((change) => addPaper(change, whose as PaperOf, code, paper({ number: `N-${code}` })))
  const shown = await listRoadside(driver, MONDAY)
  const codes = (slots: readonly { kind: { code: string } }[]) => slots.map(({ kind }) => kind.code)
  expect(codes(shown.own)).toContain('cmtvde')
  expect(shown.cars[0]!.slots.find(({ kind }) => kind.code === 'car-insurance')?.current?.number).toBe(
    'N-car-insurance',
  )
  expect(codes(shown.company)).toEqual(['operator-licence'])
  // Sensitive documents, and those that concern only the operator, are not taken along to the roadside.
  expect(codes(shown.own)).not.toContain('criminal-record')
  const open = (id: string, who = driver) => readOwnPaperFile(id, who, MONDAY)
  for (const code of ['cmtvde', 'car-insurance', 'operator-licence'])
    expect((await open(ids[code]!)).mediaType).toBe('application/pdf')
  const stranger = fleet.driver('D2') as OwnDriverId
  for (const [code, who] of [
    ['liability', driver],
    ['cmtvde', stranger],
    ['car-insurance', stranger],
  ] as const)
    await expect(open(ids[code]!, who)).rejects.toMatchObject({ code: 'record.not-found' })
})

test('what was asked for by mistake is asked for no longer, and what the driver sent meanwhile stays', async () => {
  const withdraw = () => makeChange((change) => withdrawRequest(change, driver, 'address-proof'))
  await askForPaperOn('2026-06-30')
  expect(await findRequest(driver, 'address-proof', MONDAY)).toMatchObject({
    dueOn: '2026-06-30',
    words: 'para o contrato',
  })
  await withdraw()
  expect([await findRequest(driver, 'address-proof', MONDAY), (await slot('address-proof')).onItsWay]).toEqual([
    null,
    null,
  ])
  await expect(withdraw()).rejects.toMatchObject({ code: 'record.not-found' })
  await askForPaperOn('2026-06-30')
  const id = await makeChange((change) => sendPaper(change, driver, 'address-proof', paper()))
  await expect(withdraw()).rejects.toMatchObject({ code: 'paper.on-its-way' })
  await expect(db.deleteFrom('papers').where('id', '=', id).execute()).rejects.toThrow('A paper that came stays.')
})
