import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { addPaper, sendPaper } from '#features/papers/commands.server.ts'
import type { PaperInput, PaperOf } from '#features/papers/schema.ts'
import { type Fleet, MONDAY, WEEK, aFleet, asOwner, makeChange } from '#test/factories.ts'
import { pdfBytes } from '#test/papers.ts'
import { askAgain, warnDrivers } from './commands.server.ts'
import { listDeadlines } from './queries.server.ts'

let fleet: Fleet
let driver: OwnDriverId
let of: PaperOf
beforeEach(async () => {
  fleet = await aFleet()
  driver = fleet.driver('D1') as OwnDriverId
  of = { holder: 'driver', id: driver }
})

const paper = (said: Partial<PaperInput> = {}): PaperInput => ({
  number: '',
  issuedOn: '2026-01-02',
  expiresOn: '2027-01-01',
  files: [new File([pdfBytes()], 'a.pdf')],
  ...said,
})

test('a driver is warned of an end once at each distance, and no more once the next paper was sent', async () => {
  await makeChange((change) => addPaper(change, of, 'cmtvde', paper({ number: '1', expiresOn: '2026-07-08' })))
  const noticesOn = async (day: string) => {
    for (let times = 0; times < 2; times++) await warnDrivers(Temporal.Instant.from(`${day}T10:00:00Z`))
    const { notices } = await listNotices(driver, { limit: 9, before: null })
    return notices.map(({ facts }) => facts.kind === 'paper' && facts.event)
  }
  expect(await noticesOn('2026-05-01')).toEqual([])
  expect(await noticesOn('2026-06-08')).toEqual(['ends'])
  expect(await noticesOn('2026-06-22')).toEqual(['ends'])
  expect(await noticesOn('2026-06-23')).toEqual(['ends', 'ends'])
  expect(await noticesOn('2026-07-09')).toEqual(['ended', 'ends', 'ends'])
  await makeChange((change) => addPaper(change, of, 'identity', paper({ number: '1', expiresOn: '2026-07-12' })))
  await makeChange((change) => sendPaper(change, driver, 'identity', paper()))
  expect(await noticesOn('2026-07-10')).toEqual(['ended', 'ends', 'ends'])
})

test('whoever has merged records is warned of the papers of each, at the one that stays, and of the last of a kind alone', async () => {
  const other = fleet.driver('D2')
  const gone: PaperOf = { holder: 'driver', id: other }
  await makeChange((change) => addPaper(change, gone, 'cmtvde', paper({ number: '1', expiresOn: '2026-06-20' })))
  await makeChange((change) => addPaper(change, gone, 'identity', paper({ number: '1', expiresOn: '2026-06-20' })))
  await makeChange((change) => addPaper(change, of, 'identity', paper({ number: '2', expiresOn: '2030-06-20' })))
  await db.updateTable('drivers').set({ merged_into: driver }).where('id', '=', other).execute()
  await warnDrivers(MONDAY)
  const { notices } = await listNotices(driver, { limit: 9, before: null })
  expect(notices.map(({ facts }) => facts.kind === 'paper' && facts.paper)).toEqual(['cmtvde'])
})

test('of a paper of a car the driver who has it is warned, in the area alone, and by mail too of an own one', async () => {
  const { id: car } = await db.selectFrom('vehicles').select('id').orderBy('plate').executeTakeFirstOrThrow()
  await asOwner(`delete from assignments`)
  await asOwner(`update drivers set email = 'ana@example.org' where id = '${driver}'`)
  await makeChange((change) =>
    addPaper(change, { holder: 'car', id: car }, 'inspection', paper({ expiresOn: '2026-06-20' })),
  )
  await makeChange((change) => addPaper(change, of, 'cmtvde', paper({ number: '1', expiresOn: '2026-06-20' })))
  await warnDrivers(MONDAY)
  const noticeKinds = async () =>
    (await listNotices(driver, { limit: 9, before: null })).notices.map(({ facts }) => facts.kind).toSorted()
  const mailed = async () =>
    (await db.selectFrom('mail_outbox').select('template').where('driver_id', '=', driver).execute()).map(
      ({ template }) => template,
    )
  expect([await noticeKinds(), await mailed()]).toEqual([['paper'], ['paper']])
  await asOwner(
    `insert into assignments (vehicle_id, driver_id, period) values ('${car}', '${driver}', tstzrange('2026-06-01', null))`,
  )
  await warnDrivers(MONDAY)
  await warnDrivers(MONDAY)
  expect([await noticeKinds(), await mailed()]).toEqual([['car-paper', 'paper'], ['paper']])
})

test('nobody is warned of a paper that the own regime does not ask for', async () => {
  await makeChange((change) => addPaper(change, of, 'slot-link', paper({ number: '1', expiresOn: '2026-06-20' })))
  await makeChange((change) =>
    addTerms(change, driver, { from: WEEK, terms: { ...PLAIN_TERMS, regime: 'rental' }, reason: 'alugou' }),
  )
  await warnDrivers(MONDAY)
  expect((await listNotices(driver, { limit: 9, before: null })).notices).toEqual([])
})

test('drivers are asked for all that ends in one answer, each for its own kind; what is a car’s or already sent is left out', async () => {
  const [other, car] = [fleet.driver('D2') as OwnDriverId, fleet.vehicle('ZX11TA')]
  const ends = { number: '1', expiresOn: '2026-06-20' }
  await makeChange((change) => addPaper(change, of, 'cmtvde', paper(ends)))
  await makeChange((change) => addPaper(change, of, 'identity', paper(ends)))
  await makeChange((change) => addPaper(change, { holder: 'driver', id: other }, 'cmtvde', paper(ends)))
  await makeChange((change) => addPaper(change, { holder: 'driver', id: other }, 'identity', paper(ends)))
  await makeChange((change) => sendPaper(change, other, 'identity', paper()))
  await makeChange((change) => addPaper(change, { holder: 'car', id: car }, 'inspection', paper(ends)))
  const ids = (await listDeadlines(MONDAY)).map(({ id }) => id)
  expect(ids).toHaveLength(5)
  const said = { dueOn: '2026-06-15', words: 'Frente e verso.' }
  expect(await makeChange((change) => askAgain(change, ids, said), { at: MONDAY })).toBe(3)
  const asked = await db
    .selectFrom('papers')
    .select(['driver_id', 'kind', 'words'])
    .where('state', '=', 'asked')
    .execute()
  expect(asked.map(({ driver_id, kind }) => `${driver_id} ${kind}`).toSorted()).toEqual(
    [`${driver} cmtvde`, `${driver} identity`, `${other} cmtvde`].toSorted(),
  )
  const countNotices = async (who: string) =>
    (await listNotices(who as OwnDriverId, { limit: 9, before: null })).notices.length
  expect([await countNotices(driver), await countNotices(other)]).toEqual([2, 1])
  // Nothing is requested without a choice, nor from a driver who left meanwhile.
  await db.updateTable('drivers').set({ status: 'inactive' }).where('id', '=', other).execute()
  expect(await makeChange((change) => askAgain(change, ids.slice(0, 0), said), { at: MONDAY })).toBe(0)
  expect(await makeChange((change) => askAgain(change, ids, said), { at: MONDAY })).toBe(2)
})
