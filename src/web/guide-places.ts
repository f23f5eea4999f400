import type { Chapter } from '#features/search/guide/schema.ts'
import { withoutLanguage } from '#messages/language.ts'
import { placeAt } from './places.ts'

/**
 * The section of the guide for each page of the office, as `chapter#section`. The longest entry that begins the page's path under
 * `/admin` counts; `:` stands for a parameter.
 */
const SECTIONS: Readonly<Record<string, Chapter | `${Chapter}#${string}`>> = {
  '': 'monday#steps',
  start: 'start#company',
  search: 'monday#steps',
  profile: 'trouble#locked-out',
  support: 'trouble#driver',
  'second-person': 'payday#two-people',
  company: 'start#company',
  brand: 'start#company',
  offer: 'people#applications',
  vitals: 'running#health',
  system: 'running#backups',
  users: 'people#office',
  'users/audit': 'privacy#who-sees',
  'users/viewing': 'privacy#view-as',
  mail: 'trouble#no-mail',
  'mail/server': 'running#mail',
  drivers: 'people#new-driver',
  'drivers/together/terms': 'people#terms',
  'drivers/together/contract': 'papers#contract',
  'drivers/together/paper': 'papers#review',
  'drivers/together/invitation': 'people#access',
  'drivers/platform-acts': 'people#platforms',
  'drivers/leavers': 'leaving#final-account',
  'drivers/corrections': 'privacy#requests',
  'drivers/invitations': 'people#access',
  'drivers/list': 'start#ibans',
  'vehicles/list': 'start#cars',
  'drivers/:/terms': 'people#terms',
  'drivers/:/platforms': 'people#platforms',
  'drivers/:/iban': 'exceptions#iban',
  'drivers/:/cars': 'cars#hand-over',
  'drivers/:/adjustments': 'trouble#wrong-payment',
  'drivers/:/account': 'people#plans',
  'drivers/:/departure': 'leaving#record',
  'drivers/:/access': 'people#access',
  'drivers/:/contracts': 'papers#contract',
  'drivers/:/messages': 'trouble#no-mail',
  'drivers/:/papers': 'papers#review',
  'drivers/:/history': 'privacy#who-sees',
  'drivers/:/personal-data': 'privacy#requests',
  'drivers/:/times': 'people#times',
  privacy: 'privacy#kept',
  'privacy/requests': 'privacy#requests',
  'privacy/breaches': 'privacy#breach',
  'privacy/erasures': 'privacy#erase',
  recruitment: 'people#applications',
  vehicles: 'cars#new-car',
  'vehicles/calendar': 'cars#hand-over',
  'vehicles/week': 'cars#shifts',
  'vehicles/shifts': 'cars#shifts',
  'vehicles/fines': 'cars#fine',
  'vehicles/:/handover': 'cars#hand-over',
  'vehicles/:/drivers': 'cars#return',
  'vehicles/:/inspections': 'cars#hand-over',
  'vehicles/accidents': 'cars#damage',
  'vehicles/:/accidents': 'cars#damage',
  'vehicles/:/reports': 'cars#damage',
  'vehicles/:/damages': 'cars#damage',
  'vehicles/:/upkeep': 'cars#upkeep',
  'vehicles/:/odometer': 'cars#upkeep',
  'vehicles/:/sale': 'cars#upkeep',
  'vehicles/:/papers': 'papers#review',
  'vehicles/:/history': 'privacy#who-sees',
  documents: 'papers#review',
  'documents/deadlines': 'papers#deadlines',
  'documents/company': 'papers#company',
  'documents/kinds': 'papers#kinds',
  'documents/times': 'people#times',
  contracts: 'papers#contract',
  'contracts/:': 'papers#sign',
  'contracts/new': 'papers#contract',
  'contracts/templates': 'papers#contract',
  weekly: 'monday#cases',
  'weekly/forecast': 'payday#file',
  'weekly/disputes': 'exceptions#disputes',
  'weekly/receipts': 'month#receipts',
  'weekly/batches': 'payday#confirm',
  'weekly/:/approval': 'monday#approve',
  'weekly/:/batch': 'payday#file',
  'weekly/:/keys': 'exceptions#unmatched',
  'weekly/:/answers': 'exceptions#asking',
  'weekly/:/anomalies': 'exceptions#unusual',
  'weekly/:/passages': 'exceptions#twice',
  'weekly/:/rows': 'exceptions#twice',
  'weekly/:/holder': 'exceptions#no-driver',
  'weekly/:/receipts': 'month#receipts',
  'weekly/:/messages': 'monday#tell',
  'weekly/:/tolls': 'exceptions#no-driver',
  'weekly/:/terms': 'start#terms',
  'weekly/:/adjustments': 'trouble#wrong-payment',
  'weekly/:/full-numbers': 'privacy#who-sees',
  'weekly/:/:': 'monday#approve',
  'weekly/:/:/iban': 'exceptions#iban',
  'weekly/:/:/terms': 'exceptions#no-terms',
  'weekly/:/:/payment': 'payday#other-ways',
  commissions: 'people#terms',
  financing: 'people#plans',
  goals: 'people#terms',
  'financial-settings': 'payday#left-out',
  kpis: 'exceptions#unusual',
  reports: 'month#tables',
  monitor: 'privacy#tracking',
  data: 'monday#drop',
  'data/integrations': 'monday#files',
  'data/connections': 'monday#automatic',
  'data/deliveries': 'monday#automatic',
  'data/monday': 'monday#automatic',
  'data/positions': 'privacy#tracking',
  'data/profiles': 'trouble#refused-file',
  'data/refused': 'trouble#refused-file',
  'data/imports': 'trouble#wrong-import',
  'data/keys': 'exceptions#unmatched',
  'data/newcomers': 'start#fleet',
  'data/recognised': 'exceptions#unmatched',
  bank: 'payday#statement',
  'bank/accounts': 'month#bank',
  'bank/imports': 'payday#wrong-file',
  'bank/rules': 'month#bank',
  account: 'month#tables',
  accounting: 'month#tables',
  'accounting/codes': 'month#folder',
  'accounting/duties': 'month#duties',
  'accounting/laws': 'month#duties',
  'accounting/signature': 'month#invoices',
  'accounting/:/invoices': 'month#invoices',
}

const PARTS = Object.entries(SECTIONS)
  .map(([under, section]) => ({ parts: under === '' ? [] : under.split('/'), section }))
  // The longest path first; of two as long, the one with fewer parameters.
  .toSorted(
    (one, other) => other.parts.length - one.parts.length || countParameters(one.parts) - countParameters(other.parts),
  )

function countParameters(parts: readonly string[]): number {
  return parts.filter((part) => part === ':').length
}

/** The chapter and the section of the guide about a page of the office; `null` elsewhere, and over a page that has its own. */
export function sectionAt(address: string): { chapter: Chapter; section: string } | null {
  const place = placeAt(address)
  if (!place || place.record !== undefined) return null
  return sectionOf(withoutLanguage(address).replace(/^\/admin\/?/, ''))
}

/** The section for a path under `/admin`; the overview's own if no other entry fits. */
export function sectionOf(path: string): { chapter: Chapter; section: string } {
  const segments = path.split('/').filter(Boolean)
  const found = PARTS.find(({ parts }) =>
    parts.every((part, at) => (part === ':' ? segments[at] : part === segments[at])),
  )
  const [chapter = 'monday', section = 'steps'] = (found?.section ?? SECTIONS[''] ?? '').split('#')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has nothing else before its mark
  return { chapter: chapter as Chapter, section }
}

/** All path beginnings of the table, for the tests. */
export const SECTION_PATHS: readonly string[] = Object.keys(SECTIONS)
