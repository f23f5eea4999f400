import { readMonth } from '#domain/month.ts'
import { drawCover } from '#features/accounting/month-covers/queries.server.ts'
import { sumMonth } from '#features/accounting/queries.server.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/month-cover.ts'

/** The first sheet of the month's folder. */
export const loader = paper(async ({ params, context }: Route.LoaderArgs, { t, now }) => {
  const month = readMonth(params.month)
  const drawn = await readFileFromStandby(context, async (on) =>
    drawCover(await sumMonth(month, on), now, t.language, on),
  )
  return { ...drawn, mediaType: 'application/pdf' }
})
