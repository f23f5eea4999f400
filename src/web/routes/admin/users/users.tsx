import { hasPower } from '#domain/access.ts'
import { listAccounts, listInvitations } from '#features/accounts/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Fact, Facts, Section } from '#web/ui/card.tsx'
import { More } from '#web/ui/layout.tsx'
import type { Route } from './+types/users.ts'
import { ACCOUNTS } from './accounts.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const [page, invitations] = await Promise.all([
    listPage(ACCOUNTS, listAccounts(), args, asking),
    listInvitations(asking.now),
  ])
  return { page, invitations, mayChange: hasPower(requireAdmin(args.context), 'house') }
})

export default function UsersScreen({ loaderData: { page, invitations, mayChange } }: Route.ComponentProps) {
  const t = useT()
  return (
    <ListScreen
      of={ACCOUNTS}
      shown={page}
      actions={
        <>
          <More label={t('common.more')}>
            <LinkButton to="/admin/users/audit" kind="text">
              {t('page.users.log')}
            </LinkButton>
            <LinkButton to="/admin/users/rules" kind="text">
              {t('page.users.rules.open')}
            </LinkButton>
          </More>
          <LinkButton to="/admin/profile">{t('page.users.own')}</LinkButton>
          {mayChange ? (
            <LinkButton to="/admin/users/invite" kind="primary" icon="plus">
              {t('page.users.invite.open')}
            </LinkButton>
          ) : null}
        </>
      }
      after={
        invitations.length > 0 ? (
          <Section title={t('page.users.invite.waiting')}>
            <Facts>
              {invitations.map(({ id, email, name, until }) => (
                <Fact key={id} name={`${name} · ${email}`}>
                  {t('page.users.invite.until', { until: formatInstant(until, t.language) })}{' '}
                  {mayChange ? (
                    <LinkButton
                      to={`/admin/users/invitations/${id}`}
                      kind="text"
                      aria-label={t('page.users.invite.revokeOne', { email })}
                    >
                      {t('page.account.access.revoke.link')}
                    </LinkButton>
                  ) : null}
                </Fact>
              ))}
            </Facts>
          </Section>
        ) : null
      }
    />
  )
}
