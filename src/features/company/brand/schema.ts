import { z } from 'zod'
import { carriedNumber, optional } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { isTooLight, readColour } from '#domain/colour.ts'

const textField = (longest: number) => ({ field: { control: 'text' as const, longest } })
const line = (longest: number) =>
  optional(longest)
    .transform((text) => text?.replaceAll(/\s+/g, ' ') ?? null)
    .meta(textField(longest))

/** An https address on one of the hosts; `facebook.com/x` without the scheme is completed. */
const profile = (...hosts: readonly string[]) =>
  optional(200)
    .transform((text, ctx) => {
      if (text === null) return null
      const url = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`)
      const host = url?.hostname.replace(/^(www|m|pt|pt-pt)\./, '')
      if (url && hosts.some((allowedHost) => allowedHost === host) && url.username === '') {
        url.protocol = 'https:'
        return url.href
      }
      ctx.addIssue({ code: 'custom', message: 'field.social' })
      return z.NEVER
    })
    .meta(textField(200))

/** The texts and the colour. The office may leave any of them empty; the default is then used. */
export const brandRecord = record(
  {
    name: line(40),
    facebook: profile('facebook.com', 'fb.com'),
    instagram: profile('instagram.com'),
    linkedin: profile('linkedin.com'),
    taglinePt: line(80),
    taglineEn: line(80),
    descriptionPt: line(240),
    descriptionEn: line(240),
    colour: optional(7)
      .transform((text, ctx) => {
        if (text === null) return null
        const colour = readColour(text)
        if (!colour) ctx.addIssue({ code: 'custom', message: 'field.colour' })
        else if (isTooLight(colour)) ctx.addIssue({ code: 'custom', message: 'field.colour-too-light' })
        else return colour
        return z.NEVER
      })
      .meta(textField(7)),
  },
  (name) => `page.brand.fields.${name}`,
  [
    { legend: 'page.brand.parts.face', rows: ['name', 'logo', 'colour'] },
    { legend: 'page.brand.parts.social', rows: ['facebook', 'instagram', 'linkedin'] },
    { legend: 'page.brand.parts.footer', rows: ['taglinePt', 'taglineEn', 'descriptionPt', 'descriptionEn'] },
  ],
)

export const brandInput = brandRecord.input.extend({
  version: carriedNumber(),
  /** A browser sends an empty file when none was chosen. */
  logo: z
    .instanceof(File)
    .optional()
    .transform((file) => (file && file.size > 0 ? file : null)),
  removeLogo: z.literal('on').optional(),
})

export type BrandInput = z.output<typeof brandInput>

/** The texts of the form. */
export type BrandText = keyof typeof brandRecord.fields

/**
 * The start values of the form: `written` by the office, and the default (`usual`) where it wrote nothing. `logo` is
 * the hash of its bytes.
 */
export type BrandForm = {
  version: number
  updatedAt: string | null
  logo: string | null
  texts: Record<BrandText, { written: string; usual: string }>
}
