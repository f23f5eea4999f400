import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { db } from '#db/client.server.ts'
import { stuckMail } from '#features/mail/queries.server.ts'
import type { ActionCode } from '#integrations/identity/action-code.ts'
import { BRIEFLY, identity, vouchesForPeople } from '#integrations/identity/identity.ts'

/** For the page of a link: what its code is for. Looking uses nothing up; refuses a code that is bad, used or expired. */
export function getAction(code: string): Promise<ActionCode> {
  return identity(BRIEFLY).readActionCode(code)
}

/** Whether what an account is mailed (a link for a new password, another e-mail) leaves: by our mail server, or by a hosted service that mails itself. */
export async function accountMailLeaves(): Promise<boolean> {
  return !vouchesForPeople() || (await isMailServerSet())
}

/** Whether our own messages wait, for their server does not take them: the same whoever asks, and for whom. */
export async function isAccountMailLate(): Promise<boolean> {
  if (!vouchesForPeople() || !(await isMailServerSet())) return false
  return stuckMail.read(await stuckMail.ask(db).executeTakeFirstOrThrow()) > 0
}
