import { readMonth } from '#domain/month.ts'
import { drawCover } from '#features/accounting/month-covers/queries.server.ts'
import { getMonth } from '#features/accounting/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/month-cover.ts'

/** The first sheet of the month's folder. */
export const loader = paper(async ({ params }: Route.LoaderArgs, { t, now }) => ({
  ...(await drawCover(await getMonth(readMonth(params.month)), now, t.language)),
  mediaType: 'application/pdf',
}))
