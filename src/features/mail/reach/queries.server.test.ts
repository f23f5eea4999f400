import { afterEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import { countReach } from '#domain/reach.ts'
import { aFleet, asOwner, makeChange } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { writeMail } from '../commands.server.ts'
import { newestMailState, reachOfDriver, reachOfPeople, reachOfPerson } from './queries.server.ts'

afterEach(() => vi.unstubAllEnvs())

test('a driver is reached by an account that is open, and by a mail that a server carries', async () => {
  const id = (await aFleet()).driver('D1')
  await db.updateTable('drivers').set({ email: 'ana@exemplo.pt', uid: null }).where('id', '=', id).execute()
  expect(await reachOfDriver({ id }, 'fine')).toMatchObject({ inArea: false, mail: null, lack: 'no-server' })
  const uid = await anAccount('ana@exemplo.pt', 'driver', id)
  expect(await reachOfDriver({ id }, 'fine')).toMatchObject({ inArea: true, mail: null })
  await asOwner(`update users set disabled = true where uid = '${uid}'`)
  expect(await reachOfDriver({ id }, 'fine')).toMatchObject({ inArea: false })
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1')
  expect(await reachOfDriver({ id }, 'fine')).toMatchObject({ mail: 'ana@exemplo.pt' })
  // An event for the area alone is not mailed, nor is one that the office has turned off.
  expect(await reachOfDriver({ id }, 'payment-undone')).toMatchObject({ mail: null, lack: 'not-mailed' })
  await db
    .insertInto('notice_rules')
    .values({ event: 'paper', channel: 'mail', off_since: '2026-06-01T00:00:00Z' })
    .execute()
  expect(await reachOfDriver({ id }, 'paper')).toMatchObject({ mail: null, lack: 'not-mailed' })
  expect(await reachOfPerson({ email: 'x@exemplo.pt' }, 'invite')).toMatchObject({ mail: 'x@exemplo.pt' })
})

test('of many candidates the page counts how many a mail reaches, and how many somebody has to call', async () => {
  await aFleet()
  const people = [
    { email: 'x@exemplo.pt', phone: '912345678' },
    { email: null, phone: '912345679' },
  ]
  const counted = async () => countReach(await reachOfPeople(people, 'application-rejected'))
  expect(await counted()).toMatchObject({ all: 2, mail: 0, nobody: 2 })
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1')
  expect(await counted()).toMatchObject({ all: 2, mail: 1, nobody: 1 })
})

test('what waits without a mail server is as good as kept', async () => {
  const driverId = (await aFleet()).driver('D2')
  expect(await newestMailState(driverId, 'invite')).toBeNull()
  await makeChange((change) =>
    writeMail(change, {
      template: 'invite',
      params: { link: '/invite?code=x' },
      recipient: 'b@exemplo.pt',
      language: 'pt',
      driverId,
    }),
  )
  expect(await newestMailState(driverId, 'invite')).toBe('kept')
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1')
  expect(await newestMailState(driverId, 'invite')).toBe('waiting')
})
