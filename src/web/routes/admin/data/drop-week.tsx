import { previousWeek, weekAt, weekName } from '#domain/week.ts'
import { sayWeek } from '#features/imports/drops/commands.server.ts'
import { fileWeekInput } from '#features/imports/drops/schema.ts'
import { submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/drop-week.ts'
import { WeekChoice } from './week-choice.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const last = previousWeek(weekAt(now))
  return { drop: params.id, file: params.file, last, said: weekName(last) }
})

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'drop.say-week', fileWeekInput(params.file), async (week, deed) => {
    await sayWeek(deed, params.id, params.file, week)
    return sameLanguage(request, `/admin/data/drops/${params.id}`)
  })

/** Says which week a file is of; mostly sent from beside the file. */
export default function DropWeekScreen({ loaderData: { drop, file, last } }: Route.ComponentProps) {
  const t = useT()
  const back = { to: `/admin/data/drops/${drop}`, label: t('page.data.preview.title') }
  return (
    <>
      <PageHead title={t('page.data.weekChoice.label')} back={back} />
      <Section title={t('page.data.weekChoice.label')}>
        <Form>
          <WeekChoice file={file} chosen={null} last={last} />
          <Actions>
            <SubmitButton>{t('page.data.weekChoice.submit')}</SubmitButton>
          </Actions>
        </Form>
      </Section>
    </>
  )
}
