import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db, inTransaction } from './client.server.ts'
import { asOf, stateOfDatabase, whileUnchanged } from './unchanged.server.ts'

/** Reads how many marks there are. */
function marks(most = 2) {
  return whileUnchanged(
    (name: string) => name,
    async (name) => ({ name, marks: (await db.selectFrom('week_marks').select('id').execute()).length }),
    most,
  )
}
const mark = () => db.insertInto('week_marks').values({ week: '2026-06-01' }).execute()

test('what was read is answered again until anything is written, and then read anew', async () => {
  const show = marks()
  // Other tests write into databases of the same server meanwhile: one quiet moment is enough.
  const again = async () => {
    const first = await show('a')
    return (await show('a')) === first
  }
  await expect.poll(again, { timeout: 20_000, interval: 5 }).toBe(true)
  const before = await show('a')
  await mark()
  const after = await show('a')
  expect(after).toEqual({ name: 'a', marks: before.marks + 1 })
  expect(after).not.toBe(before)
})

test('a change is seen once it is done, not before, and one that is taken back changes nothing', async () => {
  const show = marks()
  const before = await show('a')
  await inTransaction(async (tx) => {
    await tx.insertInto('week_marks').values({ week: '2026-06-01' }).execute()
    expect((await show('a')).marks).toBe(before.marks)
  })
  expect((await show('a')).marks).toBe(before.marks + 1)
  await inTransaction(async (tx) => {
    await tx.insertInto('week_marks').values({ week: '2026-06-01' }).execute()
    throw new Error('taken back')
  }).catch(() => {})
  expect((await show('a')).marks).toBe(before.marks + 1)
})

test('what is written while it is read is read by the next one', async () => {
  let goOn = () => {}
  const waits = new Promise<void>((done) => (goOn = done))
  let readings = 0
  const show = whileUnchanged(
    () => 'a',
    async () => {
      const rows = await db.selectFrom('week_marks').select('id').execute()
      readings += 1
      await waits
      return rows.length
    },
    1,
  )
  const early = show(null)
  await expect.poll(() => readings).toBe(1)
  await mark()
  goOn()
  expect(await show(null)).toBe((await early) + 1)
})

test('a reading that fails is not kept, and only so many are', async () => {
  let fails = true
  const show = whileUnchanged(
    () => 'a',
    async () => {
      if (fails) throw new Error('no')
      return 'yes'
    },
    1,
  )
  await expect(show(null)).rejects.toThrow('no')
  fails = false
  expect(await show(null)).toBe('yes')

  const one = marks(1)
  const first = await one('a')
  await one('b')
  expect(await one('a')).not.toBe(first)
})

const stateNow = async () =>
  (await sql<{ state: string }>`select ${stateOfDatabase} as state`.execute(db)).rows[0]!.state

test('who asked for the state a moment ago reads as of then, and who waited since asks anew', async () => {
  const show = marks()
  const state = await stateNow()
  const before = await asOf(state, () => show('a'))
  await mark()
  // As it was when it was asked, for as long as a page takes that has not to wait.
  expect(await asOf(state, () => show('a'))).toBe(before)
  const waited = asOf(state, async () => {
    await new Promise((done) => setTimeout(done, 1_100))
    return show('a')
  })
  expect((await waited).marks).toBe(before.marks + 1)
  expect((await asOf(await stateNow(), () => show('a'))).marks).toBe(before.marks + 1)
})

test('what is read late for an early state is never answered to who asks after the change', async () => {
  const show = marks()
  const early = await stateNow()
  await mark()
  const late = await asOf(early, () => show('a'))
  await mark()
  expect((await show('a')).marks).toBe(late.marks + 1)
})
