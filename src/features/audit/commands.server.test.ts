import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { exportBatch } from '#features/payments/commands.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import {
  MONDAY,
  WEEK,
  aFleet,
  anApprovedWeek,
  makeChange,
  drop,
  dropPublicSet,
  publicFile,
  withoutLines,
} from '#test/factories.ts'
import { type Actor, COMMAND_LINE, type Change, carryOut } from './commands.server.ts'
import { listEvents } from './queries.server.ts'

const OFFICE: Actor = { uid: 'helena', role: 'admin', address: '192.0.2.1', requestId: 'request-1' }
const refused = (code: string) => expect.objectContaining({ code })

/** A change that can be counted: it adds one line to the outbox. */
const countable = async ({ tx, now }: Change) => {
  const message = { recipient: 'ana@example.org', language: 'pt', template: 'test', created_at: now.toString() }
  const { id } = await tx.insertInto('mail_outbox').values(message).returning('id').executeTakeFirstOrThrow()
  return { id, where: '/admin' }
}
const done = async () => (await db.selectFrom('mail_outbox').select('id').execute()).length
const events = () => db.selectFrom('audit_events').selectAll().orderBy('id').execute()
const asked = { actor: OFFICE, action: 'test.count', now: MONDAY }

test('a change leaves one event that says who, what, when and from where', async () => {
  await aFleet()
  const before = (await events()).length
  await carryOut(asked, async (change) => {
    change.note({ subject: 'driver:1', before: { name: 'Ana', nif: null }, after: { name: 'Ana Sá', nif: null } })
    return countable(change)
  })
  const [event, ...others] = (await events()).slice(before)
  expect(others).toEqual([])
  expect(event).toMatchObject({
    at: MONDAY,
    actor: 'helena',
    actor_role: 'admin',
    action: 'test.count',
    address: '192.0.2.1',
    request_id: 'request-1',
    after: { name: 'Ana Sá', nif: null },
  })
  const [shown] = await listEvents('driver:1')
  expect(shown?.changes).toEqual([{ field: 'name', before: 'Ana', after: 'Ana Sá' }])
})

test('a change of more records than one statement takes leaves an event of each', async () => {
  await aFleet()
  const before = (await events()).length
  await carryOut({ ...asked, action: 'test.many' }, async (change) => {
    for (let at = 0; at < 8_000; at++) change.note({ subject: `driver:${at}`, after: { at } })
    return null
  })
  const left = (await events()).slice(before)
  expect(left).toHaveLength(8_000)
  expect(left.at(-1)).toMatchObject({ subject: 'driver:7999', after: { at: 7_999 } })
})

test('a change that notes nothing itself leaves an event with its name alone', async () => {
  await aFleet()
  await carryOut({ ...asked, action: 'test.silent' }, async () => null)
  expect((await events()).at(-1)).toMatchObject({ action: 'test.silent', subject: '', before: null, after: null })
})

test('a change that fails leaves neither the change nor an event nor its key', async () => {
  await aFleet()
  const before = [await events(), await done()]
  const failing = carryOut({ ...asked, key: 'k' }, async (change) => {
    await countable(change)
    change.note({ subject: 'driver:1', after: { name: 'Ana' } })
    throw new Error('half-way')
  })
  await expect(failing).rejects.toThrow('half-way')
  expect([await events(), await done()]).toEqual(before)
  expect(await carryOut({ ...asked, key: 'k' }, countable)).toMatchObject({ where: '/admin' })
})

test('every command of the week leaves its event, and a refused one leaves none', async () => {
  await anApprovedWeek()
  const actions = async () => (await events()).length
  const before = await actions()
  const [statement] = (await getWeek(WEEK)).statements
  await drop([withoutLines(publicFile('2026W23'), 'Bruna')])
  await makeChange((change) => voidSettlement(change, statement!.stored!.id, 'engano'))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  await makeChange((change) => exportBatch(change, WEEK))
  expect(await actions()).toBe(before + 4)
  await expect(makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: false }))).rejects.toEqual(
    refused('week.unmatched'),
  )
  expect(await actions()).toBe(before + 4)
})

test('the same request under the same key answers the same and acts once', async () => {
  await aFleet()
  const before = await done()
  const order = { ...asked, key: 'form-1', request: { driver: 'D1', amount: 12_00 } }
  const first = await carryOut(order, countable)
  expect(await carryOut({ ...order, now: MONDAY.add({ hours: 2 }) }, countable)).toEqual(first)
  expect(await done()).toBe(before + 1)
  expect((await events()).filter(({ action }) => action === 'test.count')).toHaveLength(1)
})

test('a change that answers nothing is still done once', async () => {
  await aFleet()
  let acted = 0
  for (let time = 0; time < 3; time++) {
    expect(await carryOut({ ...asked, key: 'nothing' }, async () => (acted++, null))).toBe(null)
  }
  expect(acted).toBe(1)
})

test('twenty of the same request at the same moment act once and all get its answer', async () => {
  await aFleet()
  for (let round = 0; round < 5; round++) {
    const before = await done()
    const order = { ...asked, key: `form-${round}`, request: { round } }
    const answers = await Promise.all(Array.from({ length: 20 }, () => carryOut(order, countable)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1)
    expect(await done()).toBe(before + 1)
  }
})

test('forty approvals and bank files under one key each approve once and export once', async () => {
  await aFleet()
  await dropPublicSet()
  const often = (action: string, work: (change: Change) => Promise<number>) =>
    Promise.all(Array.from({ length: 40 }, () => carryOut({ ...asked, action, key: action }, work)))
  const approvals = await often('week.approve', async (change) => {
    const { approved } = await approveWeek(change, WEEK, { leaveUnmatched: true })
    return approved.length
  })
  expect(new Set(approvals)).toEqual(new Set([8]))
  const batches = await often('batch.export', async (change) => (await exportBatch(change, WEEK)).batchId)
  expect(new Set(batches)).toHaveLength(1)
  expect(await db.selectFrom('payment_batches').select('id').execute()).toHaveLength(1)
})

test('when the first of two twins fails, the second acts', async () => {
  await aFleet()
  const before = await done()
  let calls = 0
  const work = async (change: Change) => {
    const isFirst = calls++ === 0
    const answer = await countable(change)
    if (isFirst) throw new Error('the first one fails')
    return answer
  }
  const both = await Promise.allSettled([1, 2].map(() => carryOut({ ...asked, key: 'twins' }, work)))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await done()).toBe(before + 1)
})

test('another request under a known key is refused and does nothing', async () => {
  await aFleet()
  const before = await done()
  const order = { ...asked, key: 'form-1', request: { amount: 12_00 } }
  await carryOut(order, countable)
  await expect(carryOut({ ...order, request: { amount: 13_00 } }, countable)).rejects.toEqual(refused('form.reused'))
  await expect(carryOut({ ...order, action: 'test.other' }, countable)).rejects.toEqual(refused('form.reused'))
  expect(await done()).toBe(before + 1)
})

test('another person’s key is another key', async () => {
  await aFleet()
  const before = await done()
  const order = { ...asked, key: 'form-1', request: 1 }
  await carryOut(order, countable)
  await carryOut({ ...order, actor: { ...OFFICE, uid: 'rui' } }, countable)
  await carryOut({ ...order, actor: COMMAND_LINE }, countable)
  expect(await done()).toBe(before + 3)
})

test('events are not changed, deleted or emptied, neither by the site nor by the owner of its tables', async () => {
  await aFleet()
  const before = await events()
  expect(before.length).toBeGreaterThan(0)
  const owner = new pg.Client({ connectionString: process.env['DATABASE_OWNER_URL'] })
  await owner.connect()
  for (const attempt of [`update audit_events set action = 'x'`, 'delete from audit_events', 'truncate audit_events']) {
    await expect(sql.raw(attempt).execute(db), attempt).rejects.toThrow('permission denied')
    await expect(owner.query(attempt), attempt).rejects.toThrow('written once')
  }
  await owner.end()
  expect(await events()).toEqual(before)
})
