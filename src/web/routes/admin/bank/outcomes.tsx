import { useT } from '#web/i18n.tsx'
import { ActLink } from '#web/links.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'
import type { FileOutcome } from './import-and-match.server.ts'

/** The result of each file: imported, refused with the reason, or what it asks first. */
export function Outcomes({ outcomes }: { outcomes: readonly FileOutcome[] }) {
  const t = useT()
  return (
    <Items label={t('page.bank.drop.outcomes')}>
      {outcomes.map(({ name, says, isRefused, teach, asks, undo, gaps }) => (
        <Item
          key={name}
          heading="h2"
          title={name}
          acts={
            teach ? (
              <LinkButton to={`/admin/bank/lists/${teach}`}>{t('page.bank.lists.teach')}</LinkButton>
            ) : asks ? (
              <LinkButton to={`/admin/bank/spellings/${asks}`}>{t('page.bank.spellings.open')}</LinkButton>
            ) : undo ? (
              <ActLink to={undo}>{t('page.bank.files.undo')}</ActLink>
            ) : null
          }
          under={gaps.map((gap) => (
            <Words key={gap.after} look="bad">
              {gap.says}
            </Words>
          ))}
        >
          <Words look={isRefused ? 'bad' : 'soft'}>{says}</Words>
        </Item>
      ))}
    </Items>
  )
}
