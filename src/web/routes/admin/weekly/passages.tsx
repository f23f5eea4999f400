import { readWeek, weekName } from '#domain/week.ts'
import { answerPassage } from '#features/weeks/answers/commands.server.ts'
import { passageInput } from '#features/weeks/answers/schema.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/passages.ts'
import { RefusedAnswer } from './refused-answer.tsx'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const week = readWeek(params.week)
    return { week, name: weekName(week) }
  })

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'passage.answer', passageInput, async ({ kept, other, same }, deed) => {
    const week = readWeek(params.week)
    await answerPassage(deed, week, { kept, other, isSame: same === 'yes' })
    return sameLanguage(request, `/admin/weekly/${weekName(week)}?done=said`)
  })

/** Seen only when the answer was refused: what was asked is answered or gone by now. */
export default function PassagesScreen({ loaderData, actionData }: Route.ComponentProps) {
  return <RefusedAnswer {...loaderData} title={useT()('page.exceptions.twin.page')} reply={actionData} />
}
