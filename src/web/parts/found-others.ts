import { showFineNumber } from '#domain/fine.ts'
import { showPlate } from '#domain/identifiers.ts'
import type { FoundOther, Noun } from '#features/search/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatWeekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import type { IconName } from '#web/ui/icon.tsx'
import { mailName } from './mail-name.ts'

type NounLinks = {
  icon: IconName
  /** The page of the thing found. */
  to: (found: FoundOther) => string
  /** The office's list of such things, which is searched with `q`. */
  list?: string
  kind?: (kind: string, t: Translator) => string | null
  name?: (name: string) => string
}

const isPlate = { name: showPlate, icon: 'car' } as const

/** How each kind of result is shown, and its link. */
const SHOWN: Readonly<Record<Noun, NounLinks>> = {
  statement: { icon: 'receipt', to: ({ id, under }) => `/admin/weekly/${id}/${under}` },
  dispute: { icon: 'receipt', to: ({ id }) => `/admin/weekly/disputes/${id}`, list: '/admin/weekly/disputes' },
  receipt: { icon: 'receipt', to: ({ id }) => `/admin/weekly/receipts/${id}` },
  adjustment: { icon: 'coins', to: ({ id }) => `/admin/drivers/${id}/adjustments` },
  plan: {
    icon: 'coins',
    to: ({ id }) => `/admin/financing/${id}`,
    list: '/admin/financing',
    kind: (kind, t) => t.find(`page.plans.kinds.${kind}`),
  },
  contract: {
    icon: 'document',
    to: ({ id }) => `/admin/contracts/${id}`,
    list: '/admin/contracts',
    kind: (kind, t) => t.find(`page.contracts.kinds.${kind}`),
  },
  paper: {
    icon: 'document',
    to: ({ id, under }) => (under === null ? '/admin/documents/company' : `/admin/${under}/${id}/papers`),
    list: '/admin/documents/deadlines',
  },
  correction: {
    icon: 'person',
    to: ({ id }) => `/admin/drivers/corrections/${id}`,
    list: '/admin/drivers/corrections',
    kind: (kind, t) => t.find(`page.corrections.fields.${kind}`),
  },
  departure: { icon: 'exit', to: ({ id }) => `/admin/drivers/${id}/departure`, list: '/admin/drivers/leavers' },
  candidate: { icon: 'person', to: ({ id }) => `/admin/recruitment/${id}`, list: '/admin/recruitment/list' },
  task: { icon: 'check', to: ({ id }) => `/admin/recruitment/${id}`, list: '/admin/recruitment/tasks' },
  fine: {
    icon: 'warning',
    to: ({ id }) => `/admin/vehicles/fines/${id}`,
    list: '/admin/vehicles/fines',
    name: showFineNumber,
  },
  accident: {
    ...isPlate,
    to: ({ id, under }) => `/admin/vehicles/${id}/accidents/${under}`,
    list: '/admin/vehicles/accidents',
  },
  damage: { ...isPlate, to: ({ id, under }) => `/admin/vehicles/${id}/damages/${under}` },
  job: { ...isPlate, to: ({ id }) => `/admin/vehicles/${id}/upkeep` },
  goal: { icon: 'flag', to: ({ id }) => `/admin/goals/${id}`, list: '/admin/goals' },
  movement: { icon: 'coins', to: ({ id }) => `/admin/bank/${id}`, list: '/admin/bank' },
  message: {
    icon: 'mail',
    to: ({ id }) => `/admin/mail/${id}`,
    list: '/admin/mail',
    kind: (kind, t) => mailName(t, kind),
  },
  account: { icon: 'key', to: ({ id }) => `/admin/users/${id}`, list: '/admin/users' },
}

/** The list of this kind with the same search; `null` if it has none. */
export function listOf(noun: Noun, text: string): string | null {
  const { list } = SHOWN[noun]
  return list ? `${list}?${new URLSearchParams({ q: text })}` : null
}

export type ShownOther = { to: string; icon: IconName; name: string; facts: readonly string[] }

/** A search result: its name, then the facts that distinguish it from others of its kind. */
export function shownOther(found: FoundOther, t: Translator): ShownOther {
  const { icon, to, kind, name } = SHOWN[found.noun]
  const recordName = found.name === null ? t('page.search.company') : found.name
  const detail = found.noun === 'paper' && t.language === 'en' ? found.kind : found.detail
  return {
    to: to(found),
    icon,
    name:
      found.noun === 'paper' && found.under === 'vehicles' ? showPlate(recordName) : (name?.(recordName) ?? recordName),
    facts: [
      kind && found.kind !== null ? kind(found.kind, t) : null,
      detail,
      dayOf(found, t),
      found.amount === null ? null : formatMoney(found.amount, t.language),
    ].filter((fact): fact is string => Boolean(fact)),
  }
}

const BY_WEEK: ReadonlySet<Noun> = new Set(['statement', 'adjustment'])

function dayOf({ noun, on }: FoundOther, t: Translator): string | null {
  if (on === null) return null
  return BY_WEEK.has(noun) ? formatWeekNumber(on, t.language) : formatDayShort(on, t.language)
}
