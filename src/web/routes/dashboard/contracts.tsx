import { isInForce } from '#domain/contract.ts'
import { ZONE } from '#domain/week.ts'
import { listOwnContracts } from '#features/contracts/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ContractState, datesOf } from '#web/parts/contract-parts.tsx'
import { ownDriver } from '#web/session.server.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Bullets, Links, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/contracts.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const contracts = await listOwnContracts(ownDriver(context))
    const today = context.get(requestContext).now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
    return { contracts: contracts.map((contract) => ({ ...contract, isInForce: isInForce(contract, today) })) }
  })

/** The reader's own contracts; those that wait for a signature come first. */
export default function OwnContractsScreen({ loaderData: { contracts } }: Route.ComponentProps) {
  const t = useT()
  const inOrder = [
    ...contracts.filter(({ state }) => state === 'sent'),
    ...contracts.filter(({ state }) => state !== 'sent'),
  ]
  return (
    <>
      <PageHead title={t('page.contracts.own.title')} subtitle={t('page.contracts.own.subtitle')} />
      <SideBySide>
        {contracts.length === 0 ? (
          <EmptyState title={t('page.contracts.own.empty')}>{t('page.contracts.own.emptyText')}</EmptyState>
        ) : (
          <Items>
            {inOrder.map((contract) => (
              <Item
                key={contract.id}
                title={t(`page.contracts.kinds.${contract.kind}`)}
                heading="h2"
                aside={<ContractState state={contract.state} paper={contract.paper} own />}
                acts={
                  <Links>
                    <Link to={`/dashboard/contracts/${contract.id}`}>
                      {t(contract.state === 'sent' ? 'page.contracts.sign.link' : 'page.contracts.own.read')}
                    </Link>
                    {contract.fileHash ? (
                      <Link to={`/dashboard/contracts/${contract.id}/pdf`} file>
                        {t(contract.paper ? 'page.contracts.paper.file' : 'page.contracts.own.file')}
                      </Link>
                    ) : null}
                  </Links>
                }
              >
                <Words>
                  {[t('page.contracts.one', { number: contract.number }), datesOf(contract, t)].join(' · ')}
                </Words>
                {contract.follows ? (
                  <Words look="soft">
                    {`${t(`page.contracts.facts.${contract.follows.relation}`)}: ${t('page.contracts.one', { number: contract.follows.number })}`}
                  </Words>
                ) : null}
                {contract.isInForce ? <Words look="soft">{t('page.contracts.own.force')}</Words> : null}
                {contract.reason ? <Words look="soft">{contract.reason}</Words> : null}
              </Item>
            ))}
          </Items>
        )}
        <Card title={t('page.contracts.own.how')}>
          <Bullets numbered>
            {t.list('page.contracts.own.steps').map((step) => (
              <li key={step}>{step}</li>
            ))}
          </Bullets>
        </Card>
      </SideBySide>
    </>
  )
}
