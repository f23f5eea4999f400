import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { newSecret } from '#platform/secret.ts'
import { anAccount, signInAs, start, visit } from '#test/people.ts'
import { confirmHeld, holdForm, takeHeld } from './commands.server.ts'

const FORM = {
  path: '/admin/company',
  back: '/admin/company?x=1',
  body: 'iban=PT50000201231234567890154',
  hasFiles: false,
}

async function held(email: string, now = start) {
  await anAccount(email, 'admin')
  const before = await signInAs(email)
  const ticket = newSecret()
  await holdForm(ticket, before.session, FORM, now)
  const after = await signInAs(email, visit({ now }), before.token)
  return { ticket, before: before.session, after: after.session }
}

test('a held form is not readable in the database, and is gone once it is carried out', async () => {
  const { ticket, before, after } = await held('selado@exemplo.pt')
  await confirmHeld(ticket, before, after)
  const rows = () => db.selectFrom('held_forms').selectAll().where('session_id', '=', after.id).execute()
  expect(JSON.stringify(await rows())).not.toContain('PT50')
  expect(Buffer.from((await rows())[0]!.form_sealed!).includes('PT50')).toBe(false)
  expect(await takeHeld(ticket, after, FORM.path, start)).toEqual({ back: FORM.back, body: FORM.body, hasFiles: false })
  expect((await rows())[0]!.form_sealed).toBeNull()
})

test('when many take a held form at once, one does', async () => {
  const { ticket, before, after } = await held('uma-vez@exemplo.pt')
  await confirmHeld(ticket, before, after)
  const taken = await Promise.all(Array.from({ length: 8 }, () => takeHeld(ticket, after, FORM.path, start)))
  expect(taken.filter(Boolean)).toHaveLength(1)
})

test('a held form is not carried out after ten minutes, unconfirmed, at another address or in another session', async () => {
  const { ticket, before, after } = await held('cedo@exemplo.pt')
  expect(await takeHeld(ticket, before, FORM.path, start)).toBeNull()
  await confirmHeld(ticket, before, after)
  const later = start.add({ minutes: 10 })
  expect(await takeHeld(ticket, after, FORM.path, later)).toBeNull()
  expect(await takeHeld(ticket, after, '/admin/users', start)).toBeNull()
  expect(await takeHeld(ticket, before, FORM.path, start)).toBeNull()
  expect(await takeHeld(newSecret(), after, FORM.path, start)).toBeNull()
  expect(await takeHeld(ticket, after, FORM.path, start)).not.toBeNull()
})

test('of forms interrupted at once one is held', async () => {
  await anAccount('duas@exemplo.pt', 'admin')
  const { session } = await signInAs('duas@exemplo.pt')
  await Promise.all(Array.from({ length: 5 }, () => holdForm(newSecret(), session, FORM, start)))
  expect(await db.selectFrom('held_forms').select('uid').where('session_id', '=', session.id).execute()).toHaveLength(1)
})
