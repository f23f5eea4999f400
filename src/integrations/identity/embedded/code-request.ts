import { z } from 'zod'
import { accountWith, readEmail } from './accounts.ts'
import { type Answer, type Call, operation } from './call.ts'
import { mailCode, makeCode } from './codes.ts'
import type { CodeType } from './code-message.ts'
import { fault } from './fault.ts'
import { flag, text } from './fields.ts'
import { type Bearer, readIdToken, requireRecentSignIn } from './tokens.ts'
import { countTry } from './tries.ts'

const fields = z.object({
  requestType: text,
  email: text,
  newEmail: text,
  idToken: text,
  continueUrl: text,
  returnOobLink: flag,
})
type Input = z.output<typeof fields>

const kind = 'identitytoolkit#GetOobConfirmationCodeResponse'

/**
 * `accounts:sendOobCode`: mails a link, or, for a privileged caller who asks for it, answers the link, which the office
 * sends in its own words.
 */
export const sendOobCode = operation(fields, async (input, call) => {
  if (!input.requestType) throw fault('MISSING_REQ_TYPE')
  if (input.returnOobLink && !call.isPrivileged) throw fault('INSUFFICIENT_PERMISSION')
  requireOurHost(input.continueUrl, call)
  if (input.requestType === 'PASSWORD_RESET') return requestReset(input, call)
  if (input.requestType === 'VERIFY_EMAIL') return requestVerification(input, call)
  if (input.requestType === 'VERIFY_AND_CHANGE_EMAIL') return requestChange(input, call)
  if (input.requestType === 'EMAIL_SIGNIN') throw fault('OPERATION_NOT_ALLOWED')
  throw fault('INVALID_REQ_TYPE')
})

/** Answers a request for a reset link. An unknown person gets the same answer in the same time, and no message. */
async function requestReset(input: Input, call: Call): Promise<Answer> {
  if (!input.email) throw fault('MISSING_EMAIL')
  const email = readEmail(input.email)
  if (!call.isPrivileged) await countTry('reset', { email, address: call.address }, call.now())
  const account = await accountWith(email)
  if (!account && (call.isPrivileged || !call.project().emailPrivacy)) throw fault('EMAIL_NOT_FOUND')
  if (!account || (account.disabled && !call.isPrivileged)) return { kind, email }
  return send({ account, type: 'PASSWORD_RESET' }, input, call)
}

async function requestVerification(input: Input, call: Call): Promise<Answer> {
  const account = call.isPrivileged ? await accountOfEmail(input) : (await readIdToken(input.idToken, call)).account
  await countMail(account.email, call)
  return send({ account, type: 'VERIFY_EMAIL' }, input, call)
}

async function requestChange(input: Input, call: Call): Promise<Answer> {
  if (!input.newEmail) throw fault('MISSING_NEW_EMAIL')
  const account =
    call.isPrivileged && input.idToken === undefined
      ? await accountOfEmail(input)
      : await recentAccount(input.idToken, call)
  const newEmail = readEmail(input.newEmail)
  if (await accountWith(newEmail)) throw fault('EMAIL_EXISTS')
  await countMail(account.email, call)
  return send({ account, type: 'VERIFY_AND_CHANGE_EMAIL', newEmail }, input, call)
}

/** Limits the messages to an address, so that nobody can flood another's mailbox through us. */
async function countMail(email: string, call: Call): Promise<void> {
  if (!call.isPrivileged) await countTry('mail', { email, address: call.address }, call.now())
}

async function accountOfEmail({ email }: Input) {
  if (!email) throw fault('MISSING_EMAIL')
  const account = await accountWith(readEmail(email))
  if (!account) throw fault('EMAIL_NOT_FOUND')
  return account
}

async function recentAccount(idToken: string | undefined, call: Call) {
  const bearer: Bearer = await readIdToken(idToken, call)
  requireRecentSignIn(bearer, call)
  return bearer.account
}

async function send(
  { account, ...wanted }: { account: Bearer['account']; type: CodeType; newEmail?: string },
  { continueUrl, returnOobLink }: Input,
  call: Call,
): Promise<Answer> {
  const { email } = account
  if (!returnOobLink) {
    mailCode(account, { ...wanted, continueUrl }, call)
    return { kind, email }
  }
  const { code, link } = await makeCode(account, { ...wanted, continueUrl }, call)
  return { kind, email, oobCode: code, oobLink: link }
}

/** Checks that a link leads on to one of our hosts; nothing is ever fetched from there. */
function requireOurHost(continueUrl: string | undefined, call: Call): void {
  if (continueUrl === undefined) return
  const url = URL.parse(continueUrl)
  if (!url?.host) throw fault('INVALID_CONTINUE_URI', '((expected an absolute URI with valid scheme and host))')
  const isOurs = /^https?:$/.test(url.protocol) && call.project().domains.includes(url.hostname)
  if (!isOurs) throw fault('UNAUTHORIZED_DOMAIN')
}
