import { Refusal } from '#domain/refusal.ts'
import { undoAccountRemoved } from '#features/oversight/personal-data/commands.server.ts'
import { getErasure } from '#features/oversight/personal-data/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/account-still-there.ts'
import { accountState } from './erasure-words.ts'

export const loader = shows(async ({ params, context }: Route.LoaderArgs) => {
  const { name, account } = await getErasure(params.id, requireUser(context).uid)
  if (account === null || account.declaration === null || accountState(account) !== 'said-gone')
    throw new Refusal('record.changed-meanwhile')
  return { name, uid: account.uid, said: account.declaration }
})

export const action = confirms('erasure.account-back', async (change, { params }: Route.ActionArgs) => {
  await undoAccountRemoved(change, params.id)
  return `/admin/privacy/erasures/${params.id}?done=account-back`
})

/** Asks before an account counts again as still existing at the identity service. */
export default function AccountStillThereScreen({ loaderData: { name, uid, said } }: Route.ComponentProps) {
  const t = useT()
  const whose = name ?? t('page.privacy.erase.nameless')
  return (
    <SmallAct
      record={whose}
      from={t('page.privacy.erase.title')}
      facts={{ person: whose, since: formatInstant(said.at, t.language), by: said.by }}
      question={t('page.privacy.erase.account.backQuestion', { name: whose })}
      effect={t('page.privacy.erase.account.backEffect', { uid: uid ?? '' })}
      buttonWords={t('page.privacy.erase.account.backSubmit')}
      kind="primary"
    />
  )
}
