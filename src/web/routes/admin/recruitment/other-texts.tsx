import type { LetterText } from '#features/recruitment/letters/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Section } from '#web/ui/card.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'

/** The existing texts with their subjects, beside the one that is being written. */
export function OtherTexts({ texts }: { texts: readonly LetterText[] }) {
  const t = useT()
  return (
    <Section title={t('page.recruitment.letters.texts')}>
      <Items>
        {texts.map(({ id, name, subject }) => (
          <Item key={id} title={name} to={`/admin/recruitment/texts/${id}`}>
            <Words look="soft">{subject[t.language]}</Words>
          </Item>
        ))}
      </Items>
    </Section>
  )
}
