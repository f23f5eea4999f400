import { confirmAddress, receiveWhatsApp } from '#features/mail/whatsapp/commands.server.ts'
import { requestContext } from '#web/context.ts'
import type { Route } from './+types/whatsapp-messages.ts'

const KEPT_NOWHERE = { 'cache-control': 'no-store' }

/** Meta asks once whether the address is ours, with the agreed word; a sender without that word learns nothing. */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const { searchParams } = new URL(request.url)
  const challenge = await confirmAddress(searchParams, context.get(requestContext).now)
  if (challenge === null) return new Response(null, { status: 400, headers: KEPT_NOWHERE })
  return new Response(challenge, { headers: { ...KEPT_NOWHERE, 'content-type': 'text/plain; charset=utf-8' } })
}

/**
 * Takes what Meta reports of messages, and people's answers. A sender without a valid signature learns nothing. Every signed message is
 * answered with success, even one that we do not understand: it would not be understood the second time either.
 */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const body = new Uint8Array(await request.arrayBuffer())
  const signature = request.headers.get('x-hub-signature-256')
  const reception = await receiveWhatsApp({ body, signature }, context.get(requestContext).now)
  return new Response(null, { status: reception === 'unsigned' ? 401 : 200, headers: KEPT_NOWHERE })
}
