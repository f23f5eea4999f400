import type { Scope } from '#domain/access.ts'
import type { Translator } from '#messages/catalogue.ts'

/** "Operações, Finanças". */
export function scopeWords(t: Translator, scopes: readonly Scope[]): string {
  if (scopes.length === 0) return t('page.users.noScope')
  return scopes.map((scope) => t(`page.users.scopes.${scope}`)).join(', ')
}
