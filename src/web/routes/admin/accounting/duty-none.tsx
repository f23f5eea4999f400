import { Refusal } from '#domain/refusal.ts'
import { noteDuty } from '#features/accounting/duties/commands.server.ts'
import { getDuty } from '#features/accounting/duties/queries.server.ts'
import { dutyNoneRecord } from '#features/accounting/duties/schema.ts'
import { formatDay } from '#messages/dates.ts'
import { lawPlace } from '#messages/law-words.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/duty-none.ts'
import { askedDuty } from './asked-duty.ts'
import { dutyName } from './duty-words.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const duty = await getDuty(askedDuty(params), now)
  if (duty.note !== null) throw new Refusal('duty.said')
  return duty
})

export const action = saves(
  'duty.none',
  dutyNoneRecord.input,
  async (change, { note }, { params }: Route.ActionArgs) => {
    await noteDuty(change, askedDuty(params), { doneOn: null, note })
    return `/admin/accounting/duties?year=${params.year}&done=none`
  },
)

/** Asks why the company is not subject to a duty. */
export default function DutyNoneScreen({ loaderData: duty }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={dutyName(duty, t)}
      from={t('page.duties.back')}
      facts={{ until: formatDay(duty.by, t.language), law: lawPlace(duty.kind, t) }}
      question={t('page.duties.none.question', { name: dutyName(duty, t) })}
      effect={t('page.duties.none.effect')}
      buttonWords={t('page.duties.none.submit')}
      kind="primary"
    >
      <RecordFields of={dutyNoneRecord} />
    </SmallAct>
  )
}
