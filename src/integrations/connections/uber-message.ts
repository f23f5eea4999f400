import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** A message that Uber sends on its own: the fields that all kinds share. */
export type UberMessage = {
  id: string
  /** Uber's own name of the event. */
  kind: string
  happenedAt: Temporal.Instant
  /** Whom or what it is about, by Uber's identifier. */
  about: string | null
  state: string | null
  /** Meaning of the message. `driver`: the state of a driver changed. `other`: something we do not read. */
  of: 'driver' | 'other'
}

/** Whether the bytes are signed with this key: the header has their HMAC-SHA256 in hexadecimal digits. */
export function isSigned(body: Uint8Array, header: string | null, key: string): boolean {
  if (header === null || !/^[0-9a-f]{64}$/i.test(header)) return false
  return timingSafeEqual(Buffer.from(header, 'hex'), createHmac('sha256', key).update(body).digest())
}

const word = z.string().min(1).max(200)
/** A moment in seconds since 1970, or in milliseconds where seconds would give a year far away. */
const moment = z
  .number()
  .int()
  .min(0)
  .max(32_503_680_000_000)
  .transform((number) => Temporal.Instant.fromEpochMilliseconds(number < 100_000_000_000 ? number * 1_000 : number))

const envelope = z.object({
  event_id: word,
  event_time: moment,
  event_type: word,
  meta: z.record(z.string(), z.unknown()).nullish(),
})

/** Reads a message; `null` for what is none. Of an unknown kind only the common fields are read. */
export function readMessage(body: Uint8Array): UberMessage | null {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return null
  }
  const parsed = envelope.safeParse(value)
  if (!parsed.success) return null
  const { event_id: id, event_time: happenedAt, event_type: kind, meta } = parsed.data
  const textOf = (name: string) => word.safeParse(meta?.[name]).data ?? null
  const about = textOf('resource_id')?.toLowerCase() ?? null
  const state = textOf('status')
  const isOfDriver = isDriverStatus(kind) && about !== null && state !== null
  return { id, kind, happenedAt, about, state, of: isOfDriver ? 'driver' : 'other' }
}

/** Whether a kind of message is about a driver's status alone: not about a document, a car, or whether the driver is online. */
function isDriverStatus(kind: string): boolean {
  const words = new Set(kind.toLowerCase().split(/[^a-z]+/))
  const hasOther = ['document', 'documents', 'vehicle', 'realtime', 'real', 'account'].some((other) => words.has(other))
  return words.has('driver') && words.has('status') && !hasOther
}
