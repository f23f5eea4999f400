import { showCars } from '#features/weeks/cars/queries.server.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/cars-file.ts'
import { CAR_FIGURES } from './cars-list.tsx'
import { periodFromAddress } from './long-periods.tsx'

/** The cars that the page shows, with the parts of their income and costs, as a file. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { now, t }) => {
  const period = periodFromAddress(new URL(request.url))
  const { cars } = await readFileFromStandby(context, (on) => showCars(period, now, { on }))
  return listFile(CAR_FIGURES, cars, request, t)
})
