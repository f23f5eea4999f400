import type { RouterContextProvider } from 'react-router'
import { codeAddress } from '#features/contracts/codes/queries.server.ts'
import type { Signing } from '#features/contracts/signing/commands.server.ts'
import { requestContext } from './context.ts'
import { requireRecentSignIn, requireUser, sessionOf } from './session.server.ts'

type Sent = { request: Request; context: Readonly<RouterContextProvider> }
type Typed = Pick<Signing, 'name' | 'picture'> & { code?: string | undefined }

/** The proof of who signs: the account, when it was last confirmed, the browser. Requires a recent sign-in. */
export function signingOf({ context }: Sent, typed: Typed): Signing {
  requireRecentSignIn(context)
  return ofAccount(context, typed, null)
}

/** The proof that a driver signs: a code sent by mail, or if none can be sent a recent sign-in, which is then required. */
export async function driverSigningOf(sent: Sent, typed: Typed): Promise<Signing> {
  return (await codeWay(sent.context)) === null
    ? signingOf(sent, typed)
    : ofAccount(sent.context, typed, typed.code ?? '')
}

/** The address that receives the reader's signing code; `null` if none is needed. */
export function codeWay(context: Sent['context']): Promise<string | null> {
  return codeAddress(requireUser(context).email)
}

function ofAccount(context: Sent['context'], { name, picture }: Typed, code: string | null): Signing {
  return {
    name,
    picture,
    code,
    account: requireUser(context).email,
    confirmedAt: sessionOf(context)?.signedInAt ?? null,
    browser: context.get(requestContext).userAgent,
  }
}
