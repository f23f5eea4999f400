import { Coming } from '#web/parts/coming.tsx'

const LINKS = [{ to: '/admin/drivers', label: 'common.menu.admin.drivers.label' }] as const

export default function UsersScreen() {
  return <Coming page="users" links={LINKS} />
}
