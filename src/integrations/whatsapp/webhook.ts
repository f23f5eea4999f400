import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** Whether Meta signed exactly these bytes with the secret of the application (`X-Hub-Signature-256`). */
export function isSigned(body: Uint8Array, signature: string | null, appSecret: string): boolean {
  const claimed = /^sha256=([0-9a-f]{64})$/i.exec(signature ?? '')?.[1]
  if (claimed === undefined) return false
  return timingSafeEqual(Buffer.from(claimed, 'hex'), createHmac('sha256', appSecret).update(body).digest())
}

/** Answers what Meta must get when the address is entered in its portal; `null` for a caller who does not know the agreed word. */
export function challengeIn(query: URLSearchParams, verifyToken: string): string | null {
  const [given, own] = [query.get('hub.verify_token') ?? '', verifyToken].map((text) =>
    createHmac('sha256', 'verify').update(text).digest(),
  ) as [Buffer, Buffer]
  if (query.get('hub.mode') !== 'subscribe' || !timingSafeEqual(given, own)) return null
  return query.get('hub.challenge')
}

/** States of a message in the order in which they are reached; a failed one gets no other. */
export const MESSAGE_STATES = ['sent', 'delivered', 'read', 'failed'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** News of Meta about one message. `category`: the category under which it is charged, if it is. */
export type StateNews = {
  id: string
  mark: string | null
  state: MessageState
  at: Temporal.Instant
  category: string | null
  isBillable: boolean | null
  /** Error number of a failed message. */
  reason: string | null
}

const status = z.object({
  id: z.string().min(1),
  status: z.enum(MESSAGE_STATES),
  timestamp: z.string().regex(/^\d{9,11}$/),
  biz_opaque_callback_data: z.string().optional(),
  pricing: z.object({ billable: z.boolean().optional(), category: z.string().optional() }).optional(),
  errors: z.array(z.object({ code: z.number() })).optional(),
})
const envelope = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          field: z.string(),
          value: z.object({
            metadata: z.object({ phone_number_id: z.string() }).optional(),
            statuses: z.array(z.unknown()).optional(),
            messages: z.array(z.unknown()).optional(),
          }),
        }),
      ),
    }),
  ),
})

function valuesIn(body: unknown, phoneNumberId: string) {
  const changes = envelope.safeParse(body).data?.entry.flatMap((entry) => entry.changes) ?? []
  return changes
    .filter(({ field, value }) => field === 'messages' && value.metadata?.phone_number_id === phoneNumberId)
    .map(({ value }) => value)
}

const instantOf = (seconds: string) => Temporal.Instant.fromEpochMilliseconds(Number(seconds) * 1_000)

/** Reads the states of this number's messages from what Meta sent, in its order; other or unreadable parts are left out. */
export function statesIn(body: unknown, phoneNumberId: string): StateNews[] {
  return valuesIn(body, phoneNumberId)
    .flatMap(({ statuses }) => statuses ?? [])
    .flatMap((sent) => {
      const read = status.safeParse(sent).data
      if (!read) return []
      return [
        {
          id: read.id,
          mark: read.biz_opaque_callback_data ?? null,
          state: read.status,
          at: instantOf(read.timestamp),
          category: read.pricing?.category ?? null,
          isBillable: read.pricing?.billable ?? null,
          reason: read.errors?.[0] ? String(read.errors[0].code) : null,
        },
      ]
    })
}

const answer = z.object({
  from: z.string().regex(/^\d{6,15}$/),
  timestamp: z.string().regex(/^\d{9,11}$/),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
})

/** Words that alone in an answer mean that a person wants no more messages; in both languages of the templates, and the nearest others. */
const STOPS: ReadonlySet<string> = new Set([
  'parar',
  'para',
  'pare',
  'sair',
  'cancelar',
  'stop',
  'unsubscribe',
  'end',
  'quit',
])

/** Finds who answered that they want no more messages, and when: E.164. Other answers are not read here. */
export function stopsIn(body: unknown, phoneNumberId: string): { phone: string; at: Temporal.Instant }[] {
  return valuesIn(body, phoneNumberId)
    .flatMap(({ messages }) => messages ?? [])
    .flatMap((sent) => {
      const read = answer.safeParse(sent).data
      const words = read?.text?.body ?? read?.button?.text
      if (!read || words === undefined || !STOPS.has(plainText(words))) return []
      return [{ phone: `+${read.from}`, at: instantOf(read.timestamp) }]
    })
}

function plainText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\s]/gu, '')
    .trim()
}

/** Answers the state after further news, which may come in any order and repeatedly. */
export function stateAfter(known: MessageState | null, news: MessageState): MessageState {
  if (known === null) return news
  // A message that was read has arrived, whatever is reported of a device that did not get it.
  const rank: Record<MessageState, number> = { sent: 0, failed: 1, delivered: 2, read: 3 }
  return rank[news] > rank[known] ? news : known
}
