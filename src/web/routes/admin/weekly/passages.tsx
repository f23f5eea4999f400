import { readWeek, weekName } from '#domain/week.ts'
import { answerPassage } from '#features/weeks/answers/commands.server.ts'
import { passageInput } from '#features/weeks/answers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/passages.ts'
import { RefusedAnswer } from './refused-answer.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  return { week, name: weekName(week) }
})

export const action = saves(
  'passage.answer',
  passageInput,
  async (change, { kept, other, same }, { params }: Route.ActionArgs) => {
    const week = readWeek(params.week)
    await answerPassage(change, week, { kept, other, isSame: same === 'yes' })
    return `/admin/weekly/${weekName(week)}?done=said`
  },
)

/** Shown only when an answer was refused: the question has been answered or is gone by now. */
export default function PassagesScreen({ loaderData, actionData }: Route.ComponentProps) {
  return <RefusedAnswer {...loaderData} title={useT()('page.exceptions.twin.page')} reply={actionData} />
}
