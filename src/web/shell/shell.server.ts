import type { RouterContextProvider } from 'react-router'
import { rememberedBrand } from '#features/company/brand/queries.server.ts'
import { isDemonstration } from '#features/sessions/demonstration/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { env } from '#platform/env.server.ts'
import { requestContext, userContext } from '#web/context.ts'
import { measuringOf } from '#web/measuring/measuring.server.ts'
import { siteAddress } from '#web/site-address.server.ts'
import { colourModeOf } from './colour-mode.ts'
import type { Shell } from './shell.ts'

/** Read by the root loader; a guard that refuses before loaders run sends the shell with its refusal. */
export async function shellOf(request: Request, context: Readonly<RouterContextProvider>): Promise<Shell> {
  const { id, now } = context.get(requestContext)
  return {
    user: context.get(userContext),
    colourMode: colourModeOf(request),
    brand: await rememberedBrand(languageOf(new URL(request.url).pathname)),
    requestId: id,
    origin: siteAddress(),
    canonical: env().SEO_CANONICAL,
    measuring: measuringOf(request),
    isDemonstration: isDemonstration(),
    year: now.toZonedDateTimeISO('Europe/Lisbon').year,
  }
}
