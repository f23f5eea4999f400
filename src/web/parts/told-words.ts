import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'

/** When somebody told a driver, and who; `by` is `null` where nobody in particular did. */
type Told = { at: string; by: string | null }

/** "Avisado por WhatsApp, 08/06 12:04, por Helena Matos". */
export function toldWords(t: Translator, { at, by }: Told): string {
  const when = formatInstant(at, t.language)
  return by === null ? t('page.telling.toldAt', { at: when }) : t('page.telling.toldBy', { at: when, by })
}
