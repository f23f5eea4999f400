import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { markMessage, writeToOffice } from './commands.server.ts'
import { countNewMessages, listMessages } from './queries.server.ts'
import { messageInput } from './schema.ts'

const typed = { topic: 'statement', name: 'Ana Sá', email: 'ana@example.org', phone: '912 345 678' }
const write = (text: string) =>
  makeChange((change) => writeToOffice(change, messageInput.parse({ ...typed, text }), 'pt'), {
    action: 'contact.write',
  })

test('a message is kept, and every administrator is told that it is there, without its words', async () => {
  await aFleet()
  await anAccount('helena@example.org', 'admin')
  await write('A portagem de terça não é minha.')
  expect(await listMessages()).toMatchObject([{ state: 'new', topic: 'statement', phone: '+351912345678' }])
  const mails = await db.selectFrom('mail_outbox').selectAll().where('template', '=', 'contact-arrived').execute()
  expect(mails).toMatchObject([{ recipient: 'helena@example.org', params: { from: 'Ana Sá', topic: 'statement' } }])
  const kept = await db.selectFrom('audit_events').selectAll().where('action', '=', 'contact.write').execute()
  expect(JSON.stringify([mails, kept])).not.toContain('portagem')
})

test('what waits for an answer stands first, until somebody marks it answered', async () => {
  await aFleet()
  await write('Primeira mensagem.')
  await write('Segunda mensagem.')
  const [second, first] = await listMessages()
  await makeChange((change) => markMessage(change, second!.id, 'answered'))
  expect((await listMessages()).map(({ id, state }) => [id, state])).toEqual([
    [first!.id, 'new'],
    [second!.id, 'answered'],
  ])
  expect(await countNewMessages()).toBe(1)
  await makeChange((change) => markMessage(change, second!.id, 'new'))
  expect(await countNewMessages()).toBe(2)
  await expect(makeChange((change) => markMessage(change, 999_999, 'answered'))).rejects.toMatchObject({
    code: 'record.not-found',
  })
})
