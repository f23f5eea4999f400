import { type Week, weekName } from '#domain/week.ts'
import { readDropWeek } from '#features/imports/drops/schema.ts'
import { askedContract, contractPlace } from './asked-contract.ts'

/** The week (`?week=2026-W23`) from which the office came to this page, which is then the way back. Refuses `week.unreadable`. */
export function askedWeek(request: Request): Week | null {
  return readDropWeek(new URL(request.url).searchParams.get('week'))
}

/**
 * The page to which a form returns, if several pages lead to it: the week, the first steps (`?start`), the invitations
 * (`?invitations`), or the contract that lacked something (`?contract=`). `null` if none of them did.
 */
export function wayBack(request: Request): string | null {
  const week = askedWeek(request)
  if (week) return `/admin/weekly/${weekName(week)}`
  const { searchParams: query } = new URL(request.url)
  if (query.has('start')) return '/admin/start'
  if (query.has('invitations')) return '/admin/drivers/invitations'
  const contract = askedContract(query)
  return contract === null ? null : contractPlace(contract)
}
