import { Coming } from '#web/parts/coming.tsx'

const LINKS = [
  { to: '/admin/drivers', label: 'common.menu.admin.drivers.label' },
  { to: '/admin/company', label: 'common.menu.admin.company.label' },
] as const

export default function FinancialSettingsScreen() {
  return <Coming page="financialSettings" links={LINKS} />
}
