import { db } from '#db/client.server.ts'
import { askAlone } from '#db/together.server.ts'
import { beforeEach, expect, test } from 'vitest'
import type { OwnDriverId } from '#domain/access.ts'
import { addPaper, takeBackPaper } from '#features/papers/commands.server.ts'
import { listOwnSlots, listSlots } from '#features/papers/queries.server.ts'
import { paperInput } from '#features/papers/schema.ts'
import { MONDAY, aFleet, makeChange } from '#test/factories.ts'
import { notePlatformReview, takeBackPlatformReview } from './commands.server.ts'
import { refusedPapers, listApprovalTimes, listPlatformReviews } from './queries.server.ts'
import { platformReviewRecord } from './schema.ts'

let driver: string
let paper: string
const KIND = 'cmtvde'

async function add(): Promise<string> {
  const typed = paperInput.parse({ number: '1', issuedOn: '2026-01-05', expiresOn: '2030-01-05' })
  await makeChange((change) => addPaper(change, { holder: 'driver', id: driver }, KIND, typed))
  const slot = (await listSlots({ holder: 'driver', id: driver }, MONDAY)).find(({ kind }) => kind.code === KIND)
  return slot!.current!.id
}
beforeEach(async () => {
  driver = (await aFleet()).driver('D1')
  paper = await add()
})

const say = (state: string, onDay: string, words = '', provider = 'uber') =>
  makeChange((change) =>
    notePlatformReview(change, paper, platformReviewRecord.input.parse({ provider, state, onDay, words })),
  )
const own = async () =>
  (await listOwnSlots(driver as OwnDriverId, MONDAY)).find(({ kind }) => kind.code === KIND)!.reviews

test('a paper that is in order here and refused there waits with the office and the driver, with what lifts it', async () => {
  expect(await askAlone(refusedPapers, db)).toBeNull()
  await say('sent', '2026-06-01')
  await say('refused', '2026-06-03', 'A fotografia está cortada.')
  await say('accepted', '2026-06-02', '', 'bolt')
  expect(await askAlone(refusedPapers, db)).toEqual({ count: 1, since: '2026-06-03', paper })
  expect(await own()).toMatchObject([
    { provider: 'uber', state: 'refused', words: 'A fotografia está cortada.' },
    { provider: 'bolt', state: 'accepted' },
  ])
})

test('a later answer ends a refusal, one of an earlier day does not, and taking an answer back lets the one before it count', async () => {
  await say('refused', '2026-06-03')
  await say('sent', '2026-06-01')
  expect(await askAlone(refusedPapers, db)).toMatchObject({ count: 1 })
  await say('accepted', '2026-06-05')
  expect(await askAlone(refusedPapers, db)).toBeNull()
  const [last] = await listPlatformReviews([paper])
  await makeChange((change) => takeBackPlatformReview(change, paper, last!.id))
  expect(await askAlone(refusedPapers, db)).toMatchObject({ since: '2026-06-03' })
  await expect(makeChange((change) => takeBackPlatformReview(change, paper, last!.id))).rejects.toMatchObject({
    code: 'record.not-found',
  })
})

test('a refusal ends with another paper in its place, and counts again when that paper is taken back', async () => {
  await say('refused', '2026-06-03')
  const before = paper
  paper = await add()
  expect(paper).not.toBe(before)
  expect(await askAlone(refusedPapers, db)).toBeNull()
  await say('refused', '2026-06-04')
  await makeChange((change) => takeBackPaper(change, paper, 'Era de outro motorista.'))
  // The earlier document counts again, and with it the platform's answer to it.
  expect(await askAlone(refusedPapers, db)).toMatchObject({ paper: before })
})

test('a platform’s answer to a paper that does not count cannot be noted', async () => {
  const before = paper
  paper = await add()
  const input = platformReviewRecord.input.parse({ provider: 'uber', state: 'sent', onDay: '2026-06-01', words: '' })
  await expect(makeChange((change) => notePlatformReview(change, before, input))).rejects.toMatchObject({
    code: 'record.not-found',
  })
})

test('how long a platform took is the middle of what was sent and accepted, and what is not accepted yet is no time', async () => {
  expect(await listApprovalTimes()).toEqual([])
  await say('sent', '2026-06-01')
  expect(await listApprovalTimes()).toEqual([])
  await say('refused', '2026-06-02')
  await say('accepted', '2026-06-04')
  await say('accepted', '2026-06-09')
  // Nobody saw it sent, so the time it took is unknown.
  await say('accepted', '2026-06-03', '', 'bolt')
  expect(await listApprovalTimes()).toMatchObject([{ platform: 'uber', count: 1, days: 3 }])
  await add()
  const [last] = await listPlatformReviews([paper])
  await makeChange((change) => takeBackPlatformReview(change, paper, last!.id))
  expect(await listApprovalTimes()).toMatchObject([{ platform: 'uber', count: 1, days: 3 }])
})
