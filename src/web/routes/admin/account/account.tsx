import { type Cents, ZERO, minus, sum } from '#domain/money.ts'
import {
  getCompanyAccount,
  listBalances,
  readCompanyAccount,
  readOn,
} from '#features/current-accounts/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { speak, useT } from '#web/i18n.tsx'
import { AccountDay, AccountEntries, officeOrigin } from '#web/parts/account-parts.tsx'
import { Money } from '#web/parts/money.tsx'
import { pageTitle } from '#web/seo.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/account.ts'

export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const on = readOn(url.searchParams.get('on'), context.get(requestContext).now)
    const page = Math.max(1, Number(url.searchParams.get('page')) || 1)
    const code = readCompanyAccount(url.searchParams.get('account'))
    const [balances, account] = await Promise.all([listBalances(on), getCompanyAccount(code, on, page)])
    return { balances, account, code, page }
  })

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(speak(languageOf(location.pathname))('page.accounts.title'))

/** The company's books on a day: every account with its balance, and the entries of one. */
export default function CompanyAccountScreen({ loaderData }: Route.ComponentProps) {
  const { balances, account, code, page } = loaderData
  const t = useT()
  const rows = [
    ...balances.company.map(({ account: own, balance }) => ({
      id: own,
      name: t(`page.accounts.accounts.${own}`),
      to: `/admin/account?${new URLSearchParams({ account: own, on: account.on })}`,
      balance,
    })),
    { id: 'drivers', name: t('page.accounts.drivers'), to: null, balance: balances.drivers },
  ]
  return (
    <>
      <PageHead
        title={t('page.accounts.title')}
        subtitle={t('page.accounts.subtitle')}
        back={{ to: '/admin/weekly', label: t('common.menu.admin.payments.label') }}
      />
      <Stack>
        <AccountDay on={account.on} files="/admin/account/files" />
        <Table
          caption={t('page.accounts.listCaption')}
          rows={rows}
          rowKey={({ id }) => id}
          href={({ to }) => to}
          isSelected={({ id }) => id === code}
          columns={columns(t)}
          foot={[
            t('page.accounts.total'),
            <Money key="debit" cents={minus(total(rows, -1))} look="bare" />,
            <Money key="credit" cents={total(rows, 1)} look="bare" />,
          ]}
        />
        <Section title={t(`page.accounts.accounts.${code}`)}>
          {code === 'bank' ? <p>{t('page.accounts.bank')}</p> : null}
          <AccountEntries account={account} page={page} look="company" origin={officeOrigin} />
        </Section>
      </Stack>
    </>
  )
}

function columns(t: Translator): Column<{ name: string; balance: Cents }>[] {
  return [
    { head: t('page.accounts.name'), cell: ({ name }) => name },
    {
      head: t('page.accounts.debit'),
      number: true,
      cell: ({ balance }) => (balance < 0 ? <Money cents={minus(balance)} look="bare" /> : null),
    },
    {
      head: t('page.accounts.credit'),
      number: true,
      cell: ({ balance }) => (balance > 0 ? <Money cents={balance} look="bare" /> : null),
    },
  ]
}

/** The sum of one side of the books. */
function total(rows: readonly { balance: Cents }[], side: 1 | -1): Cents {
  return sum(rows.map(({ balance }) => (Math.sign(balance) === side ? balance : ZERO)))
}
