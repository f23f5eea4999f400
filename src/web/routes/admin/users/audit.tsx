import { Coming } from '#web/parts/coming.tsx'

const LINKS = [{ to: '/admin/users', label: 'common.menu.admin.users.label' }] as const

export default function AuditScreen() {
  return <Coming page="audit" links={LINKS} />
}
