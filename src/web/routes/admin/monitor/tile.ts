import type { LoaderFunctionArgs } from 'react-router'
import { Refusal } from '#domain/refusal.ts'
import { show } from '#web/answer.server.ts'
import { requireAdmin } from '#web/session.server.ts'
import { readTile } from '#features/positions/streets/queries.server.ts'

/** The deepest zoom of a map. */
const DEEPEST = 22

/** One tile of the streets; if there is none, an empty answer (204), which a map draws as empty. */
export const loader = ({ params, context }: LoaderFunctionArgs) =>
  show(async () => {
    requireAdmin(context)
    const [z, x, y] = [params['z'], params['x'], params['y']].map((text) =>
      /^\d{1,7}$/.test(text ?? '') ? Number(text) : -1,
    )
    if (z === undefined || x === undefined || y === undefined || z < 0 || z > DEEPEST)
      throw new Refusal('record.not-found')
    if (x < 0 || y < 0 || x >= 2 ** z || y >= 2 ** z) throw new Refusal('record.not-found')
    const tile = await readTile(z, x, y)
    // Not cached, so that the browser asks again the next time the map needs it.
    if (tile === undefined) return new Response(null, { status: 503, headers: { 'cache-control': 'no-store' } })
    const headers = { 'cache-control': 'private, max-age=604800' }
    if (tile === null) return new Response(null, { status: 204, headers })
    return new Response(new Uint8Array(tile), { headers: { ...headers, 'content-type': 'application/x-protobuf' } })
  })
