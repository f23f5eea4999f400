import { z } from 'zod'
import { givenLines, line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import type { Language } from '#messages/language.ts'

/** A template for a frequent answer, in both languages. */
export const templateRecord = record(
  { name: line(80), pt: givenLines(2_000), en: givenLines(2_000) },
  (name) => `page.support.templates.${name}`,
)
export type TemplateInput = z.output<typeof templateRecord.input>

/** The acts of the office on an existing template. */
export const templateAct = z.discriminatedUnion('intent', [
  templateRecord.input.extend({ intent: z.literal('template') }),
  z.object({ intent: z.literal('retire-template') }),
  z.object({ intent: z.literal('restore-template') }),
])

export type AnswerTemplate = Record<Language, string> & { id: string; name: string; isRetired: boolean }
