import type { Source } from '#domain/import.ts'
import type { Translator } from '#messages/catalogue.ts'

/** The name of a source; for a list that the operator taught, the name they gave it. */
export function sourceName(t: Translator, { source, account }: { source: Source; account: string }): string {
  return source === 'other' && account ? account : t(`page.week.sourceNames.${source}`)
}
