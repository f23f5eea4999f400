import { isInFuture } from '#domain/clock.ts'
import { isNamedIn } from '#domain/named.ts'
import { db, type Tx } from '#db/client.server.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'
import type { Account } from './accounts.ts'
import type { Call } from './call.ts'
import type { CodeMessage, CodeType } from './code-message.ts'
import { fault } from './fault.ts'
import { ofOperator } from '#platform/operator.ts'

/** Time for which the link of a message is valid. */
const LIFETIME: Record<CodeType, { hours: number }> = {
  PASSWORD_RESET: { hours: 1 },
  VERIFY_EMAIL: { hours: 72 },
  VERIFY_AND_CHANGE_EMAIL: { hours: 1 },
  RECOVER_EMAIL: { hours: 72 },
}

const MODE: Record<CodeType, string> = {
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  RECOVER_EMAIL: 'recoverEmail',
}

export type Code = {
  codeHash: Buffer
  type: CodeType
  uid: string
  email: string
  newEmail: string | null
}

type CodeRequest = { type: CodeType; newEmail?: string | undefined; continueUrl?: string | undefined }

/** Makes a new code and the message with its link; an earlier one of the same kind is void. Only its hash is kept. */
export async function makeCode(
  account: Account,
  { type, newEmail, continueUrl }: CodeRequest,
  call: Call,
): Promise<CodeMessage> {
  return inTurn(account.uid)(() => makeCodeNow(account, { type, newEmail, continueUrl }, call))
}

async function makeCodeNow(
  account: Account,
  { type, newEmail, continueUrl }: CodeRequest,
  call: Call,
): Promise<CodeMessage> {
  const code = newSecret()
  await db.deleteFrom('identity_codes').where('uid', '=', account.uid).where('request_type', '=', type).execute()
  await db
    .insertInto('identity_codes')
    .values({
      code_hash: hashOfSecret(code),
      request_type: type,
      uid: account.uid,
      email: account.email,
      new_email: newEmail ?? null,
      expires_at: call.now().add(LIFETIME[type]),
    })
    .execute()
  const { email, display_name: displayName } = account
  const link = linkTo({ type, code, continueUrl }, call)
  return { type, to: newEmail ?? email, email, displayName, code, link, language: call.language }
}

/** Makes the code and passes its message on without holding up the answer. */
export function mailCode(account: Account, request: CodeRequest, call: Call): void {
  // Take the turn now: work that is asked for later and waited for comes after it.
  const turn = inTurn(account.uid)
  call.later(() => turn(async () => call.deliver(await makeCodeNow(account, request, call))))
}

type Turn = <T>(work: () => Promise<T>) => Promise<T>

/** Last turn of each person: of two links the one asked for last is valid, and its message goes last. */
const lastTurns = ofOperator(() => new Map<string, Promise<void>>())

/** Takes the next turn of a person; every turn taken must be used. */
function inTurn(uid: string): Turn {
  const before = lastTurns.value.get(uid)
  const { promise: turnEnded, resolve: end } = Promise.withResolvers<void>()
  lastTurns.value.set(uid, turnEnded)
  return async (work) => {
    try {
      await before
      return await work()
    } finally {
      end()
      if (lastTurns.value.get(uid) === turnEnded) lastTurns.value.delete(uid)
    }
  }
}

/** Reads what a code is for, without using it up. Refuses `INVALID_OOB_CODE` (unknown or used) and `EXPIRED_OOB_CODE`. */
export async function readCode(code: string, call: Call): Promise<Code> {
  const row = await db
    .selectFrom('identity_codes')
    .selectAll()
    .where('code_hash', '=', hashOfSecret(code))
    .executeTakeFirst()
  const type = row && isCodeType(row.request_type) ? row.request_type : null
  if (!row || !type || row.used_at) throw fault('INVALID_OOB_CODE')
  const isOver = Temporal.Instant.compare(row.expires_at, call.now()) <= 0
  if (isOver || isInFuture(row.expires_at, call.now().add(LIFETIME[type]))) throw fault('EXPIRED_OOB_CODE')
  return { codeHash: row.code_hash, type, uid: row.uid, email: row.email, newEmail: row.new_email }
}

/** Uses the code up, in the transaction of its action. If two use it at once the second is refused. */
export async function useCode(tx: Tx, { codeHash }: Code, now: Temporal.Instant): Promise<void> {
  const used = await tx
    .updateTable('identity_codes')
    .set({ used_at: now })
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst()
  if (!used) throw fault('INVALID_OOB_CODE')
}

/** Makes a person's other links of these kinds void: the address or the password they were for has changed. */
export async function voidCodes(tx: Tx, uid: string, types: readonly CodeType[]): Promise<void> {
  await tx.deleteFrom('identity_codes').where('uid', '=', uid).where('request_type', 'in', types).execute()
}

function isCodeType(type: string): type is CodeType {
  return isNamedIn(LIFETIME, type)
}

function linkTo(
  { type, code, continueUrl }: { type: CodeType; code: string; continueUrl: string | undefined },
  call: Call,
): string {
  const link = new URL(call.project().actionUrl)
  link.searchParams.set('mode', MODE[type])
  link.searchParams.set('oobCode', code)
  link.searchParams.set('lang', call.language)
  if (continueUrl) link.searchParams.set('continueUrl', continueUrl)
  return link.href
}
