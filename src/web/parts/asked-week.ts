import type { Week } from '#domain/week.ts'
import { readDropWeek } from '#features/drops/schema.ts'

/** The week the office works on, when it came from there (`?week=2026-W23`): that page is the way back. Refuses `week.unreadable`. */
export function askedWeek(request: Request): Week | null {
  return readDropWeek(new URL(request.url).searchParams.get('week'))
}
