import { z } from 'zod'
import { readPhone } from '#domain/identifiers.ts'
import { choice, line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** Topics of messages, in the order of the page. */
export const TOPICS = ['statement', 'application', 'fleet', 'other'] as const
export type Topic = (typeof TOPICS)[number]

const text = (longest: number) => z.string('field.required').trim().max(longest, 'field.too-long')

export const messageRecord = record(
  {
    topic: choice(TOPICS, (topic) => `page.contact.topics.${topic}.title`),
    name: line(140, { autofill: 'name' }),
    email: text(254)
      .refine((typed) => z.email().safeParse(typed).success, 'field.email')
      .meta({ field: { control: 'email', longest: 254, required: true, autofill: 'email' } }),
    phone: text(40)
      .transform((typed, ctx) => {
        const phone = typed === '' ? null : readPhone(typed)
        if (typed !== '' && phone === null) ctx.addIssue({ code: 'custom', message: 'field.phone' })
        return phone
      })
      .meta({ field: { control: 'phone', longest: 40, autofill: 'tel' } }),
    text: text(4_000)
      .min(10, 'field.too-short')
      .meta({ field: { control: 'lines', longest: 4_000, required: true } }),
  },
  (name) => `page.contact.message.${name}`,
  undefined,
  { tells: { topic: 'state', name: 'identity', email: 'contact', phone: 'contact', text: 'words' } },
)
export const messageInput = messageRecord.input

export type MessageInput = z.output<typeof messageInput>

/** A message as the office reads it. */
export type ContactMessage = {
  id: number
  state: 'new' | 'answered'
  topic: Topic
  name: string
  email: string
  phone: string | null
  text: string
  language: 'pt' | 'en'
  createdAt: string
  answered: { at: string; by: string | null } | null
}
