import { connect } from 'node:net'
import { Refusal } from '#domain/refusal.ts'
import { env } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import { callOut, hostOf } from '#platform/outgoing-call.ts'

/** Milliseconds without an answer after which a scanner counts as down: a change waits for it, and holds a database connection. */
const SILENCE_TIMEOUT_MS = 12_000
/** Milliseconds after which a scanner that never ends its answer counts as down. */
const TIMEOUT_MS = 60_000
/** Most letters of an answer: one line with the name of what was found. */
const MAX_ANSWER_LETTERS = 2_000

/**
 * Shows bytes to the scanner (clamd, INSTREAM), if one is configured. Refuses `upload.infected`, and
 * `upload.not-scanned` while the scanner does not answer: unscanned bytes are not kept.
 */
export async function scanForViruses(bytes: Uint8Array): Promise<void> {
  const { CLAMD: place } = env()
  if (!place) return
  const answer = await callOut('scanner', hostOf(`tcp://${place}`), () => askScanner(place, bytes)).catch(
    (error: unknown) => {
      log.error({ err: error }, 'the virus scanner does not answer')
      return null
    },
  )
  if (answer?.endsWith(': OK')) return
  if (answer?.endsWith(' FOUND')) {
    log.warn({ answer }, 'a file was refused by the virus scanner')
    throw new Refusal('upload.infected')
  }
  if (answer !== null) log.error({ answer }, 'the virus scanner answers something else')
  throw new Refusal('upload.not-scanned')
}

/** Asks clamd about a stream; its answer is `stream: OK`, `stream: NAME FOUND` or `… ERROR`. */
export async function askScanner(place: string, bytes: Uint8Array): Promise<string> {
  const { hostname: host, port } = new URL(`tcp://${place}`)
  const socket = connect({ host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) })
  socket.setTimeout(SILENCE_TIMEOUT_MS, () => socket.destroy(new Error('The scanner says nothing.')))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.byteLength)
  // A command that begins with z ends with a zero byte, and so does its answer; a piece of length zero ends the stream.
  socket.end(Buffer.concat([Buffer.from('zINSTREAM\0'), length, bytes, Buffer.alloc(4)]))
  const ends = setTimeout(() => socket.destroy(new Error('The scanner does not come to an end.')), TIMEOUT_MS)
  try {
    let answer = ''
    for await (const piece of socket) {
      answer += String(piece)
      if (answer.length > MAX_ANSWER_LETTERS) throw new Error('The scanner says too much.')
    }
    return answer.replace(/\0.*$/s, '')
  } finally {
    clearTimeout(ends)
  }
}
