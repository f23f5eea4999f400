import type { GoalDraft } from '#features/adjustments/goals/schema.ts'
import { useT } from '#web/i18n.tsx'
import { goalName, goalSentences } from '#web/parts/goal-words.ts'
import { Bullets, Words } from '#web/ui/layout.tsx'

/** A goal by its name, and in sentences. */
export function GoalRule({ goal }: { goal: GoalDraft }) {
  const t = useT()
  return (
    <>
      <Words>
        <b>{goalName(goal, t)}</b>
      </Words>
      <Bullets>
        {goalSentences(goal, t).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Bullets>
    </>
  )
}
