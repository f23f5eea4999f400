import { getCurrentAccount, readOn } from '#features/current-accounts/queries.server.ts'
import { listDeposits } from '#features/departures/queries.server.ts'
import { getDriver } from '#features/drivers/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { AccountDay, AccountEntries, CurrentBalance, officeOrigin } from '#web/parts/account-parts.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions } from '#web/ui/form.tsx'
import type { Route } from './+types/account.ts'

export const loader = ({ url, params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { id } = await getDriver(params.id)
    const { now } = context.get(requestContext)
    const on = readOn(url.searchParams.get('on'), now)
    const page = Math.max(1, Number(url.searchParams.get('page')) || 1)
    const [account, deposits] = await Promise.all([getCurrentAccount(id, on, page), listDeposits(id, now)])
    return { id, page, account, hasDeposit: deposits.length > 0 }
  })

/** What the driver was owed and owed on any day, and every entry that led there. */
export default function DriverAccountScreen({ loaderData: { id, page, account, hasDeposit } }: Route.ComponentProps) {
  const t = useT()
  return (
    <Stack>
      <AccountDay on={account.on} files={`/admin/drivers/${id}/account/files`} />
      <CurrentBalance account={account} />
      <Actions>
        <LinkButton to={`/admin/financing/new?driver=${id}`} icon="plus">
          {t('page.plans.add')}
        </LinkButton>
        {account.carried < 0 ? (
          <LinkButton to={`/admin/drivers/${id}/account/repayment`} kind="text">
            {t('page.departures.repayment.link')}
          </LinkButton>
        ) : null}
        {hasDeposit ? (
          <LinkButton to={`/admin/drivers/${id}/account/deposit`} icon="download" kind="text" reloadDocument>
            {t('page.departures.account.depositPdf')}
          </LinkButton>
        ) : null}
      </Actions>
      <Section title={t('page.accounts.entries')}>
        <AccountEntries account={account} page={page} look="driver" origin={officeOrigin} />
      </Section>
    </Stack>
  )
}
