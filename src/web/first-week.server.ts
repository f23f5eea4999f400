import type { RouterContextProvider } from 'react-router'
import { hasPower } from '#domain/access.ts'
import { type Week, weekName } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { firstWeekLacks } from '#features/weeks/overview/queries.server.ts'
import { userContext } from './context.ts'

/**
 * The page to which an operator who has never settled a week goes on: who drives, then what was agreed with them, then
 * where they are paid. `null` once a week was settled, if nothing is missing, or without the power to say it; then it is
 * the page of the week.
 */
export async function firstWeekPage(
  week: Week,
  { now, tx }: Pick<Change, 'now'> & Partial<Pick<Change, 'tx'>>,
  context: Readonly<RouterContextProvider>,
): Promise<string | null> {
  const user = context.get(userContext)
  if (!user || !hasPower(user, 'money')) return null
  const lacks = await firstWeekLacks(now, tx)
  return lacks && PAGES[lacks](weekName(week))
}

const PAGES: Record<NonNullable<Awaited<ReturnType<typeof firstWeekLacks>>>, (name: string) => string> = {
  fleet: (name) => `/admin/data/newcomers?week=${name}`,
  terms: (name) => `/admin/weekly/${name}/terms/new`,
  ibans: (name) => `/admin/drivers/list?week=${name}`,
}
