import type { RouterContextProvider } from 'react-router'
import { codeAddress } from '#features/contracts/codes/queries.server.ts'
import type { Signing } from '#features/contracts/signing/commands.server.ts'
import { requestContext } from './context.ts'
import { requireRecentSignIn, requireUser, sessionOf } from './session.server.ts'

type Sent = { request: Request; context: Readonly<RouterContextProvider> }
type Typed = Pick<Signing, 'name' | 'picture'> & { code?: string | undefined }

/** How it is known who signs here: the account, when it was last confirmed, the browser. Asks for a recent sign-in. */
export function signingOf({ context }: Sent, typed: Typed): Signing {
  requireRecentSignIn(context)
  return ofAccount(context, typed, null)
}

/** How it is known that a driver signs here: by a code that was mailed where one can be, else by a recent sign-in, which is asked for. */
export async function driverSigningOf(sent: Sent, typed: Typed): Promise<Signing> {
  return (await codeWay(sent.context)) === null
    ? signingOf(sent, typed)
    : ofAccount(sent.context, typed, typed.code ?? '')
}

/** Where the reader's code to sign with goes; `null` where none is asked for. */
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
