import { createHmac } from 'node:crypto'
import { type Answers, type CommonMishap, cutOff, failAsSet, jsonOf, send, textOf } from './serve.ts'

/*
 * Imitates the WhatsApp Cloud API as Meta documents it: a bearer token, messages only by approved templates, templates
 * by pages, errors with a code, and signed webhooks about the states of messages. `mishap` makes it fail as real services
 * do; `taken-…` is the worst case: the message was accepted, but the answer is lost.
 */

export type ServiceTemplate = {
  name: string
  language: string
  status: 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED'
  text: string
  rejected_reason?: string
}

/** A message that was accepted. */
export type TakenMessage = {
  id: string
  to: string
  template: string
  language: string
  words: readonly string[]
  mark: string | null
}

export type WhatsAppMishap =
  | CommonMishap
  | { is: 'error'; code: number; status: number; subcode?: number; retryAfter?: string }
  | { is: 'taken-cut' }
  | { is: 'taken-broken' }
  | { is: 'taken-not-json' }
  | { is: 'taken-gateway' }

export type WhatsAppSetup = {
  phoneNumberId: string
  businessAccountId: string
  token: string
  phone: string
  name: string
  templates: readonly ServiceTemplate[]
  mishap?: (request: { path: string; to: string | null }) => WhatsAppMishap | null
  /** Called once a message was accepted and answered. */
  after?: (message: TakenMessage) => void
}

const PAGE = 3

/** Answers requests below `/graph.facebook.com/v24.0`. */
export function whatsAppAnswers(setup: WhatsAppSetup): { answers: Answers; taken: readonly TakenMessage[] } {
  const taken: TakenMessage[] = []
  return {
    taken,
    answers: async (request, response) => {
      const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1')
      const path = pathname.replace(/^\/graph\.facebook\.com\/v\d+\.0\//, '')
      const body = request.method === 'POST' ? jsonOf(await textOf(request)) : null
      const failure = setup.mishap?.({ path, to: typeof body?.['to'] === 'string' ? body['to'] : null }) ?? null
      const refuse = (status: number, code: number, subcode?: number, headers: Record<string, string> = {}) => {
        const error = { message: `(#${code}) No`, type: 'OAuthException', code, fbtrace_id: 'A' }
        send(response, status, { error: subcode === undefined ? error : { ...error, error_subcode: subcode } }, headers)
      }
      if (failure?.is === 'error')
        return refuse(
          failure.status,
          failure.code,
          failure.subcode,
          failure.retryAfter === undefined ? {} : { 'retry-after': failure.retryAfter },
        )
      if (await failAsSet(response, failure)) return
      if (request.headers.authorization !== `Bearer ${setup.token}`) return refuse(401, 190)
      if (request.method === 'GET' && path === setup.phoneNumberId)
        return send(response, 200, {
          id: setup.phoneNumberId,
          display_phone_number: setup.phone,
          verified_name: setup.name,
        })
      if (request.method === 'GET' && path === `${setup.businessAccountId}/message_templates`)
        return send(response, 200, pageOf(setup.templates, query.get('after')))
      if (request.method !== 'POST' || path !== `${setup.phoneNumberId}/messages`) return refuse(400, 100, 33)

      const message = readMessage(body)
      if (message === null) return refuse(400, 100)
      const template = setup.templates.find(
        (candidate) =>
          candidate.name === message.template &&
          candidate.language === message.language &&
          candidate.status !== 'PENDING',
      )
      if (!template || template.status === 'REJECTED') return refuse(404, 132_001)
      if (template.status === 'PAUSED') return refuse(400, 132_015)
      if (placesOf(template.text) !== message.words.length) return refuse(400, 132_000)
      // Include the mark of the message, because a restarted demonstration counts from one again.
      const named = [taken.length + 1, message.mark ?? '', message.to].join(' ')
      const id = `wamid.${Buffer.from(named).toString('base64url')}`
      const kept = { id, ...message }
      taken.push(kept)
      const answer = {
        messaging_product: 'whatsapp',
        contacts: [{ input: message.to, wa_id: message.to }],
        messages: [{ id, message_status: 'accepted' }],
      }
      if (failure?.is === 'taken-broken') response.destroy()
      else if (failure?.is === 'taken-cut' || failure?.is === 'cut') cutOff(response, 200, JSON.stringify(answer))
      else if (failure?.is === 'taken-not-json') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
      else if (failure?.is === 'taken-gateway') response.writeHead(504, { 'content-type': 'text/html' }).end('<html>')
      else send(response, 200, answer)
      setup.after?.(kept)
    },
  }
}

function pageOf(templates: readonly ServiceTemplate[], after: string | null) {
  const from = after === null ? 0 : Number(after)
  const data = templates.slice(from, from + PAGE).map(({ text, ...template }) => ({
    ...template,
    category: 'UTILITY',
    components: [{ type: 'BODY', text }],
  }))
  const isLast = from + PAGE >= templates.length
  const cursors = { before: String(from), after: String(from + PAGE) }
  return { data, paging: isLast ? { cursors } : { cursors, next: 'https://graph.facebook.com/next' } }
}

const placesOf = (text: string) => new Set(text.match(/\{\{\d+\}\}/g) ?? []).size

/** Reads a template message with every place filled in; only such messages may begin a conversation. */
function readMessage(body: Record<string, unknown> | null): Omit<TakenMessage, 'id'> | null {
  const { messaging_product, to, type, template, biz_opaque_callback_data: mark } = body ?? {}
  const { name, language, components } = Object(template) as {
    name?: unknown
    language?: { code?: unknown }
    components?: { type?: unknown; parameters?: { type?: unknown; text?: unknown }[] }[]
  }
  const code = language?.code
  if (messaging_product !== 'whatsapp' || type !== 'template') return null
  if (typeof to !== 'string' || !/^\d{8,15}$/.test(to) || typeof name !== 'string' || typeof code !== 'string')
    return null
  const words = (components ?? []).flatMap((part) => (part.type === 'body' ? (part.parameters ?? []) : []))
  const texts = words.map(({ text }) => text)
  if (!texts.every((text): text is string => typeof text === 'string' && text !== '' && !/[\n\t]| {4}/.test(text)))
    return null
  return { to, template: name, language: code, words: texts, mark: typeof mark === 'string' ? mark : null }
}

/** The state of a message in a webhook. */
export type ReportedState = {
  id: string
  status: string
  at: Temporal.Instant
  mark?: string | null
  code?: number
  category?: string
  billable?: boolean
}

/** The body of a webhook as Meta sends it, with states and people's answers. */
export function webhookBody(
  phoneNumberId: string,
  {
    states = [],
    answers = [],
  }: { states?: readonly ReportedState[]; answers?: readonly { from: string; text: string; at: Temporal.Instant }[] },
): Buffer {
  const seconds = (at: Temporal.Instant) => String(Math.floor(at.epochMilliseconds / 1_000))
  const statuses = states.map(({ id, status, at, mark, code, category = 'utility', billable = true }) => ({
    id,
    status,
    timestamp: seconds(at),
    recipient_id: '351910000000',
    ...(mark ? { biz_opaque_callback_data: mark } : {}),
    ...(status === 'failed' ? {} : { pricing: { billable, pricing_model: 'PMP', type: 'regular', category } }),
    ...(code === undefined ? {} : { errors: [{ code, title: 'Message undeliverable' }] }),
  }))
  const messages = answers.map(({ from, text, at }) => ({
    from,
    id: `wamid.in.${from}`,
    timestamp: seconds(at),
    type: 'text',
    text: { body: text },
  }))
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '351210000000', phone_number_id: phoneNumberId },
    ...(statuses.length > 0 ? { statuses } : {}),
    ...(messages.length > 0 ? { messages } : {}),
  }
  const entry = [{ id: 'WABA', changes: [{ field: 'messages', value }] }]
  return Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
}

/** Signs the bytes as Meta does, with the secret of the application. */
export function signatureOf(body: Uint8Array, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
}
