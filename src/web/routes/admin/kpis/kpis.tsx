import { Coming } from '#web/parts/coming.tsx'

const LINKS = [{ to: '/admin/weekly', label: 'common.menu.admin.payments.label' }] as const

export default function KpisScreen() {
  return <Coming page="kpis" links={LINKS} />
}
