import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { db } from '#db/client.server.ts'
import type { User } from '#domain/access.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { MONDAY } from '#test/factories.ts'
import { filledAt, submit } from './answer.server.ts'
import { requestContext, userContext } from './context.ts'
import type { Reply } from './reply.ts'
import { personMark } from './session.server.ts'

/** Forms that waited on a phone may arrive twice, at once, after a kill, or from whoever holds the phone now. */
const PLACE = 'http://localhost/dashboard/payslips/2026-W22/lines/3'
const said = z.looseObject({ words: z.string().min(3, 'field.required'), photo: z.instanceof(File).optional() })

type Sent = { key?: string; words?: string; photo?: string; filledBy?: string; path?: string; waited?: string }

async function send(
  uid: string,
  { key, words = 'A portagem não é minha', photo, filledBy, path = PLACE, waited }: Sent,
) {
  const body = new FormData()
  body.set('words', words)
  if (key) body.set('idempotencyKey', key)
  if (filledBy) body.set('filledBy', filledBy)
  if (photo) body.set('photo', new File([photo], 'foto.jpg'))
  const context = new RouterContextProvider()
  context.set(requestContext, { id: 'request-1', address: '192.0.2.1', userAgent: '', now: MONDAY })
  context.set(userContext, { uid, role: 'driver', driverId: null } as unknown as User)
  const answer = await submit(
    {
      request: new Request(path, { method: 'POST', body, headers: waited ? { 'outbox-waited': waited } : {} }),
      context,
    },
    'dispute.say',
    said,
    keepOne,
  )
  if (answer instanceof Response) return answer.headers.get('location')
  const { data, init } = answer as { data: Reply; init: { status: number } }
  return [init.status, data.refusal?.code ?? data.fieldErrors, data.values['words']]
}

/** A change that can be counted: it adds one message and answers with its number. */
async function keepOne(_: unknown, { tx, now }: Change): Promise<string> {
  const message = { recipient: 'ana@example.org', language: 'pt', template: 'test', created_at: now.toString() }
  const { id } = await tx.insertInto('mail_outbox').values(message).returning('id').executeTakeFirstOrThrow()
  return `/dashboard/payslips/2026-W22?kept=${id}`
}

const kept = async () => (await db.selectFrom('mail_outbox').select('id').execute()).length

test('what is sent again under its key is kept once and answered the same, one after the other and from two tabs at once', async () => {
  const before = await kept()
  const key = crypto.randomUUID()
  const first = await send('ana', { key, photo: 'jpg', filledBy: personMark('ana') })
  expect(first).toMatch(/^\/dashboard\/payslips\/2026-W22\?kept=/)
  const again = await Promise.all([1, 2, 3].map(() => send('ana', { key, photo: 'jpg', filledBy: personMark('ana') })))
  expect(again).toEqual([first, first, first])
  expect(await kept()).toBe(before + 1)

  const [twin, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const tabs = await Promise.all([twin, other, twin, twin, other].map((one) => send('ana', { key: one })))
  expect(new Set(tabs).size).toBe(2)
  expect(await kept()).toBe(before + 3)
})

test('another body under the same key is refused, be it other words, another photo or another place, and what was typed comes back', async () => {
  const key = crypto.randomUUID()
  const first = await send('ana', { key, photo: 'one' })
  const before = await kept()
  const others: Sent[] = [
    { words: 'Afinal é minha', photo: 'one' },
    { photo: 'another' },
    {},
    { photo: 'one', path: PLACE.replace('/3', '/4') },
  ]
  for (const other of others)
    expect(await send('ana', { key, ...other })).toEqual([422, 'form.reused', other.words ?? 'A portagem não é minha'])
  expect(await send('ana', { key, photo: 'one' })).toBe(first)
  expect(await kept()).toBe(before)
})

test('what one person filled in is not sent in the name of another, who learns nothing by the key either', async () => {
  const key = crypto.randomUUID()
  const hers = await send('ana', { key, filledBy: personMark('ana') })
  const before = await kept()
  for (const filledBy of [personMark('ana'), 'ana'])
    expect(await send('rui', { key, filledBy })).toEqual([403, 'form.other-account', 'A portagem não é minha'])
  expect(await kept()).toBe(before)
  // The same key by chance from another person is that person's own.
  expect(await send('rui', { key, filledBy: personMark('rui') })).not.toBe(hers)
  expect(await send('rui', { key: crypto.randomUUID(), filledBy: 'rui' })).toMatch(/kept=/)
  expect(await kept()).toBe(before + 2)
})

test('what was refused is not kept under its key: put right, it is taken', async () => {
  const key = crypto.randomUUID()
  const before = await kept()
  expect(await send('ana', { key, words: '' })).toEqual([422, { words: ['field.required'] }, ''])
  expect(await send('ana', { key })).toMatch(/kept=/)
  expect(await kept()).toBe(before + 1)
})

test('how long it waited makes no other request of it, and a moment that nobody can have said is now', async () => {
  const [key, before] = [crypto.randomUUID(), await kept()]
  const first = await send('ana', { key, waited: '0' })
  const tries = await Promise.all(['15', '30', '86400'].map((waited) => send('ana', { key, waited })))
  expect([...tries, await kept()]).toEqual([first, first, first, before + 1])
  const at = (waited: string) => {
    const request = new Request(PLACE, { method: 'POST', headers: waited === '' ? {} : { 'outbox-waited': waited } })
    return MONDAY.since(filledAt(request, MONDAY)).total('seconds')
  }
  expect(['', '0', '90', '3600', '-60', '1.5', 'NaN', '1e3', '99999999'].map(at)).toEqual([
    0, 0, 90, 3600, 0, 0, 0, 0, 0,
  ])
})
