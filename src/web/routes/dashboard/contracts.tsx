import { Coming } from '#web/parts/coming.tsx'

const LINKS = [{ to: '/contact', label: 'common.nav.contact' }] as const

export default function OwnContractsScreen() {
  return <Coming page="ownContracts" links={LINKS} />
}
