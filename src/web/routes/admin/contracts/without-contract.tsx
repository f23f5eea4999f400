import { useT } from '#web/i18n.tsx'
import { Section } from '#web/ui/card.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'

/** Drivers shown beside the choice; the others are in their list. */
const SAID = 12

/** The drivers for whom a new contract is most likely. */
export function WithoutContract({ drivers }: { drivers: readonly { id: string; name: string }[] }) {
  const t = useT()
  if (drivers.length === 0) return null
  return (
    <Section title={t('page.contracts.choose.without')}>
      <Items>
        {drivers.slice(0, SAID).map(({ id, name }) => (
          <Item key={id} title={name} to={`/admin/contracts/new?driver=${id}`} />
        ))}
      </Items>
      {drivers.length > SAID ? (
        <Words look="small">{t('page.contracts.andMore', { count: drivers.length - SAID })}</Words>
      ) : null}
    </Section>
  )
}
