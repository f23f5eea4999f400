import { readNumber } from '#domain/record-id.ts'
import {
  getCurrentAccount,
  getDriverAccount,
  readDriverAccountCode,
  readOn,
} from '#features/ledger/current-accounts/queries.server.ts'
import { listDeposits } from '#features/departures/final-accounts/queries.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { listPaperWeeks } from '#features/statements/payslips/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import {
  AccountDay,
  AccountEntries,
  AccountViews,
  CurrentBalance,
  PlainBalance,
  officeOrigin,
} from '#web/parts/account-parts.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Links } from '#web/ui/layout.tsx'
import { StatementsOnPaper } from '#web/parts/statements-on-paper.tsx'
import type { Route } from './+types/account.ts'

export const loader = shows(async ({ url, params }: Route.LoaderArgs, { now }) => {
  const { id } = await getDriver(params.id)
  const on = readOn(url.searchParams.get('on'), now)
  const page = readNumber(url.searchParams.get('page')) || 1
  const code = readDriverAccountCode(url.searchParams.get('account'))
  const [current, other, deposits, weeks] = await Promise.all([
    getCurrentAccount(id, on, page),
    code === 'current' ? null : getDriverAccount(code, id, on, page),
    listDeposits(id, now),
    listPaperWeeks(id),
  ])
  return { id, page, code, current, account: other ?? current, hasDeposit: deposits.length > 0, weeks }
})

/** The driver's balance on any day, on the current account, of plans or of deposits, and every entry. */
export default function DriverAccountScreen({ loaderData }: Route.ComponentProps) {
  const { id, page, code, current, account, hasDeposit, weeks } = loaderData
  const t = useT()
  return (
    <Stack>
      <AccountViews base={`/admin/drivers/${id}/account`} code={code} on={account.on} />
      {code === 'current' ? <CurrentBalance account={current} /> : <PlainBalance code={code} account={account} />}
      <Links>
        <LinkButton to={`/admin/financing/new?driver=${id}`} kind="text">
          {t('page.plans.add')}
        </LinkButton>
        {current.carried < 0 ? (
          <LinkButton to={`/admin/drivers/${id}/account/repayment`} kind="text">
            {t('page.departures.repayment.link')}
          </LinkButton>
        ) : null}
        {hasDeposit ? (
          <Link to={`/admin/drivers/${id}/account/deposit`} file>
            {t('page.departures.account.depositPdf')}
          </Link>
        ) : null}
      </Links>
      <Section title={t('page.accounts.entries')}>
        <Stack>
          <AccountDay on={account.on} files={`/admin/drivers/${id}/account/files`} />
          <AccountEntries account={account} page={page} look="driver" origin={officeOrigin} />
        </Stack>
      </Section>
      <StatementsOnPaper weeks={weeks} base={`/admin/drivers/${id}/account`} />
    </Stack>
  )
}
