import type { TemplateName } from '#features/contracts/templates/schema.ts'
import type { Translator } from '#messages/catalogue.ts'

/** "Aluguer de viatura, em inglês". */
export function templateName({ kind, language }: TemplateName, t: Translator): string {
  return t('page.contractTemplates.name', {
    kind: t(`page.contracts.kinds.${kind}`),
    language: t(`page.contractTemplates.languages.${language}`),
  })
}
