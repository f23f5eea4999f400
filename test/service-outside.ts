import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'

/** States of a service outside: well; not there; silent; failing; too busy; replaced by the page of a gateway. */
export const MOODS = ['well', 'closed', 'silent', 'failing', 'busy', 'wrong'] as const
export type Mood = (typeof MOODS)[number]

type Answers = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * A service outside, on a port that it keeps: `answers` is how it answers when it is well. Where it plays several
 * services, `moodOf` says which state applies to a request. `pem` makes it one over TLS.
 */
export async function aServiceOutside(
  answers: Answers,
  { pem, moodOf = () => null }: { pem?: string; moodOf?: (path: string) => Mood | null } = {},
) {
  const sockets = new Set<Socket>()
  const state = { mood: 'well' as Mood, asked: 0 }
  const listener: RequestListener = (request, response) => {
    state.asked += 1
    const mood = moodOf(request.url ?? '') ?? state.mood
    if (mood === 'silent') return
    if (mood === 'failing') return void response.writeHead(500).end('Internal Server Error')
    if (mood === 'busy') return void response.writeHead(429).end('Too Many Requests')
    if (mood === 'wrong')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Sign in')
    answers(request, response).catch(() => response.destroy())
  }
  const key = pem === undefined ? null : readFileSync(pem, 'utf8')
  const server: Server = key === null ? createServer(listener) : createSecureServer({ key, cert: key }, listener)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const close = async () => {
    if (!server.listening) return
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  const open = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }
  await open(0)
  const { port } = server.address() as { port: number }
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    state,
    /** Changes its state from now on. Once it is well, connections that were left without an answer are closed. */
    set: async (mood: Mood) => {
      state.mood = mood
      if (mood === 'closed') await close()
      else if (!server.listening) await open(port)
      if (mood === 'well') for (const socket of sockets) socket.destroy()
    },
    close,
  }
}
