import type { RouterContextProvider } from 'react-router'
import { codeAddress } from '#features/contracts/codes/queries.server.ts'
import type { Signing } from '#features/contracts/signing/commands.server.ts'
import { requestContext } from './context.ts'
import { requireRecentSignIn, requireUser, sessionOf } from './session.server.ts'

type Arrival = { request: Request; context: Readonly<RouterContextProvider> }
type TypedSignature = Pick<Signing, 'name' | 'picture'> & { code?: string | undefined }

/** The proof of who signs: the account, when it was last confirmed, the browser. Requires a recent sign-in. */
export function signingOf({ context }: Arrival, typed: TypedSignature): Signing {
  requireRecentSignIn(context)
  return signingWith(context, typed, null)
}

/** The proof that a driver signs: a code sent by mail, or if none can be sent a recent sign-in, which is then required. */
export async function driverSigningOf(arrival: Arrival, typed: TypedSignature): Promise<Signing> {
  return (await signingCodeAddress(arrival.context)) === null
    ? signingOf(arrival, typed)
    : signingWith(arrival.context, typed, typed.code ?? '')
}

/** The address that receives the reader's signing code; `null` if none is needed. */
export function signingCodeAddress(context: Arrival['context']): Promise<string | null> {
  return codeAddress(requireUser(context).email)
}

function signingWith(context: Arrival['context'], { name, picture }: TypedSignature, code: string | null): Signing {
  return {
    name,
    picture,
    code,
    account: requireUser(context).email,
    confirmedAt: sessionOf(context)?.signedInAt ?? null,
    browser: context.get(requestContext).userAgent,
  }
}
