import type { Telling } from '#features/statements/tellings/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'

/** "Avisado por WhatsApp, 08/06 12:04, por Helena Matos". */
export function toldWords(t: Translator, { at, by }: NonNullable<Telling['told']>): string {
  const when = formatInstant(at, t.language)
  return by === null ? t('page.telling.toldAt', { at: when }) : t('page.telling.toldBy', { at: when, by })
}
