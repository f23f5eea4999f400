import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { db } from '#db/client.server.ts'
import { stuckMail } from '#features/mail/queries.server.ts'
import type { ActionCode } from '#integrations/identity/action-code.ts'
import { NO_VISITOR_BRIEFLY, identity, vouchesForPeople } from '#integrations/identity/identity.ts'

/**
 * Reads what the code of a link is for, to show the right page. Reading does not use the code up. Refuses a code that
 * is wrong, used or expired.
 */
export function getAction(code: string): Promise<ActionCode> {
  return identity(NO_VISITOR_BRIEFLY).readActionCode(code)
}

/**
 * Whether mails of accounts (a link for a new password, a change of e-mail) can be sent: by our mail server, or by a
 * hosted service that mails itself.
 */
export async function accountMailLeaves(): Promise<boolean> {
  return !vouchesForPeople() || (await isMailServerSet())
}

/**
 * Whether our own mails are stuck because the mail server does not accept them. The answer is the same whoever asks,
 * and about whichever account.
 */
export async function isAccountMailLate(): Promise<boolean> {
  if (!vouchesForPeople() || !(await isMailServerSet())) return false
  return stuckMail.read(await stuckMail.ask(db).executeTakeFirstOrThrow()) > 0
}
