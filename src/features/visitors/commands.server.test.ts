import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { aFleet } from '#test/factories.ts'
import { start } from '#test/people.ts'
import { countVisit, guardVisitor, newStamp } from './commands.server.ts'
import { MAX_PER_HOUR } from './schema.ts'

const opened = newStamp(start)
const sent = (seconds: number, address = '192.0.2.7', fields: { website?: string; stamp?: string } = {}) =>
  guardVisitor(
    'contact',
    { website: '', stamp: opened, ...fields },
    { address, now: start.add({ milliseconds: seconds * 1_000 }) },
  )

test('a form that was read before it was sent goes through; one that was not, doesn’t', async () => {
  await aFleet()
  await sent(2)
  await expect(sent(1.9)).rejects.toMatchObject({ code: 'visitor.too-quick' })
  await expect(sent(24 * 3_600 + 1)).rejects.toMatchObject({ code: 'visitor.form-expired' })
})

test('a stamp of one’s own making and a filled hidden field are refused, and count for nothing', async () => {
  await aFleet()
  for (const stamp of ['', 'x', Buffer.from(String(start.epochMilliseconds)).toString('base64url')])
    await expect(sent(10, '192.0.2.7', { stamp })).rejects.toMatchObject({ code: 'visitor.form-expired' })
  await expect(sent(10, '192.0.2.7', { website: 'https://spam.example' })).rejects.toMatchObject({
    code: 'visitor.looks-automatic',
  })
  expect(await db.selectFrom('visitor_tries').selectAll().execute()).toEqual([])
})

test('an address sends so many in an hour, also all at once; others and the next hour are free', async () => {
  await aFleet()
  const most = MAX_PER_HOUR.contact
  const all = await Promise.allSettled(Array.from({ length: most + 4 }, () => sent(10)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(most)
  await expect(sent(11)).rejects.toMatchObject({ code: 'visitor.too-many', params: { retryAfter: 3_599 } })
  await sent(11, '192.0.2.8')
  await sent(3_610)
  expect(await db.selectFrom('visitor_tries').selectAll().execute()).toHaveLength(2)
})

test('whoever has a whole IPv6 network is one visitor', async () => {
  await aFleet()
  for (let one = 0; one < MAX_PER_HOUR.contact; one++) await sent(10, `2001:db8:1:2:0:0:0:${one}`)
  await expect(sent(10, '2001:db8:1:2:ffff::1')).rejects.toMatchObject({ code: 'visitor.too-many' })
  await sent(10, '2001:db8:1:3::1')
})

test('papers of applications are counted too: nobody fills the disk of the operator from one address', async () => {
  const paper = (address = '192.0.2.7') => countVisit('paper', { address, now: start })
  for (let one = 0; one < MAX_PER_HOUR.paper; one++) await paper()
  await expect(paper()).rejects.toMatchObject({ code: 'visitor.too-many' })
  await paper('192.0.2.8')
})
