import { Coming } from '#web/parts/coming.tsx'

const LINKS = [{ to: '/admin/weekly', label: 'common.menu.admin.payments.label' }] as const

export default function GoalsScreen() {
  return <Coming page="goals" links={LINKS} />
}
