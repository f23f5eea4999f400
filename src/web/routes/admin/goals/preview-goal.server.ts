import { simulateGoal } from '#features/adjustments/goals/queries.server.ts'
import { type GoalDraft, type GoalSimulation, goalDraft, goalOutline } from '#features/adjustments/goals/schema.ts'
import { errorsOf, valuesWithLists } from '#web/answer.server.ts'
import type { Reply } from '#web/reply.ts'

/** The goal about to be saved, what it would have cost, and what the form that saves it sends. */
export type PlannedGoal = {
  goal: GoalDraft
  simulation: GoalSimulation
  sent: [name: string, value: string][]
  back: string
}

/** `typed`: the goal in the form, if it is complete. */
export type GoalPreview = { reply: Reply; planned: PlannedGoal | null; typed: GoalDraft | null }

/** The preview for "see what it would have cost", from the address: the form again with its errors, or the figures. */
export async function previewGoal(request: Request, now: Temporal.Instant): Promise<GoalPreview | null> {
  const { searchParams } = new URL(request.url)
  if (!searchParams.has('criterion')) return null
  const isAgain = searchParams.has('again')
  searchParams.delete('again')
  const form = new FormData()
  for (const [name, value] of searchParams) form.append(name, value)
  const values = Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name).join('\n')]),
  )
  const reply: Reply = { values, fieldErrors: {}, refusal: null }
  const typed = goalOutline.parse(valuesWithLists(form))
  if (isAgain) return { reply, planned: null, typed }
  const read = goalDraft.safeParse(valuesWithLists(form))
  if (!read.success) return { reply: { ...reply, fieldErrors: errorsOf(read.error) }, planned: null, typed }
  const sent = [...searchParams]
  searchParams.set('again', '1')
  return {
    reply,
    typed,
    planned: { goal: read.data, simulation: await simulateGoal(read.data, now), sent, back: `?${searchParams}` },
  }
}
