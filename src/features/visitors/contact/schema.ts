import { z } from 'zod'
import { readPhone } from '#domain/identifiers.ts'
import { line } from '#forms/fields.ts'

/** What people write about, in the order of the page. */
export const TOPICS = ['statement', 'application', 'fleet', 'other'] as const
export type Topic = (typeof TOPICS)[number]

const text = (longest: number) => z.string('field.required').trim().max(longest, 'field.too-long')
const asked = (longest: number, required: boolean) => ({ field: { control: 'text' as const, longest, required } })

export const messageInput = z.object({
  topic: z.enum(TOPICS, 'field.choice'),
  name: line(140),
  email: text(254)
    .refine((typed) => z.email().safeParse(typed).success, 'field.email')
    .meta(asked(254, true)),
  phone: text(40)
    .transform((typed, ctx) => {
      const phone = typed === '' ? null : readPhone(typed)
      if (typed !== '' && phone === null) ctx.addIssue({ code: 'custom', message: 'field.phone' })
      return phone
    })
    .meta(asked(40, false)),
  text: text(4_000).min(10, 'field.too-short').meta(asked(4_000, true)),
})

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
