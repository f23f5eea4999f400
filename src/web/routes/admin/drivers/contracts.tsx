import { findCeding } from '#features/contracts/ceding/queries.server.ts'
import { listContractsWith } from '#features/contracts/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ContractState } from '#web/parts/contract-parts.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'
import { CedingSections } from './ceding.tsx'
import type { Route } from './+types/contracts.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => ({
  id: params.id,
  ceding: await findCeding(params.id, now),
  contracts: await listContractsWith(params.id),
}))

/** All contracts with a driver, in any state, and a link to make another one. */
export default function DriverContractsScreen({ loaderData: { id, contracts, ceding } }: Route.ComponentProps) {
  const t = useT()
  const make = (
    <LinkButton to={`/admin/contracts/new?driver=${id}`} icon="plus">
      {t('page.contracts.choose.title')}
    </LinkButton>
  )
  if (contracts.length === 0)
    return (
      <Stack>
        <EmptyState title={t('page.contracts.ofDriver.empty')} action={make}>
          {t('page.contracts.ofDriver.emptyText')}
        </EmptyState>
        <CedingSections ceding={ceding} driver={id} />
      </Stack>
    )
  return (
    <Stack>
      <Section title={t('page.contracts.ofDriver.tab')}>
        <Stack>
          <div>{make}</div>
          <Items label={t('page.contracts.ofDriver.tab')}>
            {contracts.map(({ id: contract, number, kind, state, paper, since }) => (
              <Item
                key={contract}
                title={t('page.contracts.one', { number })}
                to={`/admin/contracts/${contract}`}
                aside={<ContractState state={state} paper={paper} />}
              >
                <Words look="soft">{`${t(`page.contracts.kinds.${kind}`)} · ${formatInstant(since, t.language)}`}</Words>
              </Item>
            ))}
          </Items>
        </Stack>
      </Section>
      <CedingSections ceding={ceding} driver={id} />
    </Stack>
  )
}
