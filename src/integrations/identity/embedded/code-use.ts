import { z } from 'zod'
import { inTransaction } from '#db/client.server.ts'
import { type Account, accountOf, changeAccount, readEmail } from './accounts.ts'
import { type Answer, type Call, operation } from './call.ts'
import { type Code, mailCode, readCode, useCode, voidCodes } from './codes.ts'
import { fault } from './fault.ts'
import { text } from './fields.ts'
import { hashOf } from './passwords.ts'
import { requirePolicy } from './policy.ts'
import { authenticate } from './sign-in.ts'
import { forgetSignIns } from './tries.ts'

const fields = z.object({ oobCode: text, newPassword: text, email: text, oldPassword: text })
const kind = 'identitytoolkit#ResetPasswordResponse'

/**
 * `accounts:resetPassword`. Without a new password it says what a code is for; with one it sets it, once. The way of
 * old clients, by the old password instead of a code, is a sign-in and counts as one.
 */
export const resetPassword = operation(fields, async (input, call) => {
  if (!input.oobCode && input.email && input.oldPassword)
    return replace(input.email, input.oldPassword, input.newPassword, call)
  if (!input.oobCode) throw fault('MISSING_OOB_CODE')
  const code = await readCode(input.oobCode, call)
  if (input.newPassword !== undefined) await reset(code, input.newPassword, call)
  return { kind, requestType: code.type, email: code.email, newEmail: code.newEmail ?? undefined }
})

/** Carries out the code of a link about an e-mail address; whoever followed it has that mailbox. */
export async function applyCode(written: string, call: Call): Promise<Account> {
  const code = await readCode(written, call)
  if (code.type === 'PASSWORD_RESET') throw fault('INVALID_OOB_CODE')
  const now = call.now()
  const before = await ownerOf(code)
  const changed = await inTransaction(async (tx) => {
    await useCode(tx, code, now)
    if (code.type === 'VERIFY_EMAIL') return changeAccount(code.uid, { email_verified: true }, tx)
    await voidCodes(tx, code.uid, ['VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL', 'PASSWORD_RESET'])
    const email = code.newEmail ?? code.email
    return changeAccount(code.uid, { email, email_verified: true, valid_since: now }, tx)
  })
  if (code.type === 'VERIFY_AND_CHANGE_EMAIL') mailCode(before, { type: 'RECOVER_EMAIL' }, call)
  return changed
}

/**
 * Sets a new password by a code, which is used up only if the password is accepted. All earlier sign-ins are void; the
 * second factor stays.
 */
async function reset(code: Code, password: string, call: Call): Promise<void> {
  if (code.type !== 'PASSWORD_RESET') throw fault('INVALID_OOB_CODE')
  const account = await ownerOf(code)
  requirePolicy(password, account.email, call.project().passwordPolicy)
  if (account.disabled) throw fault('USER_DISABLED')
  await setPassword(account, password, call, code)
}

async function replace(
  written: string,
  oldPassword: string,
  newPassword: string | undefined,
  call: Call,
): Promise<Answer> {
  const account = await authenticate(readEmail(written), oldPassword, call)
  if (!newPassword) throw fault('MISSING_PASSWORD')
  requirePolicy(newPassword, account.email, call.project().passwordPolicy)
  await setPassword(account, newPassword, call, null)
  return { kind, requestType: 'PASSWORD_RESET', email: account.email }
}

async function setPassword(account: Account, password: string, call: Call, code: Code | null): Promise<void> {
  const now = call.now()
  const password_hash = await hashOf(password)
  await inTransaction(async (tx) => {
    if (code) await useCode(tx, code, now)
    await voidCodes(tx, account.uid, ['PASSWORD_RESET'])
    const change = { password_hash, password_changed_at: now, valid_since: now }
    await changeAccount(account.uid, code ? { ...change, email_verified: true } : change, tx)
  })
  await forgetSignIns(account.email)
}

/** Finds the owner of a code, as long as the address is still theirs; only a link back to an older address is for another one. */
async function ownerOf(code: Code): Promise<Account> {
  const account = await accountOf(code.uid)
  if (!account || (account.email !== code.email && code.type !== 'RECOVER_EMAIL')) throw fault('INVALID_OOB_CODE')
  return account
}
