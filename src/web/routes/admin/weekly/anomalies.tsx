import { readWeek, weekName } from '#domain/week.ts'
import { answerAnomaly } from '#features/weeks/radar/commands.server.ts'
import { anomalyAnswerInput } from '#features/weeks/radar/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/anomalies.ts'
import { RefusedAnswer } from './refused-answer.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  return { week, name: weekName(week) }
})

export const action = saves(
  'anomaly.answer',
  anomalyAnswerInput,
  async (change, { anomaly, answer }, { params }: Route.ActionArgs) => {
    const week = readWeek(params.week)
    await answerAnomaly(change, week, anomaly, answer)
    return `/admin/weekly/${weekName(week)}?done=said`
  },
)

/** Shown only when an answer was refused: the question has been answered or is gone by now. */
export default function AnomaliesScreen({ loaderData, actionData }: Route.ComponentProps) {
  return <RefusedAnswer {...loaderData} title={useT()('page.week.drivers.view.unusual')} reply={actionData} />
}
