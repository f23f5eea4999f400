import { readWeek } from '#domain/week.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/week-file.ts'
import { PLANNED } from './planned-list.ts'
import { readWeekPlan } from './week-plan.server.ts'

/** The plan of a week, one line for each shift, as a file. */
export const loader = paper(async ({ request, params }: Route.LoaderArgs, { now, t }) => {
  const { cars } = await readWeekPlan(readWeek(params.week), now)
  const rows = cars.flatMap(({ days }) => days.flatMap(({ shifts }) => shifts))
  return listFile(PLANNED, rows, request, t)
})
