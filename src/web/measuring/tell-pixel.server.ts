import type { RouterContextProvider } from 'react-router'
import type { Change } from '#features/audit/commands.server.ts'
import { orderPixelEvent } from '#features/visitors/consent/commands.server.ts'
import { requestContext } from '#web/context.ts'
import { siteAddress } from '#web/site-address.server.ts'
import { consentIn } from './consent-cookie.ts'

type PageRequest = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * Reports to the advertising pixel what a visitor has just done, from the server and in the transaction of the change, if
 * the visitor allowed it. The pages where this happens are private, so their browsers report nothing.
 */
export async function tellPixelOf(
  event: 'lead' | 'registration-completed',
  { request, context }: PageRequest,
  { tx, now }: Change,
): Promise<void> {
  await orderPixelEvent(tx, {
    event,
    eventId: crypto.randomUUID(),
    seconds: Math.floor(now.epochMilliseconds / 1000),
    address: siteAddress() + new URL(request.url).pathname,
    userAgent: context.get(requestContext).userAgent,
    consent: consentIn(request.headers.get('cookie') ?? ''),
  })
}
