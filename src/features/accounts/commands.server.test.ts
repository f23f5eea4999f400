import { expect, test } from 'vitest'
import { SYSTEM } from '#features/audit/commands.server.ts'
import { resumeSession } from '#features/sessions/commands.server.ts'
import { anAccount, entered, start, visit } from '#test/people.ts'
import { disableAccount, enableAccount } from './commands.server.ts'

test('a closed account cannot sign in, and its open session ends on the next request', async () => {
  const uid = await anAccount('eva@exemplo.pt')
  const { token } = await entered('eva@exemplo.pt', visit())

  await disableAccount(uid, SYSTEM, start)

  expect(await resumeSession(token, visit())).toBeNull()
  await expect(entered('eva@exemplo.pt', visit())).rejects.toThrow('identity.user-disabled')
  await enableAccount(uid, SYSTEM, start)
  expect(await resumeSession(token, visit())).toBeNull()
  expect((await entered('eva@exemplo.pt', visit())).session.user.uid).toBe(uid)
})
