import { previousWeek, weekAt, weekName } from '#domain/week.ts'
import { setFileWeek } from '#features/imports/drops/commands.server.ts'
import { fileWeekInput } from '#features/imports/drops/schema.ts'
import { submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/drop-week.ts'
import { WeekChoice } from './week-choice.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const last = previousWeek(weekAt(now))
  return { drop: params.id, file: params.file, last, said: weekName(last) }
})

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'drop.say-week', fileWeekInput(params.file), async (week, change) => {
    await setFileWeek(change, params.id, params.file, week)
    return sameLanguage(request, `/admin/data/drops/${params.id}`)
  })

/** Says to which week a file belongs; usually sent from the form beside the file. */
export default function DropWeekScreen({ loaderData: { drop, file, last } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={t('page.data.weekChoice.label')}
      from={t('page.data.preview.title')}
      back={`/admin/data/drops/${drop}`}
      facts={{}}
      question={t('page.data.weekChoice.label')}
      effect={null}
      buttonWords={t('page.data.weekChoice.submit')}
      kind="primary"
    >
      <WeekChoice file={file} chosen={null} last={last} />
    </SmallAct>
  )
}
