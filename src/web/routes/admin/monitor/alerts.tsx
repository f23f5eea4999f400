import { listAlerts } from '#features/positions/alerts/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { Links } from '#web/ui/layout.tsx'
import type { Route } from './+types/alerts.ts'
import { ALERTS } from './alerts-listed.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) => listPage(ALERTS, listAlerts(), args, asking))

/** Alerts of cars that moved when they should not, with their answers. Positions are shown on the page of each alert only. */
export default function AlertsScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  return (
    <ListScreen
      of={ALERTS}
      shown={loaderData}
      subtitle={t('page.alerts.subtitle')}
      back={{ to: '/admin/monitor', label: t('page.monitor.title') }}
    >
      <Links>
        <Link to="/admin/data/positions">{t('page.alerts.rules')}</Link>
        <Link to="/admin/monitor/zones">{t('page.zones.title')}</Link>
      </Links>
    </ListScreen>
  )
}
