import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

type Received = { to: string; data: string }
type Manner = { answers: Record<string, string>; cutAt: RegExp | null }
type MailServer = { url: string; received: Received[]; answers: Record<string, string>; close: () => Promise<void> }

/**
 * A mail server in this process that keeps what it is given. `answers` says, by recipient, what it answers to `RCPT TO`
 * instead of `250 OK`; `*` is everybody. It closes the connection without an answer at the command `cutAt`.
 */
export async function aMailServer(
  answers: Record<string, string> = {},
  cutAt: RegExp | null = null,
): Promise<MailServer> {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    serve(socket, received, { answers, cutAt })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    answers,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function serve(socket: Socket, received: Received[], { answers, cutAt }: Manner) {
  let pending = ''
  let to: string[] = []
  let inData = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  socket.on('error', () => {})
  say('220 sink')
  socket.on('data', (bytes) => {
    pending += bytes.toString()
    for (;;) {
      const end = inData ? '\r\n.\r\n' : '\r\n'
      const at = pending.indexOf(end)
      if (at === -1) return
      const part = pending.slice(0, at)
      if (cutAt?.test(inData ? 'BODY' : part)) return socket.destroy()
      pending = pending.slice(at + end.length)
      if (inData) {
        for (const one of to) received.push({ to: one, data: part })
        inData = false
        say('250 kept')
      } else command(part)
    }
  })

  function command(line: string) {
    if (/^(EHLO|HELO)/i.test(line)) return say('250 sink')
    if (/^MAIL/i.test(line)) {
      to = []
      return say('250 OK')
    }
    if (/^RCPT/i.test(line)) {
      const name = /<([^>]*)>/.exec(line)?.[1] ?? ''
      const refused = answers[name] ?? answers['*']
      if (!refused) to.push(name)
      return say(refused ?? '250 OK')
    }
    if (/^DATA/i.test(line)) {
      inData = true
      return say('354 go on')
    }
    if (/^STARTTLS/i.test(line)) return say('502 not here')
    if (/^AUTH/i.test(line)) return say('503 no sign-in here')
    if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n')
    return say('250 OK')
  }
}
