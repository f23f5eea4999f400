import type { Change } from '#features/audit/commands.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { readLogo } from '#integrations/pictures/logo.ts'
import type { BrandInput } from './schema.ts'

const LARGEST_LOGO = 500 * 1024

/**
 * Saves the brand of the form; public pages, letters and documents change at once. `version` is the one that the form
 * was made from, 0 for the first time. Refuses `record.changed-meanwhile` when somebody else has saved since, and a
 * logo that is no PNG or JPEG, is larger than 500 KB or can't be drawn.
 */
export async function saveBrand(change: Change, input: BrandInput): Promise<void> {
  const before = await change.tx.selectFrom('brand').selectAll().forUpdate().executeTakeFirst()
  if ((before?.version ?? 0) !== input.version) throw new Refusal('record.changed-meanwhile')

  const kept = input.removeLogo ? null : (before?.logo_sha256 ?? null)
  const values = {
    name: input.name,
    facebook: input.facebook,
    instagram: input.instagram,
    linkedin: input.linkedin,
    tagline_pt: input.taglinePt,
    tagline_en: input.taglineEn,
    description_pt: input.descriptionPt,
    description_en: input.descriptionEn,
    colour: input.colour,
    logo_sha256: input.logo ? await saveLogo(change, input.logo) : kept,
  }
  const row = { ...values, version: input.version + 1, updated_at: change.now.toString() }
  const written = before
    ? await change.tx.updateTable('brand').set(row).returning('version').executeTakeFirst()
    : await change.tx
        .insertInto('brand')
        .values(row)
        .onConflict((conflict) => conflict.column('single').doNothing())
        .returning('version')
        .executeTakeFirst()
  if (!written) throw new Refusal('record.changed-meanwhile')

  const { single: _, version: __, updated_at: ___, ...loggedBefore } = before ?? ({} as NonNullable<typeof before>)
  change.note({ subject: 'brand', before: before ? loggedBefore : null, after: values })
}

async function saveLogo(change: Change, file: File): Promise<string> {
  if (file.size > LARGEST_LOGO) throw new Refusal('brand.logo-too-large')
  const logo = readLogo(await file.bytes())
  if (logo.ok) return saveFile(change.tx, logo.png, 'image/png')
  throw new Refusal(logo.reason === 'format' ? 'brand.logo-format' : 'brand.logo-unreadable')
}
