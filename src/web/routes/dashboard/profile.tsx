import { Coming } from '#web/parts/coming.tsx'

const LINKS = [{ to: '/contact', label: 'common.nav.contact' }] as const

export default function ProfileScreen() {
  return <Coming page="profile" links={LINKS} />
}
