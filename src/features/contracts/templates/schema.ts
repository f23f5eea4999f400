import { z } from 'zod'
import type { CONTRACT_LANGUAGES, ContractKind } from '#domain/contract.ts'
import type { Sign, TemplateFault } from '#domain/contract-template.ts'
import { carriedNumber, referenceOrNone, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import type { Translator } from '#messages/catalogue.ts'

/** Maximum letters of a template; our longest has about four thousand. */
export const MAX_LETTERS = 40_000

/** The fields beside the text: the driver whose records fill the preview, and a note on the change. */
export const templateRecord = record(
  { driver: referenceOrNone('page.contractTemplates.form.nobody'), note: text(200) },
  (name) => `page.contractTemplates.form.${name}`,
)

/** A template as somebody writes it. */
export const templateInput = templateRecord.input.extend({
  body: z
    .string('field.required')
    // Forms send other line ends, and editors may leave spaces at the ends.
    .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().min(1, 'field.required').max(MAX_LETTERS, 'field.too-long')),
  /** The newest version at the time when the form was opened. */
  newest: carriedNumber('field.choice'),
})
export type TemplateInput = z.output<typeof templateInput>

/** The form that uses an older version again. */
export const templateChoice = z.object({
  version: carriedNumber('field.choice'),
})

/** The kind and language by which a text is known. */
export type TemplateName = { kind: ContractKind; language: (typeof CONTRACT_LANGUAGES)[number] }

/** "Car rental, in English". */
export function templateName({ kind, language }: TemplateName, t: Translator): string {
  return t('page.contractTemplates.name', {
    kind: t(`page.contracts.kinds.${kind}`),
    language: t(`page.contractTemplates.languages.${language}`),
  })
}

/** A text in the list. `since`: when the version in use was chosen, as text; `null` when nobody has ever chosen one. */
export type TemplateView = TemplateName & { version: number; since: string | null; newest: number; contracts: number }

/** `writtenAt` is `null` for the text that comes with the product. */
export type TemplateVersion = { version: number; writtenAt: string | null; note: string; contracts: number }

export type WholeTemplate = TemplateView & {
  /** The version whose text `body` is. */
  shown: number
  body: string
  /** The newest first. */
  versions: readonly TemplateVersion[]
}

/** The faults and signs of a text that are shown before it becomes a version. */
export type Judged = { faults: readonly TemplateFault[]; signs: readonly { sign: Sign; line: number; found: string }[] }
