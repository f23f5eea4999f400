import { getCurrentAccount, readOn } from '#features/current-accounts/queries.server.ts'
import { getDriver } from '#features/drivers/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { AccountDay, AccountEntries, CurrentBalance, officeOrigin } from '#web/parts/account-parts.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import type { Route } from './+types/account.ts'

export const loader = ({ url, params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { id } = await getDriver(params.id)
    const on = readOn(url.searchParams.get('on'), context.get(requestContext).now)
    const page = Math.max(1, Number(url.searchParams.get('page')) || 1)
    return { id, page, account: await getCurrentAccount(id, on, page) }
  })

/** What the driver was owed and owed on any day, and every entry that led there. */
export default function DriverAccountScreen({ loaderData: { id, page, account } }: Route.ComponentProps) {
  const t = useT()
  return (
    <Stack>
      <AccountDay on={account.on} files={`/admin/drivers/${id}/account/files`} />
      <CurrentBalance account={account} />
      <div>
        <LinkButton to={`/admin/financing/new?driver=${id}`} icon="plus">
          {t('page.plans.add')}
        </LinkButton>
      </div>
      <Section title={t('page.accounts.entries')}>
        <AccountEntries account={account} page={page} look="driver" origin={officeOrigin} />
      </Section>
    </Stack>
  )
}
