import { rememberedBrand } from '#features/company/brand/queries.server.ts'
import { passkeysOf } from '#features/sessions/passkeys/queries.server.ts'
import type { Language } from '#messages/language.ts'

/** The domain for which this site's passkeys are valid, and the name that devices show; `null` if the site can have none. */
export async function passkeysHere(language: Language) {
  const { name } = await rememberedBrand(language)
  return passkeysOf(name)
}
