import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import type { ActionCode } from '#integrations/identity/action-code.ts'
import { identity, vouchesForPeople } from '#integrations/identity/identity.ts'

/** For the page of a link: what its code is for. Looking uses nothing up; refuses a code that is bad, used or expired. */
export function getAction(code: string): Promise<ActionCode> {
  return identity().readActionCode(code)
}

/** Whether what an account is mailed (a link for a new password, another e-mail) leaves: by our mail server, or by a hosted service that mails itself. */
export async function accountMailLeaves(): Promise<boolean> {
  return !vouchesForPeople() || (await isMailServerSet())
}
