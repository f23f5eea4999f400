import { z } from 'zod'
import type { NoticeEvent } from '#domain/notice.ts'
import { text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import type { TemplateLanguage } from '#integrations/whatsapp/cloud.ts'
import { type Language, inLanguage } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'

/**
 * Messages by WhatsApp, each a template that Meta has to approve: its name there, its number of placeholders, and the
 * page that its link leads to.
 */
export const TEMPLATES = {
  volante_statement: { places: 3, to: '/dashboard/payslips' },
  volante_paid: { places: 3, to: '/dashboard/payslips' },
  volante_document: { places: 3, to: '/dashboard/documents' },
  volante_question: { places: 2, to: '/dashboard/inbox' },
} as const
export type TemplateName = keyof typeof TEMPLATES
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[]

export function isTemplateName(word: string): word is TemplateName {
  return Object.hasOwn(TEMPLATES, word)
}

export const TEMPLATE_LANGUAGES = { pt: 'pt_PT', en: 'en' } as const satisfies Record<Language, TemplateLanguage>

const TEMPLATES_OF_EVENTS: Partial<Record<NoticeEvent, readonly TemplateName[]>> = {
  'statement-issued': ['volante_statement'],
  'statement-paid': ['volante_paid'],
  paper: ['volante_document', 'volante_question'],
  ticket: ['volante_question'],
}

/** The templates by which an event may be told by WhatsApp; none for most. */
export function templatesOf(event: NoticeEvent): readonly TemplateName[] {
  return TEMPLATES_OF_EVENTS[event] ?? []
}

/** The template of a notice, by its event and facts; `null` for one that is not sent by WhatsApp. */
export function templateFor(event: NoticeEvent, params: unknown): TemplateName | null {
  if (event === 'statement-issued') return 'volante_statement'
  if (event === 'statement-paid') return 'volante_paid'
  const { event: what } = Object(params) as { event?: unknown }
  if (event === 'ticket') return what === 'answered' ? 'volante_question' : null
  if (event !== 'paper') return null
  if (what === 'asked') return 'volante_question'
  return what === 'ends' || what === 'ended' ? 'volante_document' : null
}

/** The text of a template as it is entered at Meta. */
export function templateText(name: TemplateName, language: Language, site: string): string {
  const link = site + inLanguage(TEMPLATES[name].to, language)
  const places = { a: '{{1}}', b: '{{2}}', c: '{{3}}' }
  return translator(language)(`page.whatsApp.templates.${name}.text`, { ...places, link })
}

/** The state of the account with Meta; whether it is paused is stored apart. */
export const ACCOUNT_STATES = ['connected', 'waiting', 'expired', 'needs-access', 'error'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** The state of a template at Meta. `differs`: it has other placeholders there. `stopped`: Meta paused or disabled it. */
export const TEMPLATE_STATES = ['approved', 'pending', 'rejected', 'stopped', 'differs', 'missing'] as const
export type TemplateState = (typeof TEMPLATE_STATES)[number]

/** The state of a message; `unsure`: Meta's answer was lost, and it is not sent again. */
export const WHATSAPP_STATES = [
  'waiting',
  'asking',
  'unsure',
  'sent',
  'delivered',
  'read',
  'failed',
  'dropped',
] as const
export type WhatsAppState = (typeof WHATSAPP_STATES)[number]

/** Our own reasons why a message was not sent; any other is a number of Meta's. */
export type WhatsAppDropped = 'consent' | 'unwanted' | 'read' | 'off' | 'paused' | 'expired' | 'unreadable'

/** An id that Meta gives: digits alone. */
const id = () =>
  text(30, { required: true })
    .regex(/^\d{5,30}$/, 'field.meta-number')
    .meta({ field: { control: 'text', longest: 30, required: true, digits: true, example: '106540352242922' } })

/** The account as the office types it, without its secrets, which are sealed and shown to nobody. */
export const accountRecord = record(
  { phoneNumberId: id(), businessAccountId: id() },
  (name) => `page.whatsApp.account.${name}`,
  ['phoneNumberId', 'businessAccountId', 'token', 'appSecret'],
)

export const accountSecret = z
  .string()
  .trim()
  .max(1_000, 'field.too-long')
  .meta({ field: { control: 'text', longest: 1_000 } })

/** An empty secret keeps the stored one; `unasked` saves without asking Meta first. */
export const accountInput = accountRecord.input.extend({
  intent: z.literal('save'),
  token: accountSecret.default(''),
  appSecret: accountSecret.default(''),
  unasked: z.literal('on').optional(),
})
export type AccountInput = z.output<typeof accountInput>

/** The categories that Meta may charge for a message of ours. */
export const PRICED = ['utility', 'marketing'] as const

/**
 * A price for one message in euros as people type it, with up to five decimals, read as hundred-thousandths; `null` for an
 * empty field.
 */
const price = z
  .string()
  .trim()
  .default('')
  .transform((typed, ctx): number | null => {
    if (typed === '') return null
    const parts = /^(\d)(?:[.,](\d{1,5}))?$/.exec(typed)
    const value = parts ? Number(parts[1]) * 100_000 + Number((parts[2] ?? '').padEnd(5, '0')) : Number.NaN
    if (value <= 100_000) return value
    ctx.addIssue({ code: 'custom', message: 'field.message-price' })
    return z.NEVER
  })
  .meta({ field: { control: 'text', digits: 'comma', typed: typedPrice } })

/** A price in hundred-thousandths of a euro, as people type it. */
function typedPrice(kept: number, language: Language): string {
  const decimals = String(kept % 100_000)
    .padStart(5, '0')
    .replace(/0{1,3}$/, '')
  return `${Math.floor(kept / 100_000)}${language === 'pt' ? ',' : '.'}${decimals}`
}

/** The form of the office's own prices for a message. */
export const pricesRecord = record(
  { utility: price, marketing: price } satisfies Record<(typeof PRICED)[number], typeof price>,
  (name) => `page.whatsApp.costs.prices.${name}`,
  [['utility', 'marketing']],
  { besides: { intent: z.literal('prices') } },
)
export const pricesInput = pricesRecord.input
export type PricesInput = z.output<typeof pricesInput>

export const whatsAppAct = z.union([
  z.object({ intent: z.enum(['check', 'pause', 'resume', 'remove']) }),
  z.object({ intent: z.literal('test'), to: z.string().trim().min(1, 'field.required').max(30, 'field.too-long') }),
  pricesInput,
  accountInput,
])

/** A consent to WhatsApp: at this number, which is the person's own. */
export const consentInput = z.object({ number: z.string().max(30), mine: z.literal('on', 'whats-app.not-mine') })

/** The account without its secrets. Moments are text. */
export type AccountInView = {
  phoneNumberId: string
  businessAccountId: string
  state: AccountState
  since: string
  reason: string | null
  phone: string | null
  name: string | null
  setAt: string
  setBy: string | null
  checkedAt: string | null
  confirmedAt: string | null
  lastMessageAt: string | null
  restUntil: string | null
  paused: { at: string } | null
}

/** One template in one language: its text for Meta, and its state there; `null` while nobody has asked. */
export type TemplateInView = {
  name: TemplateName
  language: 'pt' | 'en'
  text: string
  state: TemplateState | null
  reason: string | null
}

/** One message, for the office. Moments are text; `at`: the moment of its state, or of the next try. */
export type WhatsAppInList = {
  id: number
  event: string
  to: string
  driver: { id: string; name: string } | null
  state: WhatsAppState
  at: string
  reason: string | null
}

/**
 * Messages sent in a month in Lisbon and a category, and those that Meta says it charges. `price` in hundred-thousandths of a
 * euro, as the office typed it.
 */
export type WhatsAppMonth = {
  month: string
  category: string | null
  sent: number
  delivered: number
  read: number
  failed: number
  billable: number
  price: number | null
}

/**
 * The facts about WhatsApp for a driver's page. `consent`: the number to which the driver agreed, and when; `isNumberNew`: the
 * record has another number now.
 */
export type OwnWhatsApp = {
  /** The number of the record, if WhatsApp can reach it; `null` if not. */
  number: string | null
  consent: { phone: string; at: string } | null
  isNumberNew: boolean
  /** Whether the company sends by WhatsApp at all. */
  isOffered: boolean
}

/** A consent with its dates. Moments are text. */
export type ConsentInList = { phone: string; givenAt: string; endedAt: string | null; endedBy: string | null }
