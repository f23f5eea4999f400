import { hasPower } from '#domain/access.ts'
import { stopReport } from '#features/weeks/report-mails/commands.server.ts'
import { getSchedule } from '#features/weeks/report-mails/queries.server.ts'
import { stopRecord } from '#features/weeks/report-mails/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/stop-schedule.ts'
import { rhythmWords } from './rhythm-words.ts'

const SCHEDULES = '/admin/reports/schedules'

export const loader = shows(async ({ params, context }: Route.LoaderArgs) => {
  const { uid } = requireUser(context)
  const schedule = await getSchedule(params.id)
  return {
    schedule,
    isReader: schedule.readers.some((reader) => reader.uid === uid && reader.stoppedAt === null),
  }
})

export const action = saves(
  'report.stop',
  stopRecord.input,
  async (change, { whose }, { params, context }: Route.ActionArgs) => {
    const user = requireUser(context)
    await stopReport(change, { uid: user.uid, mayHouse: hasPower(user, 'house') }, params.id, whose)
    return withDone(SCHEDULES, 'saved')
  },
)

export default function StopScheduleScreen({ loaderData: { schedule, isReader } }: Route.ComponentProps) {
  const t = useT()
  const whose = isReader ? (['own', 'all'] as const) : (['all'] as const)
  return (
    <SmallAct
      record={t('page.reports.mails.title')}
      from={t('page.reports.mails.title')}
      back={SCHEDULES}
      facts={{}}
      question={t('page.reports.mails.stopTitle', { name: schedule.name })}
      effect={`${rhythmWords(schedule, t)}. ${t('page.reports.mails.stopText')}`}
      buttonWords={t('page.reports.mails.stop')}
    >
      <RecordFields
        of={stopRecord}
        offered={{ whose: whose.map((value) => ({ value, label: t(`page.reports.mails.stopFor.${value}`) })) }}
      />
    </SmallAct>
  )
}
