import type { RouterContextProvider } from 'react-router'
import { requestContext, userContext } from '#web/context.ts'
import { publicAddress } from '#web/site-address.server.ts'
import { colourModeOf } from './colour-mode.ts'
import type { Shell } from './shell.ts'

/** Read by the root loader; a guard that refuses before loaders run sends it along with its refusal. */
export function shellOf(request: Request, context: Readonly<RouterContextProvider>): Shell {
  const { id, now } = context.get(requestContext)
  return {
    user: context.get(userContext),
    colourMode: colourModeOf(request),
    brand: null,
    requestId: id,
    origin: publicAddress(request),
    year: now.toZonedDateTimeISO('Europe/Lisbon').year,
  }
}
