import type { ActionCode } from '#integrations/identity/action-code.ts'
import { identity } from '#integrations/identity/identity.ts'

/** For the page of a link: what its code is for. Looking uses nothing up; refuses a code that is bad, used or expired. */
export function getAction(code: string): Promise<ActionCode> {
  return identity().readActionCode(code)
}
