import { rememberedBrand } from '#features/company/brand/queries.server.ts'
import { vouchesForPeople } from '#integrations/identity/identity.ts'
import { type PasskeySite, passkeySite } from '#integrations/passkeys/passkeys.ts'
import type { Language } from '#messages/language.ts'
import { siteAddress } from '#web/site-address.server.ts'

/** Where passkeys of this site are good, or `null` where it has none: by its address, or by its identity service. */
export async function passkeysHere(language: Language): Promise<PasskeySite | null> {
  if (!vouchesForPeople()) return null
  const { name } = await rememberedBrand(language)
  return passkeySite(siteAddress(), name)
}
