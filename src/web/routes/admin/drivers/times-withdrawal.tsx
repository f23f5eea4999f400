import { Refusal } from '#domain/refusal.ts'
import { withdrawTimes } from '#features/weeks/working-times/commands.server.ts'
import { showTimes } from '#features/weeks/working-times/queries.server.ts'
import { formatDays } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/times-withdrawal.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { files } = await showTimes(params.id, now)
  const file = files.find(({ id }) => id === params.file)
  if (!file) throw new Refusal('record.not-found')
  return file
})

export const action = confirms('times.withdraw', async (change, { params }: Route.ActionArgs) => {
  await withdrawTimes(change, params.file)
  return `/admin/drivers/${params.id}/times?done=withdrawn`
})

/** Asks before a file of working times stops counting. */
export default function TimesWithdrawalScreen({ loaderData: file }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      facts={{ file: file.name, source: file.source, at: formatDays({ from: file.first, to: file.last }, t.language) }}
      question={t('page.times.files.takeBackQuestion', { name: file.name })}
      effect={t(`page.times.files.${file.drivers > 1 ? 'takeBackEffectMany' : 'takeBackEffect'}`, {
        count: file.drivers,
      })}
      buttonWords={t('page.times.files.takeBack')}
    />
  )
}
