import type { StreetsOfMap } from '#features/positions/streets/schema.ts'
import type { Translator } from '#messages/catalogue.ts'

/** The credits of a map: whose work it shows. */
export function creditsOf(streets: StreetsOfMap, t: Translator): string {
  const whose = streets && t('page.monitor.map.streets')
  return [t('page.monitor.map.data'), whose, streets?.host].filter(Boolean).join(' · ')
}
