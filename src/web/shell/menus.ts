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
  /** Current on this very path only, not on paths under it. */
  exact?: true
  /** The path on which the entry is current, if it differs from its link. */
  currentAt?: string
  /**
   * The screen width from which the entry stands in the header. On narrower screens, or without a width, an entry of the office stands
   * under "Mais".
   */
  bar?: Bar
}

/** Screen widths in pixels at which the header has room for more entries. */
export type Bar = 1024 | 1280 | 1600

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
    items: [admin('overview', '/admin', 'home', { exact: true, bar: 1024 })],
  },
  {
    id: 'operations',
    label: 'common.menu.admin.groups.operations',
    items: [
      admin('drivers', '/admin/drivers', 'people', { bar: 1024 }),
      admin('vehicles', '/admin/vehicles', 'car', { bar: 1024 }),
      admin('contracts', '/admin/contracts', 'document', { bar: 1280 }),
      admin('documents', '/admin/documents', 'document', { bar: 1600 }),
      admin('recruitment', '/admin/recruitment', 'people'),
      admin('fines', '/admin/vehicles/fines', 'car'),
    ],
  },
  {
    id: 'financial',
    label: 'common.menu.admin.groups.financial',
    items: [
      admin('payments', '/admin/weekly', 'receipt', { bar: 1024 }),
      admin('bank', '/admin/bank', 'coins', { bar: 1280 }),
      admin('receipts', '/admin/weekly/receipts', 'receipt'),
      admin('commissions', '/admin/commissions', 'percent', { bar: 1280 }),
      admin('financing', '/admin/financing', 'coins', { bar: 1280 }),
      admin('goals', '/admin/goals', 'flag'),
      admin('accounting', '/admin/accounting', 'document'),
      admin('financialSettings', '/admin/financial-settings', 'sliders'),
    ],
  },
  {
    id: 'monitoring',
    label: 'common.menu.admin.groups.monitoring',
    items: [
      admin('performance', '/admin/kpis', 'chart'),
      admin('reports', '/admin/reports', 'document'),
      admin('tracking', '/admin/monitor', 'pin'),
    ],
  },
  {
    id: 'settings',
    label: 'common.menu.admin.groups.settings',
    items: [
      // The specification gives two entries one address; only one of them is current on a page.
      admin('integrations', '/admin/data', 'plug', { currentAt: '/admin/data/integrations' }),
      admin('data', '/admin/data', 'upload'),
      admin('users', '/admin/users', 'key'),
      admin('mail', '/admin/mail', 'mail'),
      admin('secondPerson', '/admin/second-person', 'people'),
      admin('privacy', '/admin/privacy', 'document'),
      admin('company', '/admin/company', 'building'),
      admin('brand', '/admin/brand', 'tag'),
      admin('system', '/admin/system', 'download'),
      admin('support', '/admin/support', 'help'),
    ],
  },
]

export const DRIVER_MENU: readonly MenuItem[] = [
  driver('dashboard', '/dashboard', 'home', { exact: true, bar: 1024 }),
  driver('data', '/dashboard/data', 'person', { bar: 1024 }),
  driver('payslips', '/dashboard/payslips', 'receipt', { bar: 1024 }),
  driver('contracts', '/dashboard/contracts', 'document', { bar: 1024 }),
  driver('documents', '/dashboard/documents', 'document', { bar: 1024 }),
  driver('financing', '/dashboard/financing', 'coins', { bar: 1024 }),
  driver('commissions', '/dashboard/commissions', 'percent'),
  driver('recruitment', '/dashboard/recruitment', 'people'),
  driver('performance', '/dashboard/performance', 'chart'),
  driver('goals', '/dashboard/goals', 'flag', { bar: 1024 }),
  driver('tracking', '/dashboard/tracking', 'pin'),
  driver('profile', '/dashboard/profile', 'key'),
  driver('help', '/dashboard/help', 'help', { bar: 1024 }),
]

/** The four entries within reach of the thumb on a driver's phone: those read each week, and the papers without which nobody may drive. */
export const DRIVER_BAR: readonly MenuItem[] = DRIVER_MENU.filter(({ id }) =>
  ['dashboard', 'payslips', 'financing', 'documents'].includes(id),
)

/** The entries of the account menu, by role; an administrator who also drives finds the driver area at the end. */
export function menuOf(user: User): readonly MenuGroup[] {
  if (user.role === 'driver') return [{ id: 'driver', label: 'common.nav.driver', items: DRIVER_MENU }]
  if (user.driverId === null) return ADMIN_MENU
  const driverArea = admin('own', '/dashboard', 'wheel', { exact: true })
  return [...ADMIN_MENU, { id: 'own', label: 'common.menu.admin.groups.own', items: [driverArea] }]
}

/**
 * The entry a page belongs to: an entry covers its path and the paths under it, an exact one only its own path (spec 2). If one
 * entry lies under another (fines under vehicles), the nearer one counts: a page has one current entry.
 */
export function currentOf(items: readonly MenuItem[], pathname: string): MenuItem | null {
  const path = withoutLanguage(pathname)
  const begin = ({ href, currentAt = href }: MenuItem) => currentAt
  const fitting = items.filter((item) => (item.exact ? path === item.href : path.startsWith(begin(item))))
  return fitting.toSorted((a, b) => begin(b).length - begin(a).length)[0] ?? null
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
  | 'recruitment'
  | 'fines'
  | 'receipts'
  | 'accounting'
type AdminSetting =
  | 'bank'
  | 'financialSettings'
  | 'performance'
  | 'reports'
  | 'tracking'
  | 'integrations'
  | 'data'
  | 'users'
  | 'mail'
  | 'secondPerson'
  | 'privacy'
  | 'company'
  | 'brand'
  | 'system'
  | 'support'
  | 'own'
type DriverEntry = 'dashboard' | 'data' | 'payslips' | 'contracts' | 'financing' | 'commissions' | 'recruitment'
type DriverOther = 'documents' | 'performance' | 'goals' | 'tracking' | 'profile' | 'help'
type Place = Pick<MenuItem, 'exact' | 'bar' | 'currentAt'>

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
