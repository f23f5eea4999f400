import { receiveMessage } from '#features/connections/messages/commands.server.ts'
import { requestContext } from '#web/context.ts'
import type { Route } from './+types/platform-messages.ts'

/** An address that only takes messages says so to whoever opens it. */
export const loader = () => new Response(null, { status: 405, headers: { allow: 'POST' } })

/**
 * What Uber sends by itself. Whoever cannot sign is told nothing; everything that is signed is answered well, also what is not
 * understood: sent again it would not be understood either.
 */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const body = new Uint8Array(await request.arrayBuffer())
  const signature = request.headers.get('x-uber-signature')
  const received = await receiveMessage('uber', { body, signature }, context.get(requestContext).now)
  return new Response(null, { status: received === 'unsigned' ? 401 : 200, headers: { 'cache-control': 'no-store' } })
}
