import { Coming } from '#web/parts/coming.tsx'

const LINKS = [{ to: '/admin/company', label: 'common.menu.admin.company.label' }] as const

export default function BrandScreen() {
  return <Coming page="brand" links={LINKS} />
}
