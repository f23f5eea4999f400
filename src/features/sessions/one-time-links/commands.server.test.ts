import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { identity } from '#integrations/identity/identity.ts'
import { mailCodesBy } from '#integrations/identity/here.ts'
import { anAccount } from '#test/people.ts'
import { mailCode } from './commands.server.ts'

test('a code the identity service wants mailed becomes a message with a link of this site, to the one it is for', async () => {
  let mailed = () => undefined as void
  const done = new Promise<void>((resolve) => (mailed = resolve))
  mailCodesBy(async (message) => {
    await mailCode(message)
    mailed()
  })
  await anAccount('ana@exemplo.pt')

  await identity().mailResetLink({ email: 'nobody@exemplo.pt', language: 'pt' })
  await identity().mailResetLink({ email: 'ana@exemplo.pt', language: 'en' })
  await done

  const messages = await db.selectFrom('mail_outbox').selectAll().execute()
  expect(messages).toMatchObject([{ recipient: 'ana@exemplo.pt', template: 'password-reset', language: 'en' }])
  const { link } = messages[0]!.params as { link: string }
  expect(link).toMatch(/^\/auth\/action\?mode=resetPassword&oobCode=[\w-]{43}&lang=en$/)
  const code = new URLSearchParams(link.split('?')[1]).get('oobCode')!
  expect(await identity().readActionCode(code)).toMatchObject({ kind: 'reset-password', email: 'ana@exemplo.pt' })
})
