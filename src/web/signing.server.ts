import type { RouterContextProvider } from 'react-router'
import type { Signing } from '#features/contracts/commands.server.ts'
import { requestContext } from './context.ts'
import { requireRecentSignIn, requireUser, sessionOf } from './session.server.ts'

type Sent = { request: Request; context: Readonly<RouterContextProvider> }

/** How it is known who signs here: the account, when it was last confirmed, the browser. Asks for a recent sign-in. */
export function signingOf({ context }: Sent, { name, picture }: Pick<Signing, 'name' | 'picture'>): Signing {
  requireRecentSignIn(context)
  return {
    ...{ name, picture, account: requireUser(context).email },
    confirmedAt: sessionOf(context)?.signedInAt ?? null,
    browser: context.get(requestContext).userAgent,
  }
}
