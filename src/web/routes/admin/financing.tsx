import { Coming } from '#web/parts/coming.tsx'

const LINKS = [
  { to: '/admin/drivers', label: 'common.menu.admin.drivers.label' },
  { to: '/admin/weekly', label: 'common.menu.admin.payments.label' },
] as const

export default function FinancingScreen() {
  return <Coming page="financing" links={LINKS} />
}
