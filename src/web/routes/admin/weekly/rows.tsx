import { readWeek, weekName } from '#domain/week.ts'
import { answerCompany, answerPrintedTwice, leaveToCompany } from '#features/weeks/answers/commands.server.ts'
import { rowsInput } from '#features/weeks/answers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/rows.ts'
import { RefusedAnswer } from './refused-answer.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  return { week, name: weekName(week) }
})

/** Answers a question about several rows at once: lines printed twice, or rows of a car that nobody had or that stood in a workshop. */
export const action = saves('row.answer', rowsInput, async (change, input, { params }: Route.ActionArgs) => {
  const week = readWeek(params.week)
  if (input.about === 'nobody') await answerCompany(change, input.row)
  else if (input.about === 'workshop') await leaveToCompany(change, week, input.rows)
  else await answerPrintedTwice(change, week, { importId: input.file, count: input.count, says: input.says })
  return `/admin/weekly/${weekName(week)}?done=${input.about === 'printed-twice' ? 'said' : 'company'}`
})

/** Shown only when the answer was refused: the question has been answered or is gone by now. */
export default function RowsScreen({ loaderData, actionData }: Route.ComponentProps) {
  return <RefusedAnswer {...loaderData} title={useT()('page.exceptions.row.pages')} reply={actionData} />
}
