import { contractInForce } from '#features/contracts/queries.server.ts'
import { listDrivers } from '#features/fleet/drivers/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/contracts.ts'
import { CONTRACTS } from './contract-list.tsx'
import { dayAt, listedContracts } from './listed.server.ts'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const [drivers, withContract] = await Promise.all([listDrivers(asking.now), contractInForce(dayAt(asking.now))])
  const without = drivers.filter(({ id, status }) => status === 'active' && !withContract.has(id))
  return {
    listed: await listPage(CONTRACTS, listedContracts(asking.now), args, asking),
    without: without.map(({ name }) => name),
  }
})

/** Names that are said before the rest is counted. */
const SAID = 3

/** The contracts of the fleet, and who drives without one. */
export default function ContractsScreen({ loaderData: { listed, without } }: Route.ComponentProps) {
  const t = useT()
  const more = without.length - SAID
  const names = [...without.slice(0, SAID), ...(more > 0 ? [t('page.contracts.andMore', { count: more })] : [])]
  return (
    <ListScreen
      of={CONTRACTS}
      shown={listed}
      subtitle={t('page.contracts.subtitle')}
      actions={
        <LinkButton to="/admin/contracts/new" kind="primary" icon="plus">
          {t('page.contracts.add')}
        </LinkButton>
      }
      after={<Words look="small">{t('page.contracts.lawyer')}</Words>}
    >
      {without.length > 0 ? (
        <Notice tone="warn">{t('page.contracts.without', { count: without.length, names: names.join(', ') })}</Notice>
      ) : null}
    </ListScreen>
  )
}
