import { revokeOfficeInvitation } from '#features/accounts/invitations/commands.server.ts'
import { getOfficeInvitation } from '#features/accounts/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/revoke-invitation.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) =>
  getOfficeInvitation(params.invitation, now),
)

export const action = confirms('account.revoke-invitation', async (change, { params }: Route.ActionArgs) => {
  await revokeOfficeInvitation(change, params.invitation)
  return withDone('/admin/users', 'removed')
})

/** Voids the link of an invitation to the office that went to a wrong address. */
export default function RevokeOfficeInvitationScreen({ loaderData: { name, email, until } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={name}
      from={t('page.users.title')}
      facts={{ email, until: formatInstant(until, t.language) }}
      question={t('page.account.access.revoke.title')}
      effect={t('page.account.access.revoke.text')}
      unchanged={t('page.account.access.revoke.again')}
      buttonWords={t('page.account.access.revoke.submit')}
    />
  )
}
