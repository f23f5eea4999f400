import { href } from 'react-router'
import { Refusal } from '#domain/refusal.ts'
import { revokeInvitation } from '#features/accounts/invitations/commands.server.ts'
import { findOpenInvitation } from '#features/accounts/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/revoke-invitation.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const invitation = await findOpenInvitation(params.id, now)
  if (!invitation) throw new Refusal('record.not-found')
  return invitation
})

export const action = confirms('driver.revoke-invitation', async (change, { params }: Route.ActionArgs) => {
  await revokeInvitation(change, params.id)
  return withDone(href('/admin/drivers/:id/access', { id: params.id }), 'removed')
})

/** Voids the link of an invitation that went to a wrong address. */
export default function RevokeInvitationScreen({ loaderData: { email, at, until } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      facts={{ email, at: formatInstant(at, t.language), until: formatInstant(until, t.language) }}
      question={t('page.account.access.revoke.title')}
      effect={t('page.account.access.revoke.text')}
      unchanged={t('page.account.access.revoke.again')}
      buttonWords={t('page.account.access.revoke.submit')}
    />
  )
}
