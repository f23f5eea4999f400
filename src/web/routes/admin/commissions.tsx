import { Coming } from '#web/parts/coming.tsx'

const LINKS = [
  { to: '/admin/weekly', label: 'common.menu.admin.payments.label' },
  { to: '/admin/drivers', label: 'common.menu.admin.drivers.label' },
] as const

export default function CommissionsScreen() {
  return <Coming page="commissions" links={LINKS} />
}
