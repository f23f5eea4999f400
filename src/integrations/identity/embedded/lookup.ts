import { z } from 'zod'
import { db } from '#db/client.server.ts'
import { type Account, accountLinkedTo, accountOf, removeAccount } from './accounts.ts'
import { type Call, operation } from './call.ts'
import { fault } from './fault.ts'
import { many, text, texts } from './fields.ts'
import { readIdToken, requireRecentSignIn } from './tokens.ts'
import { describeAccounts } from './user-info.ts'

const fields = z.object({
  idToken: text,
  localId: texts,
  email: texts,
  phoneNumber: texts,
  federatedUserId: many({ providerId: text, rawId: text }),
})

/** `accounts:lookup`: one's own account, or, privileged, anybody's. */
export const lookup = operation(fields, async (input, call) => {
  const isOwn = !call.isPrivileged || input.idToken !== undefined
  const accounts = isOwn ? [(await readIdToken(input.idToken, call)).account] : await findAccounts(input)
  return {
    kind: 'identitytoolkit#GetAccountInfoResponse',
    users: accounts.length > 0 ? await describeAccounts(accounts) : undefined,
  }
})

/** `accounts:delete`: one's own account shortly after signing in, or, privileged, anybody's. */
export const deleteAccount = operation(z.object({ idToken: text, localId: text }), async (input, call) => {
  await removeAccount(call.isPrivileged ? await requireExisting(input.localId) : await ownUid(input.idToken, call))
  return { kind: 'identitytoolkit#DeleteAccountResponse' }
})

async function ownUid(idToken: string | undefined, call: Call): Promise<string> {
  const bearer = await readIdToken(idToken, call)
  requireRecentSignIn(bearer, call)
  return bearer.account.uid
}

async function requireExisting(localId: string | undefined): Promise<string> {
  if (!localId) throw fault('MISSING_LOCAL_ID')
  if (!(await accountOf(localId))) throw fault('USER_NOT_FOUND')
  return localId
}

async function findAccounts(input: z.output<typeof fields>): Promise<Account[]> {
  const { localId = [], email = [], phoneNumber = [], federatedUserId = [] } = input
  const linked = await Promise.all(
    federatedUserId.map(({ providerId = '', rawId = '' }) => accountLinkedTo(providerId, rawId)),
  )
  const uids = [...localId, ...linked.flatMap((account) => account?.uid ?? [])]
  const criteria = { uid: uids, email: email.map((address) => address.toLowerCase()), phone_number: phoneNumber }
  return db
    .selectFrom('users')
    .selectAll()
    .where((row) =>
      row.or([
        row('uid', 'in', orNone(criteria.uid)),
        row('email', 'in', orNone(criteria.email)),
        row('phone_number', 'in', orNone(criteria.phone_number)),
      ]),
    )
    .orderBy('uid')
    .execute()
}

/** Replaces an empty list, which SQL does not allow, by one empty text, which no account has. */
function orNone(values: string[]): string[] {
  return values.length > 0 ? values : ['']
}
