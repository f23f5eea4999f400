import { Coming } from '#web/parts/coming.tsx'

const LINKS = [{ to: '/contact', label: 'common.nav.contact' }] as const

export default function OwnTrackingScreen() {
  return <Coming page="ownTracking" links={LINKS} />
}
