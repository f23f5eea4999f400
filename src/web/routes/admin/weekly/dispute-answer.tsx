import { Refusal } from '#domain/refusal.ts'
import { takeBackDecline } from '#features/statements/disputes/commands.server.ts'
import { getContestedLine } from '#features/statements/disputes/queries.server.ts'
import { lineLabel } from '#messages/line-label.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/dispute-answer.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { state, driver, line, answer } = await getContestedLine(params.id, now)
  if (state !== 'declined') throw new Refusal('record.changed-meanwhile')
  return { name: driver.name, line, answer }
})

export const action = confirms('dispute.take-back', async (change, { params }: Route.ActionArgs) => {
  await takeBackDecline(change, params.id)
  return `/admin/weekly/disputes/${params.id}`
})

/** Asks before the answer with which a dispute was declined is taken back. */
export default function DisputeAnswerScreen({ loaderData: { name, line, answer } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={t('page.disputes.office.one', { name, label: lineLabel(line, t) })}
      from={t('page.disputes.office.title')}
      facts={{ driver: name, reason: answer }}
      question={t('page.disputes.office.takeBack.question')}
      effect={t('page.disputes.office.takeBack.effect', { name })}
      buttonWords={t('page.disputes.office.takeBack.submit')}
      unchanged={t('page.disputes.office.takeBack.stays')}
    />
  )
}
