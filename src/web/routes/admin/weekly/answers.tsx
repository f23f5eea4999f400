import { readWeek, weekName } from '#domain/week.ts'
import { takeBack } from '#features/weeks/answers/commands.server.ts'
import { takeBackInput } from '#features/weeks/answers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { readWayBack, withAnswer } from '#web/parts/way-back.ts'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/answers.ts'
import { RefusedAnswer } from './refused-answer.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  return { week, name: weekName(week) }
})

export const action = saves(
  'answer.take-back',
  takeBackInput,
  async (change, { answer }, { request, params }: Route.ActionArgs) => {
    const week = readWeek(params.week)
    await takeBack(change, answer)
    const back = readWayBack(request, `/admin/weekly/${weekName(week)}`)
    return withAnswer(back, 'taken-back')
  },
)

/** Shown only when an answer was refused: the question has been answered or is gone by now. */
export default function AnswersScreen({ loaderData, actionData }: Route.ComponentProps) {
  return <RefusedAnswer {...loaderData} title={useT()('page.exceptions.answers.page')} reply={actionData} />
}
