import type { Server, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds for clients that read or send slowly. */
const TIMEOUT_MS = 5_000
/** Milliseconds between two checks whether everything is answered. */
const CHECK_INTERVAL_MS = 20

/**
 * Makes the function that closes a server; called before the server starts. Requests that have begun are answered
 * first, so that whoever ends the rest after it, above all the database, takes nothing away from a request. It does not
 * wait for streams, which never end; a browser opens them again.
 */
export function closerOf(server: Server, isStream: (path: string) => boolean = () => false): () => Promise<void> {
  const begun = new Set<ServerResponse>()
  let isClosing = false
  server.prependListener('request', ({ url = '' }, outgoing) => {
    outgoing.shouldKeepAlive &&= !isClosing
    if (isStream(url)) return
    begun.add(outgoing)
    outgoing.once('close', () => begun.delete(outgoing))
  })
  return async () => {
    isClosing = true
    server.close()
    for (const outgoing of begun) outgoing.shouldKeepAlive = false
    const late = performance.now() + TIMEOUT_MS
    do {
      server.closeIdleConnections()
      await pause(CHECK_INTERVAL_MS)
    } while (begun.size > 0 && performance.now() < late)
    server.closeAllConnections()
  }
}
