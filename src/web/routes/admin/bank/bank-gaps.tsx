import type { GapView } from '#features/bank-gaps/schema.ts'
import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'
import { accountName, gapWords } from './bank-words.ts'

/** Statements that do not meet, each a question; nothing if all do. */
export function BankGaps({ gaps }: { gaps: readonly GapView[] }) {
  const t = useT()
  if (gaps.length === 0) return null
  return (
    <Items label={t('page.bank.gaps.title')}>
      {gaps.map((gap) => (
        <Item
          key={gap.after}
          heading="h2"
          title={t('page.bank.gaps.of', { account: accountName(t, gap.account) })}
          acts={<LinkButton to={`/admin/bank/gaps/${gap.after}`}>{t('page.bank.gaps.open')}</LinkButton>}
        >
          <Words look="soft">{gapWords(t, gap)}</Words>
        </Item>
      ))}
    </Items>
  )
}
