import type { User } from '#domain/access.ts'
import type { MessageKey } from '#messages/catalogue.ts'
import { withoutLanguage } from '#messages/language.ts'
import type { IconName } from '#web/ui/icon.tsx'

export type MenuItem = {
  id: string
  label: MessageKey
  description: MessageKey | null
  href: string
  icon: IconName
  /** Active on this very path only, not on what lies under it. */
  exact?: true
  /** Has a place in the header of wide screens; the account menu holds every entry. */
  main?: true
}

export type MenuGroup = { id: string; label: MessageKey; items: readonly MenuItem[] }

export const PUBLIC_MENU: readonly MenuItem[] = [
  { id: 'home', label: 'common.nav.home', description: null, href: '/', icon: 'home', exact: true },
  { id: 'drivers', label: 'common.nav.drivers', description: null, href: '/drivers', icon: 'wheel' },
  { id: 'about', label: 'common.nav.about', description: null, href: '/about', icon: 'info' },
  { id: 'contact', label: 'common.nav.contact', description: null, href: '/contact', icon: 'phone' },
]

export const ADMIN_MENU: readonly MenuGroup[] = [
  {
    id: 'overview',
    label: 'common.menu.admin.groups.overview',
    items: [admin('overview', '/admin', 'home', { exact: true, main: true })],
  },
  {
    id: 'operations',
    label: 'common.menu.admin.groups.operations',
    items: [
      admin('drivers', '/admin/drivers', 'people', { main: true }),
      admin('vehicles', '/admin/vehicles', 'car', { main: true }),
      admin('contracts', '/admin/contracts', 'document', { main: true }),
      admin('documents', '/admin/documents', 'document'),
    ],
  },
  {
    id: 'financial',
    label: 'common.menu.admin.groups.financial',
    items: [
      admin('payments', '/admin/weekly', 'receipt', { main: true }),
      admin('bank', '/admin/bank', 'coins'),
      admin('commissions', '/admin/commissions', 'percent', { main: true }),
      admin('financing', '/admin/financing', 'coins', { main: true }),
      admin('goals', '/admin/goals', 'flag', { main: true }),
      admin('financialSettings', '/admin/financial-settings', 'sliders', { main: true }),
    ],
  },
  {
    id: 'monitoring',
    label: 'common.menu.admin.groups.monitoring',
    items: [admin('performance', '/admin/kpis', 'chart'), admin('tracking', '/admin/monitor', 'pin')],
  },
  {
    id: 'settings',
    label: 'common.menu.admin.groups.settings',
    items: [
      admin('integrations', '/admin/data', 'plug'),
      admin('data', '/admin/data', 'upload'),
      admin('users', '/admin/users', 'key'),
      admin('mail', '/admin/mail', 'mail'),
      admin('secondPerson', '/admin/second-person', 'people'),
      admin('company', '/admin/company', 'building'),
      admin('brand', '/admin/brand', 'tag'),
      admin('system', '/admin/system', 'download'),
    ],
  },
]

export const DRIVER_MENU: readonly MenuItem[] = [
  driver('dashboard', '/dashboard', 'home', { exact: true, main: true }),
  driver('data', '/dashboard/data', 'person', { main: true }),
  driver('payslips', '/dashboard/payslips', 'receipt', { main: true }),
  driver('contracts', '/dashboard/contracts', 'document', { main: true }),
  driver('documents', '/dashboard/documents', 'document', { main: true }),
  driver('financing', '/dashboard/financing', 'coins', { main: true }),
  driver('commissions', '/dashboard/commissions', 'percent'),
  driver('recruitment', '/dashboard/recruitment', 'people'),
  driver('performance', '/dashboard/performance', 'chart'),
  driver('goals', '/dashboard/goals', 'flag', { main: true }),
  driver('tracking', '/dashboard/tracking', 'pin'),
  driver('profile', '/dashboard/profile', 'key'),
  driver('help', '/dashboard/help', 'help', { main: true }),
]

/** The four places a thumb reaches on a driver's phone: what is looked at each week, and what keeps somebody from driving. */
export const DRIVER_BAR: readonly MenuItem[] = DRIVER_MENU.filter(({ id }) =>
  ['dashboard', 'payslips', 'financing', 'documents'].includes(id),
)

/** The entries of the account menu, by role; an administrator who also drives finds the driver area at the end. */
export function menuOf(user: User): readonly MenuGroup[] {
  if (user.role === 'driver') return [{ id: 'driver', label: 'common.nav.driver', items: DRIVER_MENU }]
  if (user.driverId === null) return ADMIN_MENU
  const own = admin('own', '/dashboard', 'wheel', { exact: true })
  return [...ADMIN_MENU, { id: 'own', label: 'common.menu.admin.groups.own', items: [own] }]
}

/** An entry is active on its path and on what begins with it; an exact one on its path alone (spec 2). */
export function isActive({ href, exact }: MenuItem, pathname: string): boolean {
  const path = withoutLanguage(pathname)
  return exact ? path === href : path.startsWith(href)
}

type AdminEntry =
  | 'overview'
  | 'documents'
  | 'drivers'
  | 'vehicles'
  | 'contracts'
  | 'payments'
  | 'commissions'
  | 'financing'
  | 'goals'
type AdminSetting =
  | 'bank'
  | 'financialSettings'
  | 'performance'
  | 'tracking'
  | 'integrations'
  | 'data'
  | 'users'
  | 'mail'
  | 'secondPerson'
  | 'company'
  | 'brand'
  | 'system'
  | 'own'
type DriverEntry = 'dashboard' | 'data' | 'payslips' | 'contracts' | 'financing' | 'commissions' | 'recruitment'
type DriverOther = 'documents' | 'performance' | 'goals' | 'tracking' | 'profile' | 'help'
type Place = Pick<MenuItem, 'exact' | 'main'>

function admin(id: AdminEntry | AdminSetting, href: string, icon: IconName, place: Place = {}): MenuItem {
  return {
    id,
    label: `common.menu.admin.${id}.label`,
    description: `common.menu.admin.${id}.description`,
    href,
    icon,
    ...place,
  }
}

function driver(id: DriverEntry | DriverOther, href: string, icon: IconName, place: Place = {}): MenuItem {
  return { id, label: `common.menu.driver.${id}`, description: null, href, icon, ...place }
}
