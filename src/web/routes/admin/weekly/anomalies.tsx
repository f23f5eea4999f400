import { readWeek, weekName } from '#domain/week.ts'
import { answerAnomaly } from '#features/weeks/radar/commands.server.ts'
import { anomalyAnswerInput } from '#features/weeks/radar/schema.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/anomalies.ts'
import { RefusedAnswer } from './refused-answer.tsx'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const week = readWeek(params.week)
    return { week, name: weekName(week) }
  })

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'anomaly.answer', anomalyAnswerInput, async ({ anomaly, answer }, deed) => {
    const week = readWeek(params.week)
    await answerAnomaly(deed, week, anomaly, answer)
    return sameLanguage(request, `/admin/weekly/${weekName(week)}?done=said`)
  })

/** Seen only when the answer was refused: what was asked is answered or gone by now. */
export default function AnomaliesScreen({ loaderData, actionData }: Route.ComponentProps) {
  return <RefusedAnswer {...loaderData} title={useT()('page.week.drivers.view.unusual')} reply={actionData} />
}
