import { listLeavers } from '#features/departures/final-accounts/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/leavers.ts'
import { GONE } from './gone.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) =>
  listPage(GONE, listLeavers(asking.now), args, asking),
)

export default function LeaversScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  return (
    <ListScreen
      of={GONE}
      shown={loaderData}
      subtitle={t('page.departures.list.subtitle')}
      back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
    />
  )
}
