import type { Server, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds for who reads or sends slowly. */
const PATIENCE = 5_000
/** Milliseconds between two looks whether all is answered. */
const LOOK = 20

/**
 * The way to close a server, asked before it serves. What was begun is answered first: whoever ends the rest after that, the database above all, takes
 * nothing from under a request. Streams are not waited for, since they never end; a browser opens them again.
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
    const late = performance.now() + PATIENCE
    do {
      server.closeIdleConnections()
      await pause(LOOK)
    } while (begun.size > 0 && performance.now() < late)
    server.closeAllConnections()
  }
}
