import { watchSession } from '#features/sessions/queries.server.ts'
import { sessionOf } from '#web/session.server.ts'
import type { Route } from './+types/auth-events.ts'

const PING_EVERY = 25_000
/** The most streams of a session at once: one browser asks for one, however many tabs it has. */
const MAX_STREAMS = 5
/** Open streams by session id. The id is random, so no two are the same in any operator of a process. */
const open = new Map<string, number>()

/**
 * Server-sent events for pages of a signed-in person: `session-ended`, once, when the session of the page has ended, in
 * whatever process. For somebody who is signed out the answer is 204, after which a browser stops asking.
 */
export const loader = ({ request, context }: Route.LoaderArgs) => {
  const session = sessionOf(context)
  const count = session ? (open.get(session.id) ?? 0) : MAX_STREAMS
  if (!session || count >= MAX_STREAMS)
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  open.set(session.id, count + 1)
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
  return new Response(events(session.id, request.signal), { headers })
}

function events(id: string, signal: AbortSignal): ReadableStream<Uint8Array> {
  const text = new TextEncoder()
  let close = () => undefined as void
  return new ReadableStream({
    start(stream) {
      const say = (words: string) => stream.enqueue(text.encode(words))
      const pings = setInterval(() => say(': ping\n\n'), PING_EVERY)
      const stopWatching = watchSession(id, () => {
        say('event: session-ended\ndata: {}\n\n')
        close()
        stream.close()
      })
      close = () => {
        clearInterval(pings)
        stopWatching()
        signal.removeEventListener('abort', leave)
        const rest = (open.get(id) ?? 1) - 1
        if (rest > 0) open.set(id, rest)
        else open.delete(id)
        close = () => undefined
      }
      const leave = () => close()
      signal.addEventListener('abort', leave)
      say('retry: 5000\n\n')
    },
    cancel: () => close(),
  })
}
