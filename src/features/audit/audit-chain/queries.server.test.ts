import { rmSync } from 'node:fs'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { MONDAY, aFleet, makeChange } from '#test/factories.ts'
import { noteHead } from './commands.server.ts'
import { anchorsPath, keptAnchors, verifyChain } from './queries.server.ts'

/** A connection of the database's owner with every trigger off: the attacker that the log must withstand. */
let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client({ connectionString: process.env['DATABASE_OWNER_URL'] })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
})
afterAll(async () => {
  await owner.query('drop table if exists kept_events, kept_head')
  await owner.end()
})

const EVENTS = 12
const event = (number: number) =>
  makeChange(
    async (change) =>
      change.note({ subject: `driver:${number}`, before: { rent: number }, after: { rent: number + 1 } }),
    { action: 'driver.save', at: MONDAY.add({ minutes: number }) },
  )

/** A log of twelve events, and a copy to put it back from. */
async function aLog() {
  await aFleet()
  await owner.query('delete from audit_events; delete from audit_head')
  for (let number = 1; number <= EVENTS; number++) await event(number)
  await owner.query('drop table if exists kept_events, kept_head')
  await owner.query('create table kept_events as table audit_events; create table kept_head as table audit_head')
}
const putBack = () =>
  owner.query(`delete from audit_events; delete from audit_head;
    insert into audit_events overriding system value select * from kept_events; insert into audit_head select * from kept_head`)

const broken = async () => (await verifyChain()).broken

test('a log nobody touched holds, whole and empty', async () => {
  await aLog()
  expect(await verifyChain()).toMatchObject({ events: EVENTS, head: { seq: EVENTS }, broken: null })
  await owner.query('delete from audit_events; delete from audit_head')
  expect(await verifyChain()).toEqual({ events: 0, erased: 0, head: null, broken: null })
})

test('a value changed in an event is found at that event, whichever column it is in', async () => {
  await aLog()
  const changes = [
    `at = at + interval '1 microsecond'`,
    `actor = 'somebody'`,
    `actor_role = null`,
    `action = 'driver.saved'`,
    `subject = ''`,
    `before = null`,
    `after = '{"rent": 7 , "x": null}'`,
    `address = '192.0.2.9'`,
    `request_id = 'x'`,
    `id = default`,
  ]
  for (const one of changes) {
    await owner.query(`update audit_events set ${one} where seq = 5`)
    expect(await broken(), one).toEqual({ seq: 5, what: 'changed' })
    await putBack()
  }
})

test('whatever an event says, it is hashed and checked by the same letters', async () => {
  await aLog()
  let events = EVENTS
  const odd = fc.string({
    unit: fc.oneof(fc.constantFrom(...'"\\/\b\f\n\r\t\u0001\u001f\u007f\u2028é€🚗'), fc.string()),
  })
  // PostgreSQL keeps neither NUL nor half of a surrogate pair.
  const text = odd.map((given) => given.toWellFormed().replaceAll('\0', ''))
  await fc.assert(
    fc.asyncProperty(text, text, fc.double({ noNaN: true }), async (subject, value, number) => {
      const about = { subject: `driver:${subject}`, before: null, after: { [value]: value, number: [number, true] } }
      await makeChange(async (change) => change.note(about), { action: 'driver.save', at: MONDAY })
      expect(await verifyChain()).toMatchObject({ events: ++events, broken: null })
    }),
    { numRuns: 50 },
  )
})

test('an event that is gone is named: the first, one in the middle, and the last ones', async () => {
  await aLog()
  for (const [which, seq] of [
    ['seq = 1', 1],
    ['seq = 7', 7],
    ['seq >= 11', 11],
    ['true', 1],
  ] as const) {
    await owner.query(`delete from audit_events where ${which}`)
    expect(await broken(), which).toEqual({ seq, what: 'missing' })
    await putBack()
  }
})

test('an event slipped in is named, in front, behind, and in the place of one that was pushed on', async () => {
  await aLog()
  const slip = (seq: number) =>
    owner.query(`insert into audit_events (at, action, subject, seq, hash) select at, 'x.y', 'driver:1', ${seq}, hash
      from audit_events where seq = 3`)
  await slip(0)
  expect(await broken()).toEqual({ seq: 0, what: 'added' })
  await putBack()
  await slip(EVENTS + 1)
  expect(await broken()).toEqual({ seq: EVENTS + 1, what: 'changed' })
  await putBack()
  await owner.query('update audit_events set seq = -seq where seq >= 4')
  await owner.query('update audit_events set seq = 1 - seq where seq < 0')
  await slip(4)
  expect(await broken()).toEqual({ seq: 4, what: 'changed' })
  await putBack()
})

test('an event hashed anew breaks the next one, and the last one the head', async () => {
  await aLog()
  const forge = (seq: number) =>
    owner.query(`with forged as (update audit_events set action = 'x.y' where seq = ${seq} returning audit_events)
      select 1 from forged`)
  const rehash = (seq: number) =>
    owner.query(`update audit_events e set hash = sha256((select hash from audit_events where seq = ${seq - 1})
      || convert_to(audit_content(e), 'UTF8')) where seq = ${seq}`)
  await forge(6)
  await rehash(6)
  expect(await broken()).toEqual({ seq: 7, what: 'changed' })
  await putBack()
  await forge(EVENTS)
  await rehash(EVENTS)
  expect(await broken()).toEqual({ seq: EVENTS, what: 'head' })
  await putBack()
})

test('an end that was cut off with its head is found by what was noted outside the database', async () => {
  await aLog()
  await noteHead(MONDAY)
  await event(EVENTS + 1)
  expect((await verifyChain(await keptAnchors())).broken).toBeNull()
  await owner.query(`delete from audit_events where seq >= ${EVENTS - 1};
    update audit_head set seq = ${EVENTS - 2}, hash = (select hash from audit_events where seq = ${EVENTS - 2})`)
  expect(await broken()).toBeNull()
  expect((await verifyChain(await keptAnchors())).broken).toEqual({ seq: EVENTS - 1, what: 'missing' })
  rmSync(anchorsPath())
  expect(await keptAnchors()).toEqual([])
})

test('a chain written anew with its head is found by an anchor kept elsewhere, and only by it', async () => {
  await aLog()
  const anchor = (await verifyChain()).head!
  await event(EVENTS + 1)
  expect((await verifyChain([anchor])).broken).toBeNull()
  await owner.query(`do $$ declare e audit_events; last bytea := ''; begin
      update audit_events set action = 'x.y' where seq = 5;
      for e in select * from audit_events order by seq loop
        last := sha256(last || convert_to(audit_content(e), 'UTF8'));
        update audit_events set hash = last where seq = e.seq;
      end loop;
      update audit_head set hash = last;
    end $$`)
  expect(await broken()).toBeNull()
  expect((await verifyChain([anchor])).broken).toEqual({ seq: EVENTS, what: 'anchor' })
  await owner.query('delete from audit_events; delete from audit_head')
  expect((await verifyChain([anchor])).broken).toEqual({ seq: 1, what: 'missing' })
})

test('without its head the log says so, and takes nothing more in', async () => {
  await aLog()
  await owner.query('delete from audit_head')
  expect(await broken()).toEqual({ seq: EVENTS, what: 'head' })
  await expect(event(99)).rejects.toThrow('the head of the audit log is gone')
  await putBack()
  await event(99)
  expect(await broken()).toBeNull()
})

test('each of two hundred random tamperings is found, at the event or right after it', async () => {
  await aLog()
  const place = fc.integer({ min: 1, max: EVENTS })
  const tampering = fc.oneof(
    place.map((seq) => ({ seq, how: `update audit_events set subject = subject || '0' where seq = ${seq}` })),
    place.map((seq) => ({ seq, how: `delete from audit_events where seq = ${seq}` })),
    place.map((seq) => ({ seq, how: `delete from audit_events where seq >= ${seq}` })),
    place.map((seq) => ({ seq, how: `update audit_events set hash = sha256(hash) where seq = ${seq}` })),
    fc
      .tuple(place, place)
      .filter(([a, b]) => a !== b)
      .map(([a, b]) => ({
        seq: Math.min(a, b),
        how: `update audit_events e set before = o.before, after = o.after, subject = o.subject from audit_events o
          where (e.seq = ${a} and o.seq = ${b}) or (e.seq = ${b} and o.seq = ${a})`,
      })),
  )
  await fc.assert(
    fc.asyncProperty(tampering, async ({ seq, how }) => {
      await owner.query(how)
      const found = await broken()
      await putBack()
      expect(found?.seq).toBe(seq)
    }),
    { numRuns: 200 },
  )
})

test('twenty transactions at once take twenty places in a row, and one that fails leaves no gap', async () => {
  await aLog()
  const work = Array.from({ length: 20 }, (_, number) =>
    carryOut({ actor: SYSTEM, action: 'driver.save', now: MONDAY }, async (change) => {
      change.note({ subject: `driver:${number}`, after: { number } })
      change.note({ subject: `vehicle:${number}`, after: { number } })
      if (number % 5 === 4) throw new Error('undone')
      return null
    }),
  )
  const ended = await Promise.allSettled(work)
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(16)
  expect(await verifyChain()).toMatchObject({ events: EVENTS + 32, broken: null })
})

test('neither the site nor the owner of its tables moves the head or gives an event a place', async () => {
  await aLog()
  const plain = new pg.Client({ connectionString: process.env['DATABASE_OWNER_URL'] })
  await plain.connect()
  const site = new pg.Client({ connectionString: process.env['DATABASE_URL'] })
  await site.connect()
  for (const attempt of ['update audit_head set seq = 1', 'delete from audit_head', 'truncate audit_head']) {
    await expect(plain.query(attempt), attempt).rejects.toThrow('written once')
    await expect(site.query(attempt), attempt).rejects.toThrow('permission denied')
  }
  await expect(plain.query('update audit_events set seq = seq + 1')).rejects.toThrow('written once')
  await expect(site.query('update audit_events set seq = seq + 1')).rejects.toThrow('permission denied')
  await site.query(`insert into audit_events (at, action, seq, hash) values (now(), 'x.y', 999, 'forged')`)
  await Promise.all([plain.end(), site.end()])
  expect(await verifyChain()).toMatchObject({ events: EVENTS + 1, broken: null })
  expect(await db.selectFrom('audit_events').select('id').where('seq', '=', 999).execute()).toEqual([])
})
