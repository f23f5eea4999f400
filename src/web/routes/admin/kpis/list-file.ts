import { showPerformance } from '#features/weeks/performance/queries.server.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/list-file.ts'
import { askedPeriod, chosenFigure, performanceList } from './performance-list.tsx'

/** The figures that the page shows, as a file. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { now, t }) => {
  const url = new URL(request.url)
  const chosen = chosenFigure(url)
  const { rows } = await readFileFromStandby(context, (on) => showPerformance(askedPeriod(url), now, chosen, on))
  return listFile(performanceList(chosen), rows, request, t)
})
