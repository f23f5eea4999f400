import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { closerOf } from './close-server.ts'

const events: string[] = []
const STREAM = '/stream'

test('what was begun is answered before a server is closed, also what is still coming in; a stream is not waited for', async () => {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === STREAM) return outgoing.writeHead(200).write('first')
    incoming.on('data', () => events.push('a piece came in'))
    return incoming.on('end', () => {
      events.push('answered')
      outgoing.end('whole')
    })
  })
  const close = closerOf(server, (path) => path === STREAM)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stream = await fetch(at + STREAM)
  const sender = request(at, { method: 'POST' })
  const answer = once(sender, 'response')
  sender.write('one half')
  while (events.length === 0) await new Promise((resolve) => setImmediate(resolve))

  const closed = close().then(() => events.push('closed'))
  await expect(fetch(at)).rejects.toThrow()
  // If the server did not wait for the answer, it would be closed by now.
  await pause(100)
  sender.end('the other')
  const [{ statusCode, headers }] = (await answer) as [{ statusCode: number; headers: Record<string, string> }]
  expect([statusCode, headers['connection']]).toEqual([200, 'close'])
  await closed
  expect(events).toEqual(['a piece came in', 'a piece came in', 'answered', 'closed'])
  await expect(stream.text()).rejects.toThrow()
})
