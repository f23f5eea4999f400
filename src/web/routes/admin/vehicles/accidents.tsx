import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import type { Route } from './+types/accidents.ts'
import { ACCIDENTS } from './accident-list.tsx'
import { listedAccidents } from './listed.server.ts'

export const loader = shows(async (args: Route.LoaderArgs, asking) =>
  listPage(ACCIDENTS, listedAccidents(asking.now), args, asking),
)

/** The accidents of the fleet: what each waits for, and what it came to until now. */
export default function AccidentsScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  return (
    <ListScreen
      of={ACCIDENTS}
      shown={loaderData}
      subtitle={t('page.accidents.list.subtitle')}
      back={{ to: '/admin/vehicles', label: t('page.fleet.vehicles.title') }}
      first={<LinkButton to="/admin/vehicles">{t('page.accidents.list.chooseCar')}</LinkButton>}
    />
  )
}
