import { Coming } from '#web/parts/coming.tsx'

const LINKS = [
  { to: '/admin/weekly', label: 'common.menu.admin.payments.label' },
  { to: '/admin/data', label: 'common.menu.admin.data.label' },
  { to: '/admin/drivers', label: 'common.menu.admin.drivers.label' },
  { to: '/admin/vehicles', label: 'common.menu.admin.vehicles.label' },
] as const

export default function OverviewScreen() {
  return <Coming page="overview" links={LINKS} />
}
