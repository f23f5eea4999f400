import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { type Fleet, MONDAY, aFleet, change } from '#test/factories.ts'
import { PNG, pdfBytes } from '#test/papers.ts'
import {
  acceptPaper,
  addPaper,
  askForPaper,
  refusePaper,
  sendPaper,
  takeBackPaper,
  warnDrivers,
} from './commands.server.ts'
import { readDriver } from './readiness/queries.server.ts'
import { listSlots, listWaiting, papersOf, readPaperFile } from './queries.server.ts'
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
  ...{ number: '', issuedOn: '2026-01-02', expiresOn: '2027-01-01', files: [pdf()] },
  ...said,
})
const slot = async (code: string) => (await listSlots(of, MONDAY)).find(({ kind }) => kind.code === code)!
const missing = async (day = TODAY) =>
  (await readDriver(driver, day)).missing.map((one) => one.kind === 'paper' && one.paper)

test('what a driver sends counts once the office has accepted it, from the day it was issued', async () => {
  const id = await change((deed) => sendPaper(deed, driver, 'cmtvde', paper({ number: '99/2026' })))
  expect(await slot('cmtvde')).toMatchObject({ look: 'missing', onItsWay: { state: 'sent', number: '99/2026' } })
  expect(await missing()).toContain('cmtvde')
  expect(await listWaiting(MONDAY)).toMatchObject([{ id, kindName: { en: 'TVDE driver certificate' } }])

  await change((deed) => acceptPaper(deed, id, { number: '99/2026', issuedOn: '2026-01-02', expiresOn: '2027-01-01' }))
  expect(await slot('cmtvde')).toMatchObject({ look: 'valid', onItsWay: null, counts: { id, expiresOn: '2027-01-01' } })
  expect(
    [await missing('2026-01-01'), await missing('2026-01-02'), await missing('2027-01-02')].map((one) =>
      one.includes('cmtvde'),
    ),
  ).toEqual([true, false, true])
  const { notices } = await listNotices(driver, { limit: 9, before: null })
  expect(notices[0]?.facts).toMatchObject({ kind: 'paper', event: 'accepted', en: 'TVDE driver certificate' })
  await expect(change((deed) => refusePaper(deed, id, 'tarde'))).rejects.toMatchObject({ code: 'paper.answered' })
})

test('a number is sealed in the database', async () => {
  await change((deed) => addPaper(deed, of, 'identity', paper({ number: '12345678 9 ZZ0' })))
  const { number } = await db.selectFrom('papers').select('number').executeTakeFirstOrThrow()
  expect(number!.toString('latin1')).not.toContain('12345678')
  expect((await slot('identity')).counts?.number).toBe('12345678 9 ZZ0')
})

test('a paper that takes the place of another counts from its first day; taken back, it gives the place back', async () => {
  const first = await change((deed) => addPaper(deed, of, 'cmtvde', paper({ expiresOn: '2026-06-30' })))
  const second = await change((deed) =>
    addPaper(deed, of, 'cmtvde', paper({ issuedOn: '2026-06-20', expiresOn: '2031-06-19' })),
  )
  expect((await papersOf(of, MONDAY)).map(({ id, state }) => [id, state])).toEqual([
    [second, 'accepted'],
    [first, 'replaced'],
  ])
  expect(await missing('2026-06-19')).not.toContain('cmtvde')
  await change((deed) => takeBackPaper(deed, second, 'era de outra pessoa'))
  expect(await slot('cmtvde')).toMatchObject({
    counts: { id: first },
    refused: { id: second, reason: 'era de outra pessoa' },
  })
  expect(await missing('2026-07-01')).toContain('cmtvde')
})

test('a refused paper says why, and the next one is sent in its place', async () => {
  const id = await change((deed) => sendPaper(deed, driver, 'photo', paper({ expiresOn: null })))
  await change((deed) => refusePaper(deed, id, 'não se vê a cara'))
  expect(await slot('photo')).toMatchObject({
    look: 'missing',
    refused: { reason: 'não se vê a cara' },
    onItsWay: null,
  })
  await change((deed) => sendPaper(deed, driver, 'photo', paper({ expiresOn: null })))
  expect(await slot('photo')).toMatchObject({ refused: null, onItsWay: { state: 'sent' } })
})

test('what is sent twice before anybody looked is one paper, and the first file is forgotten', async () => {
  await change((deed) => sendPaper(deed, driver, 'photo', paper({ files: [pdf('one')], expiresOn: null })))
  await change((deed) => sendPaper(deed, driver, 'photo', paper({ files: [pdf('two')], expiresOn: null })))
  expect(await papersOf(of, MONDAY)).toHaveLength(1)
})

test('several photos become one PDF', async () => {
  const photos = [1, 2].map((page) => new File([PNG], `${page}.png`))
  const id = await change((deed) => sendPaper(deed, driver, 'identity', paper({ files: photos })))
  const kept = await readPaperFile(id, driver)
  expect([kept.name, kept.mediaType]).toEqual(['identity.pdf', 'application/pdf'])
})

test('of a sensitive paper the code is kept and the file is not', async () => {
  await expect(change((deed) => sendPaper(deed, driver, 'criminal-record', paper()))).rejects.toMatchObject({
    code: 'paper.number-missing',
  })
  const id = await change((deed) => sendPaper(deed, driver, 'criminal-record', paper({ number: 'ABCD-1234' })))
  const row = await db.selectFrom('papers').select('file_sha256').where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.file_sha256).toBeNull()
  expect(await db.selectFrom('files').select('sha256').where('media_type', '=', 'application/pdf').execute()).toEqual(
    [],
  )
  const said = { number: 'ABCD-1234', issuedOn: '2026-05-01', expiresOn: '2027-04-30' }
  await change((deed) => acceptPaper(deed, id, said))
  expect((await slot('criminal-record')).counts).toMatchObject({ number: 'ABCD-1234', answeredAt: String(MONDAY) })
})

test('the paper of somebody else is not found, nor is one that drivers do not send', async () => {
  const id = await change((deed) => sendPaper(deed, driver, 'photo', paper({ expiresOn: null })))
  const other = fleet.driver('D2') as OwnDriverId
  await expect(readPaperFile(id, other)).rejects.toMatchObject({ code: 'record.not-found' })
  await expect(change((deed) => sendPaper(deed, driver, 'inspection', paper()))).rejects.toMatchObject({
    code: 'record.not-found',
  })
})

test('a paper is asked for until a day; what is sent answers the request', async () => {
  const ask = (dueOn: string) => askForPaperOn(dueOn)
  await ask('2026-06-15')
  await ask('2026-06-20')
  expect((await slot('address-proof')).onItsWay).toMatchObject({ state: 'asked', dueOn: '2026-06-20' })
  await change((deed) => sendPaper(deed, driver, 'address-proof', paper({ expiresOn: null })))
  await expect(ask('2026-06-21')).rejects.toMatchObject({ code: 'paper.on-its-way' })
  expect(await papersOf(of, MONDAY)).toHaveLength(1)
})

const askForPaperOn = (dueOn: string) =>
  change((deed) => askForPaper(deed, driver, { kind: 'address-proof', dueOn, words: 'para o contrato' }))

test('a paper that ends says when it ends', async () => {
  await expect(change((deed) => addPaper(deed, of, 'cmtvde', paper({ expiresOn: null })))).rejects.toMatchObject({
    code: 'paper.expiry-missing',
  })
})

test('a driver is warned of an end once at each distance, and no more once the next paper was sent', async () => {
  await change((deed) => addPaper(deed, of, 'cmtvde', paper({ number: '1', expiresOn: '2026-07-08' })))
  const told = async (day: string) => {
    for (let times = 0; times < 2; times++) await warnDrivers(Temporal.Instant.from(`${day}T10:00:00Z`))
    const { notices } = await listNotices(driver, { limit: 9, before: null })
    return notices.map(({ facts }) => facts.kind === 'paper' && facts.event)
  }
  expect(await told('2026-05-01')).toEqual([])
  expect(await told('2026-06-08')).toEqual(['ends'])
  expect(await told('2026-06-22')).toEqual(['ends'])
  expect(await told('2026-06-23')).toEqual(['ends', 'ends'])
  expect(await told('2026-07-09')).toEqual(['ended', 'ends', 'ends'])
  await change((deed) => addPaper(deed, of, 'identity', paper({ number: '1', expiresOn: '2026-07-12' })))
  await change((deed) => sendPaper(deed, driver, 'identity', paper()))
  expect(await told('2026-07-10')).toEqual(['ended', 'ends', 'ends'])
})
