import { type Week, weekName } from '#domain/week.ts'
import { readDropWeek } from '#features/imports/drops/schema.ts'
import { askedContract, contractPlace } from './asked-contract.ts'

/** The week the office works on, when it came from there (`?week=2026-W23`): that page is the way back. Refuses `week.unreadable`. */
export function askedWeek(request: Request): Week | null {
  return readDropWeek(new URL(request.url).searchParams.get('week'))
}

/**
 * Where a form leads back to that more than one page leads to: the week, the steps of the beginning (`?start`), the
 * invitations (`?invitations`), the contract that lacked something (`?contract=`), or none of them.
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
