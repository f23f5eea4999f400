import { Coming } from '#web/parts/coming.tsx'

const LINKS = [{ to: '/admin/vehicles', label: 'common.menu.admin.vehicles.label' }] as const

export default function MonitorScreen() {
  return <Coming page="monitor" links={LINKS} />
}
