import { periodOf } from '#domain/goal.ts'
import type { DriverName } from '#domain/driver.ts'
import { weekAt, nextWeek } from '#domain/week.ts'
import { changeGoal } from '#features/adjustments/goals/commands.server.ts'
import { getGoal } from '#features/adjustments/goals/queries.server.ts'
import {
  type GoalDraft,
  type GoalVersion,
  LEVEL_FIELDS,
  REGIMES,
  goalInput,
  goalOutline,
} from '#features/adjustments/goals/schema.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { listOwners } from '#features/weeks/unmatched/queries.server.ts'
import { formatAmount } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, seesFirst, shows } from '#web/screen.server.ts'
import type { Reply } from '#web/reply.ts'
import { Stack } from '#web/ui/card.tsx'
import { Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/change.ts'
import { GoalForm } from './goal-form.tsx'
import { previewGoal } from './preview-goal.server.ts'
import { SaveGoal } from './save-goal.tsx'

export const loader = shows(async ({ request, params }: Route.LoaderArgs, { now, t }) => {
  const goal = await getGoal(params.id)
  const week = weekAt(now)
  const first = goal.from > week ? goal.from : nextWeek(periodOf(goal.period, week).last)
  const preview = await previewGoal(request, now)
  return {
    id: goal.id,
    first,
    drivers: await listChoices(goal),
    preview,
    seen: preview ? preview.typed : { ...goal, from: first },
    written: writtenAs(goal, first, t.language),
  }
})

const save = saves('goal.change', goalInput, async (change, input, { params }: Route.ActionArgs) => {
  const id = await changeGoal(change, params.id, input)
  return `/admin/goals/${id}?done=changed`
})

export const action = seesFirst(goalOutline, async (goal) => goal, save)

/**
 * The drivers that a goal can be for, including chosen ones who were removed since: without them, a goal for one driver would
 * become one for everybody.
 */
async function listChoices({ audience }: GoalVersion): Promise<DriverName[]> {
  const { drivers } = await listOwners()
  const away = audience.drivers.filter((id) => drivers.every((driver) => driver.id !== id))
  return [...drivers, ...(await Promise.all(away.map((id) => getDriver(id))))]
}

/** A goal as values of its form. */
function writtenAs(goal: GoalVersion, from: string, language: 'pt' | 'en'): Reply {
  const { audience, criterion } = goal
  const threshold = (figure: number) =>
    criterion === 'income' ? formatAmount(figure, language) : String(criterion === 'online' ? figure / 60 : figure)
  const levels = LEVEL_FIELDS.flatMap((fields, at) => {
    const level = goal.levels[at]
    return level
      ? [
          [fields.threshold, threshold(level.threshold)],
          [fields.reward, formatAmount(level.reward, language)],
        ]
      : []
  })
  return {
    values: {
      name: goal.name,
      nameEn: goal.nameEn ?? '',
      criterion,
      period: goal.period,
      stacking: goal.stacking,
      ...Object.fromEntries(levels),
      from,
      until: goal.until ?? '',
      car: audience.car,
      'regimes[]': (audience.regimes.length === 0 ? REGIMES : audience.regimes).join('\n'),
      'drivers[]': audience.drivers.join('\n'),
      minWeeks: audience.minWeeks === null ? '' : String(audience.minWeeks),
      maxWeeks: audience.maxWeeks === null ? '' : String(audience.maxWeeks),
    },
    fieldErrors: {},
    refusal: null,
  }
}

/** Changes a goal in the two steps of a new one: earlier promises stay, and the next period promises something else. */
export default function ChangeGoalScreen({
  loaderData: { id, first, drivers, preview, seen, written },
  actionData,
}: Route.ComponentProps) {
  const t = useT()
  const back = `/admin/goals/${id}`
  const reply = preview?.reply ?? written
  return (
    <>
      <PageHead title={t('page.goals.form.changeTitle')} back={{ to: back, label: t('page.goals.title') }} />
      <Stack>
        <Words look="soft">{t('page.goals.form.changeText')}</Words>
        {preview?.planned ? (
          <SaveGoal planned={preview.planned} to={`${back}/change`} cancel={back} />
        ) : (
          <GoalForm
            first={first}
            drivers={drivers}
            cancel={back}
            seen={actionData && 'seen' in actionData ? (actionData.seen as GoalDraft | null) : seen}
            reply={{ ...reply, refusal: actionData?.refusal ?? reply.refusal }}
          />
        )}
      </Stack>
    </>
  )
}
