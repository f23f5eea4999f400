import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import type { Route } from './+types/fines.ts'
import { FINES } from './fine-list.tsx'
import { listedFines } from './listed.server.ts'

export const loader = shows(async (args: Route.LoaderArgs, asking) =>
  listPage(FINES, listedFines(asking.now), args, asking),
)

/** The fines of the fleet, and the time left to name each driver. */
export default function FinesScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  return (
    <ListScreen
      of={FINES}
      shown={loaderData}
      subtitle={t('page.fines.subtitle')}
      back={{ to: '/admin/vehicles', label: t('page.fleet.vehicles.title') }}
      actions={
        <LinkButton to="/admin/vehicles/fines/new" kind="primary" icon="plus">
          {t('page.fines.add')}
        </LinkButton>
      }
    />
  )
}
