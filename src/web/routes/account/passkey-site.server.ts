import { rememberedBrand } from '#features/company/brand/queries.server.ts'
import { passkeysOf } from '#features/sessions/passkeys/queries.server.ts'
import type { Language } from '#messages/language.ts'

/** Where passkeys of this site are good, under the name that devices show; `null` where it has none. */
export async function passkeysHere(language: Language) {
  const { name } = await rememberedBrand(language)
  return passkeysOf(name)
}
