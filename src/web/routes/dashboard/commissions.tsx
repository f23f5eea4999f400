import { Coming } from '#web/parts/coming.tsx'

const LINKS = [{ to: '/dashboard/payslips', label: 'common.menu.driver.payslips' }] as const

export default function OwnCommissionsScreen() {
  return <Coming page="ownCommissions" links={LINKS} />
}
