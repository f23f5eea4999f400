import { once } from 'node:events'
import { type Server, type Socket, connect, createServer } from 'node:net'
import type { Mood } from '../test/service-outside.ts'

/** The text that a client gets from a gate that is too busy, or that is no mail server at all. */
const SAID: Readonly<Record<string, string>> = {
  busy: '* BYE [UNAVAILABLE] Too many connections\r\n',
  wrong: 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n',
}

/**
 * A door in front of a line-based server: open; closed; everybody is let in and gets no answer; everybody is refused;
 * another server behind it.
 */
export async function aGate(behind: number) {
  const sockets = new Set<Socket>()
  let mood: Mood = 'well'
  const server: Server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => near.destroy())
    near.on('close', () => sockets.delete(near))
    if (mood === 'silent') return
    if (mood !== 'well') return void near.end(SAID[mood] ?? '')
    const far = connect(behind, '127.0.0.1')
    far.on('error', () => near.destroy())
    near.on('close', () => far.destroy())
    near.pipe(far).pipe(near)
  })
  const open = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const close = async () => {
    if (!server.listening) return
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  }
  await open(0)
  const { port } = server.address() as { port: number }
  return {
    port,
    /** Puts the gate into another mood. */
    set: async (next: Mood) => {
      mood = next
      await close()
      if (mood !== 'closed') await open(port)
    },
    close,
  }
}
