import { Refusal } from '#domain/refusal.ts'
import { withdrawErasure } from '#features/oversight/personal-data/commands.server.ts'
import { getErasure } from '#features/oversight/personal-data/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/withdraw-erasure.ts'

export const loader = shows(async ({ params, context }: Route.LoaderArgs) => {
  const erasure = await getErasure(params.id, requireUser(context).uid)
  if (erasure.confirmedAt !== null || erasure.withdrawnAt !== null) throw new Refusal('record.changed-meanwhile')
  return erasure
})

export const action = confirms('erasure.withdraw', async (change, { params }: Route.ActionArgs) => {
  await withdrawErasure(change, params.id)
  return `/admin/privacy/erasures/${params.id}?done=withdrawn`
})

/** Asks before an unconfirmed erasure is withdrawn. */
export default function WithdrawErasureScreen({ loaderData: erasure }: Route.ComponentProps) {
  const t = useT()
  const name = erasure.name ?? t('page.privacy.erase.nameless')
  return (
    <SmallAct
      record={name}
      from={t('page.privacy.erase.title')}
      facts={{ person: name, since: formatInstant(erasure.askedAt, t.language), by: erasure.askedBy }}
      question={t('page.privacy.erase.withdrawQuestion', { name })}
      effect={t('page.privacy.erase.withdrawEffect')}
      buttonWords={t('page.privacy.erase.withdraw')}
      kind="primary"
    />
  )
}
