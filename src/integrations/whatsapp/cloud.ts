import { z } from 'zod'
import { OutgoingFault, type OutgoingTrouble, type SendOut } from '#integrations/connections/outgoing.ts'

/** Address of the Graph API, in the version whose documentation this follows. */
const GRAPH = 'https://graph.facebook.com/v24.0'

/** Account with which a number of the company sends (WhatsApp Cloud API). */
export type WhatsAppAccount = { phoneNumberId: string; businessAccountId: string; token: string }

/** Languages of templates, by Meta's names. */
export type TemplateLanguage = 'pt_PT' | 'en'

/** A message by a template that Meta approved: only such a message may begin a conversation. */
export type TemplateMessage = {
  /** Phone number in E.164, with its plus. */
  to: string
  template: string
  language: TemplateLanguage
  /** Values for the places in the template's body, in order. */
  words: readonly string[]
  /** Our own mark, which comes back with each state and identifies a message whose answer was lost. */
  mark: string
}

/**
 * Result of a message. `sent`: taken, identified by its id from now on. `unsure`: the answer was lost, and it may have
 * been taken: only a state can tell. `later`: not taken, to be tried again, after a number of seconds where the service
 * named one; `all` where that holds for every message, and not for this person alone. `account`: no message is taken
 * until a person changes something. `template`: no message of this template is. `never`: this one never is. `reason` is
 * a number of Meta's or a word of ours.
 */
export type WhatsAppAnswer =
  | { outcome: 'sent'; id: string }
  | { outcome: 'unsure'; reason: string }
  | { outcome: 'later'; after: number | null; all: boolean; reason: string }
  | { outcome: 'account'; trouble: 'credentials' | 'access'; reason: string }
  | { outcome: 'template'; reason: string }
  | { outcome: 'never'; reason: string }

const acceptedAnswer = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) })
const errorAnswer = z.object({
  error: z.object({ code: z.number().int(), error_subcode: z.number().int().optional() }),
})

/** Error numbers that mean "wait": too many calls of the application, the account or the number, or a fault of Meta's. */
const WAITS: ReadonlySet<number> = new Set([
  1, 2, 4, 80_007, 130_429, 131_000, 131_016, 131_048, 131_056, 131_057, 133_004, 133_016,
])
/** The codes among these that concern one message or one person: other messages may go. */
const WAITS_OF_ONE_MESSAGE: ReadonlySet<number> = new Set([131_000, 131_056])
/** Error numbers of a token that is invalid, or no longer valid. */
const INVALID_TOKENS: ReadonlySet<number> = new Set([0, 190])
/** Error numbers of a token without permission, or of an account or number that is locked, not registered, or has not paid. */
const WITHOUT_ACCESS: ReadonlySet<number> = new Set([3, 10, 368, 131_005, 131_031, 131_042, 131_045, 133_010])
/** Error numbers of a template that is missing, has other places to fill in, or was stopped. */
const OF_TEMPLATE: ReadonlySet<number> = new Set([132_000, 132_001, 132_005, 132_007, 132_012, 132_015, 132_016])
/** Error numbers of an object that does not exist, or not for this token. */
const [INVALID, NOT_THERE] = [100, 33]

/** Sends one message. The answer holds neither its content nor the token. */
export async function sendTemplate(
  send: SendOut,
  { phoneNumberId, token }: Pick<WhatsAppAccount, 'phoneNumberId' | 'token'>,
  { to, template, language, words, mark }: TemplateMessage,
): Promise<WhatsAppAnswer> {
  const parameters = words.map((text) => ({ type: 'text', text }))
  const message = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: to.replace('+', ''),
    type: 'template',
    template: {
      name: template,
      language: { policy: 'deterministic', code: language },
      ...(parameters.length > 0 ? { components: [{ type: 'body', parameters }] } : {}),
    },
    biz_opaque_callback_data: mark,
  }
  try {
    const { status, text, retryAfter } = await send({
      url: `${GRAPH}/${encodeURIComponent(phoneNumberId)}/messages`,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(message),
      mostBytes: MAX_ANSWER_BYTES,
    })
    return meaningOf(status, jsonOf(text), retryAfter === null ? null : Math.ceil(retryAfter.total('seconds')))
  } catch (error) {
    if (!(error instanceof OutgoingFault)) throw error
    // If nobody was reached, the message was not taken. Otherwise it may have been, without our knowing.
    return error.trouble === 'unreachable'
      ? { outcome: 'later', after: null, all: true, reason: error.trouble }
      : { outcome: 'unsure', reason: error.trouble }
  }
}

/** Most bytes of an answer: one about a message or number has a thousand. */
const MAX_ANSWER_BYTES = 100_000

function meaningOf(status: number, answer: unknown, after: number | null): WhatsAppAnswer {
  const id = acceptedAnswer.safeParse(answer).data?.messages[0]?.id
  if (status >= 200 && status < 300)
    return id === undefined ? { outcome: 'unsure', reason: 'answer' } : { outcome: 'sent', id }
  const error = errorAnswer.safeParse(answer).data?.error
  const trouble = troubleOf(status, error)
  // A machine in between answers for Meta with such a number and no error: the message may have gone through.
  if (error === undefined && status >= 500) return { outcome: 'unsure', reason: `http-${status}` }
  const reason = error === undefined ? `http-${status}` : String(error.code)
  if (trouble !== null) return { outcome: 'account', trouble, reason }
  if (error !== undefined && OF_TEMPLATE.has(error.code)) return { outcome: 'template', reason }
  if (status === 429 || status >= 500 || (error !== undefined && WAITS.has(error.code)))
    return { outcome: 'later', after, all: error === undefined || !WAITS_OF_ONE_MESSAGE.has(error.code), reason }
  return { outcome: 'never', reason }
}

type MetaError = z.output<typeof errorAnswer>['error'] | undefined

/** Answers the trouble of the whole account behind an error; `null` for every other error. */
function troubleOf(status: number, error: MetaError): 'credentials' | 'access' | null {
  if (error === undefined) return status === 401 ? 'credentials' : status === 403 ? 'access' : null
  const { code, error_subcode: sub } = error
  if (INVALID_TOKENS.has(code)) return 'credentials'
  if (WITHOUT_ACCESS.has(code) || (code >= 200 && code < 300) || (code === INVALID && sub === NOT_THERE))
    return 'access'
  if (WAITS.has(code)) return null
  return status === 401 ? 'credentials' : status === 403 ? 'access' : null
}

/** Reasons for which the account could not be read. */
export type LookTrouble = 'credentials' | 'access' | 'busy' | 'unreachable' | 'answer'
export class WhatsAppFault extends Error {
  override readonly name = 'WhatsAppFault'
  readonly trouble: LookTrouble
  readonly detail: string

  constructor(trouble: LookTrouble, detail: string) {
    super(`${trouble}: ${detail}`)
    this.trouble = trouble
    this.detail = detail
  }
}

/** A template as Meta has it. `places`: number of places to fill in in its body. `state` is Meta's word. */
export type TemplateAtMeta = { name: string; language: string; state: string; reason: string | null; places: number }

const number = z.object({ display_phone_number: z.string(), verified_name: z.string().optional() })
const templates = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      status: z.string(),
      rejected_reason: z.string().optional(),
      components: z.array(z.object({ type: z.string(), text: z.string().optional() })).optional(),
    }),
  ),
  paging: z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional(),
})

/** Most pages of templates that are read: nobody has more than a few hundred templates. */
const MAX_PAGES = 20

/** Reads the company's number, as Meta shows it. Throws `WhatsAppFault`. */
export async function readNumber(
  send: SendOut,
  { phoneNumberId, token }: Pick<WhatsAppAccount, 'phoneNumberId' | 'token'>,
): Promise<{ phone: string; name: string | null }> {
  const answer = await ask(
    send,
    token,
    `${encodeURIComponent(phoneNumberId)}?fields=display_phone_number,verified_name`,
  )
  const read = number.safeParse(answer).data
  if (!read) throw new WhatsAppFault('answer', 'number')
  return { phone: read.display_phone_number, name: read.verified_name ?? null }
}

/** Lists every template of the account. Throws `WhatsAppFault`. */
export async function listTemplates(
  send: SendOut,
  { businessAccountId, token }: Pick<WhatsAppAccount, 'businessAccountId' | 'token'>,
): Promise<TemplateAtMeta[]> {
  const found: TemplateAtMeta[] = []
  const path = `${encodeURIComponent(businessAccountId)}/message_templates?fields=name,language,status,rejected_reason,components&limit=100`
  for (let page = 0, after = ''; page < MAX_PAGES; page++) {
    const answer = await ask(send, token, after === '' ? path : `${path}&after=${encodeURIComponent(after)}`)
    const read = templates.safeParse(answer).data
    if (!read) throw new WhatsAppFault('answer', 'templates')
    for (const { name, language, status, rejected_reason, components } of read.data) {
      const body = components?.find(({ type }) => type.toUpperCase() === 'BODY')?.text ?? ''
      const reason = rejected_reason === undefined || rejected_reason === 'NONE' ? null : rejected_reason
      found.push({ name, language, state: status, reason, places: placesIn(body) })
    }
    const { next, cursors } = read.paging ?? {}
    if (next === undefined || cursors === undefined) return found
    after = cursors.after
  }
  throw new WhatsAppFault('answer', 'templates')
}

/** Counts the places to fill in in a body: `{{1}}`, `{{2}}`… */
function placesIn(body: string): number {
  return new Set(body.match(/\{\{\s*\w+\s*\}\}/g) ?? []).size
}

async function ask(send: SendOut, token: string, path: string): Promise<unknown> {
  const { status, text } = await send({
    url: `${GRAPH}/${path}`,
    method: 'GET',
    headers: { authorization: `Bearer ${token}` },
    body: null,
    mostBytes: 2_000_000,
  }).catch((error: unknown) => {
    if (!(error instanceof OutgoingFault)) throw error
    throw new WhatsAppFault(OF_NETWORK.has(error.trouble) ? 'unreachable' : 'answer', error.trouble)
  })
  const json = jsonOf(text)
  if (status >= 200 && status < 300) return json
  const error = errorAnswer.safeParse(json).data?.error
  const reason = error === undefined ? `http-${status}` : String(error.code)
  const trouble = troubleOf(status, error)
  if (trouble !== null) throw new WhatsAppFault(trouble, reason)
  if (status === 429 || (error !== undefined && WAITS.has(error.code))) throw new WhatsAppFault('busy', reason)
  if (status >= 500) throw new WhatsAppFault('unreachable', reason)
  // For a number or an account that does not exist Meta says that the request is not valid.
  throw new WhatsAppFault(error?.code === INVALID ? 'access' : 'answer', reason)
}

const OF_NETWORK: ReadonlySet<OutgoingTrouble> = new Set(['unreachable', 'slow', 'cut'])

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
