import { answerDevice } from '#features/positions/requests/commands.server.ts'
import { requestContext } from '#web/context.ts'
import type { Route } from './+types/positions.ts'

/** Devices ask thousands of times a second and have no session, so the framework is left out. */
export const handle = { alone: true }

/** Takes positions that a device puts into the address alone. */
export const loader = ({ request, context }: Route.LoaderArgs) => receive(request, '', context.get(requestContext))

/** Takes positions that a device sends in a body: a form, or JSON. */
export const action = async ({ request, context }: Route.ActionArgs) =>
  receive(request, (await request.text()).trim(), context.get(requestContext))

async function receive(request: Request, body: string, { now, address }: { now: Temporal.Instant; address: string }) {
  const fields = new URL(request.url).searchParams
  const authorization = request.headers.get('authorization')
  const { status, tally } = await answerDevice({ fields, body, authorization, address, now })
  const headers: HeadersInit = status === 429 ? { 'retry-after': '60' } : {}
  return tally === null ? new Response(null, { status, headers }) : Response.json(tally, { headers })
}
