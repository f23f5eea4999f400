import { Refusal } from '#domain/refusal.ts'
import { withdrawDuty } from '#features/accounting/duties/commands.server.ts'
import { getDuty } from '#features/accounting/duties/queries.server.ts'
import { formatDay } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/duty-withdrawal.ts'
import { askedDuty } from './asked-duty.ts'
import { dutyName } from './duty-words.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { note: said, ...duty } = await getDuty(askedDuty(params), now)
  if (said === null) throw new Refusal('record.not-found')
  return { ...duty, said }
})

export const action = confirms('duty.withdraw', async (change, { params }: Route.ActionArgs) => {
  await withdrawDuty(change, askedDuty(params))
  return `/admin/accounting/duties?year=${params.year}&done=withdrawn`
})

/** Asks before a duty is open again. */
export default function DutyWithdrawalScreen({ loaderData: duty }: Route.ComponentProps) {
  const t = useT()
  const { on, note, by } = duty.said
  return (
    <SmallAct
      record={dutyName(duty, t)}
      from={t('page.duties.back')}
      facts={{ until: formatDay(duty.by, t.language), done: on && formatDay(on, t.language), note, by }}
      question={t('page.duties.withdrawal.question', { name: dutyName(duty, t) })}
      effect={t('page.duties.withdrawal.effect')}
      buttonWords={t('page.duties.withdrawal.submit')}
    />
  )
}
