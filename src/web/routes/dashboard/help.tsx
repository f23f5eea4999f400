import { Coming } from '#web/parts/coming.tsx'

const LINKS = [
  { to: '/dashboard/payslips', label: 'common.menu.driver.payslips' },
  { to: '/contact', label: 'common.nav.contact' },
] as const

export default function HelpScreen() {
  return <Coming page="help" links={LINKS} />
}
