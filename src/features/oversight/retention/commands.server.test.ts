import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { recordDeparture } from '#features/departures/commands.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { MONDAY, aFleet, asOwner, makeChange } from '#test/factories.ts'
import { deleteExpired } from './commands.server.ts'
import { listSweeps } from './queries.server.ts'

const days = (count: number) => MONDAY.add({ hours: 24 * count })

test('what visitors wrote stays a year, messages two, and a second pass finds nothing', async () => {
  await aFleet()
  const at = MONDAY.toString()
  const wrote = {
    created_at: at,
    email: 'a@example.org',
    name: 'Ana',
    language: 'pt',
    state: 'new',
    text: 'Olá',
    topic: 'other',
  }
  await db.insertInto('contact_messages').values(wrote).execute()
  const mail = {
    created_at: at,
    language: 'pt',
    recipient: 'a@example.org',
    template: 'test',
    params: '{}',
    next_try_at: at,
  }
  await db
    .insertInto('mail_outbox')
    .values([
      { ...mail, state: 'sent', sent_at: at, sent_via: 'outbox' },
      { ...mail, state: 'waiting' },
    ])
    .execute()
  expect(await deleteExpired(days(364))).toMatchObject({ visitors: 0, messages: 0 })
  expect((await listSweeps()).find(({ period }) => period === 'visitors')).toMatchObject({
    kept: 1,
    next: '2027-06-09',
    lastGone: 0,
  })
  expect(await deleteExpired(days(366))).toMatchObject({ visitors: 1, messages: 0 })
  expect(await deleteExpired(days(731))).toMatchObject({ visitors: 0, messages: 1 })
  expect(await deleteExpired(days(731))).toMatchObject({ visitors: 0, messages: 0 })
  expect(await db.selectFrom('mail_outbox').select('state').execute()).toEqual([{ state: 'waiting' }])
  expect((await listSweeps()).find(({ period }) => period === 'visitors')).toMatchObject({
    gone: 1,
    kept: 0,
    next: null,
  })
})

test('documents of somebody who left stay a year; of somebody who is here, for ever, and of who came back too', async () => {
  const fleet = await aFleet()
  const paperOf = async (driver: string, text: string) => {
    const sha256 = await makeChange(({ tx }) => saveFile(tx, Buffer.from(text), 'application/pdf'))
    await asOwner(`insert into papers (id, kind, driver_id, state, file_sha256, file_name, sent_at)
      values (gen_random_uuid(), 'driving-licence', '${driver}', 'sent', '${sha256}', 'carta.pdf', '2026-01-01T10:00:00Z')`)
  }
  const [left, here] = [fleet.driver('D1'), fleet.driver('D2')]
  await paperOf(left, 'um')
  await paperOf(here, 'dois')
  const now = Temporal.Now.instant()
  await makeChange((change) =>
    recordDeparture(change, left, {
      at: MONDAY,
      reason: 'Saiu',
      waitsUntil: '2026-07-22',
      signsInUntil: null,
      done: [],
    }),
  )
  // Moves the departure, as the pass takes the day from the database, whatever moment it is given.
  const leftAgo = (count: number) =>
    asOwner(`update departures set last_day = (now() at time zone 'Europe/Lisbon')::date - ${count}`)
  await leftAgo(365)
  expect((await deleteExpired(now.add({ hours: 24 * 900 }))).papers).toBe(0)
  await leftAgo(366)
  expect((await deleteExpired(now)).papers).toBe(1)
  expect(await db.selectFrom('papers').select('driver_id').execute()).toEqual([{ driver_id: here }])
})
