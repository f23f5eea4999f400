import { receiveMessage } from '#features/connections/messages/commands.server.ts'
import { requestContext } from '#web/context.ts'
import type { Route } from './+types/platform-messages.ts'

/** The address only takes messages, and says so to a reader who opens it. */
export const loader = () => new Response(null, { status: 405, headers: { allow: 'POST' } })

/**
 * Takes the messages that Uber sends. A sender without a valid signature learns nothing. Every signed message is answered with
 * success, even one that we do not understand: it would not be understood the second time either.
 */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const body = new Uint8Array(await request.arrayBuffer())
  const signature = request.headers.get('x-uber-signature')
  const received = await receiveMessage('uber', { body, signature }, context.get(requestContext).now)
  return new Response(null, { status: received === 'unsigned' ? 401 : 200, headers: { 'cache-control': 'no-store' } })
}
