import { redirect } from 'react-router'
import { weekAt, weekName } from '#domain/week.ts'
import { sameLanguage } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/this-week.ts'

/** The plan of the running week. */
export const loader = shows(async ({ request, url }: Route.LoaderArgs, { now }) => {
  throw redirect(sameLanguage(request, `/admin/vehicles/week/${weekName(weekAt(now))}${url.search}`))
})

export default function ThisWeekScreen() {
  return null
}
