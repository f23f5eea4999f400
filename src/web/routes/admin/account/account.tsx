import type { ReactNode } from 'react'
import { driversApart } from '#domain/driver.ts'
import { type CompanyAccount, type DriverAccount, isDriverAccount } from '#domain/ledger.ts'
import { type Cents, ZERO, minus, sum } from '#domain/money.ts'
import { readNumber } from '#domain/record-id.ts'
import {
  getCompanyAccount,
  listBalances,
  listDriverBalances,
  readAccountCode,
  readOn,
} from '#features/ledger/current-accounts/queries.server.ts'
import { type DriverBalance, PAGE } from '#features/ledger/current-accounts/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { AccountDay, AccountEntries, officeOrigin } from '#web/parts/account-parts.tsx'
import { Money } from '#web/parts/money.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SideBySide, PhoneOnly, WideOnly } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Back, PageHead } from '#web/ui/page-head.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/account.ts'
import { BookFiles } from './book-files.tsx'

export const loader = shows(async ({ url }: Route.LoaderArgs, { now }) => {
  const on = readOn(url.searchParams.get('on'), now)
  const page = readNumber(url.searchParams.get('page')) || 1
  const code = readAccountCode(url.searchParams.get('account'))
  const [balances, opened] = await Promise.all([listBalances(on), open(code, on, page)])
  return { on: on.toString(), balances, opened, page, isChosen: url.searchParams.has('account') }
})

/** Reads the requested account: an account of the company by its entries, one that each driver has by its drivers. */
async function open(code: CompanyAccount | DriverAccount, on: Temporal.PlainDate, page: number) {
  if (isDriverAccount(code)) return { code, account: null, ...(await listDriverBalances(code, on, page)) }
  const account = await getCompanyAccount(code, on, page)
  return { code, account: { ...account, entries: driversApart(account.entries) } }
}

/** The books on a day: every account with its balance, and one of them opened. */
export default function CompanyAccountScreen({
  loaderData: { on, balances, opened, page, isChosen },
}: Route.ComponentProps) {
  const t = useT()
  const rows = [...balances.company, ...balances.drivers]
  return (
    <>
      <PageHead
        title={t('page.accounts.title')}
        subtitle={t('page.accounts.subtitle')}
        back={{ to: '/admin/weekly', label: t('common.menu.admin.payments.label') }}
      />
      <Stack>
        <AccountDay on={on} files="/admin/account/files" />
        {balances.sum === 0 ? null : (
          <Notice tone="bad" title={t('page.accounts.broken.title')}>
            <p>{t('page.accounts.broken.text', { amount: formatMoney(balances.sum, t.language) })}</p>
          </Notice>
        )}
        <SideBySide>
          <OnPhone is={!isChosen}>
            <Accounts rows={rows} on={on} opened={opened.code} />
          </OnPhone>
          <OnPhone is={isChosen}>
            <PhoneOnly>
              <Back to={`/admin/account?${new URLSearchParams({ on })}`} label={t('page.accounts.all')} />
            </PhoneOnly>
            <Section title={t(`page.accounts.accounts.${opened.code}`)}>
              {opened.account === null ? (
                <DriverBalances code={opened.code} drivers={opened.drivers} count={opened.count} on={on} page={page} />
              ) : (
                <Stack>
                  {opened.code === 'bank' ? <p>{t('page.accounts.bank')}</p> : null}
                  {opened.code === 'suspense' ? (
                    <div>
                      <LinkButton to="/admin/account/reclassifications">{t('page.accounts.classes.open')}</LinkButton>
                    </div>
                  ) : null}
                  <AccountEntries account={opened.account} page={page} look="company" origin={officeOrigin} />
                </Stack>
              )}
            </Section>
          </OnPhone>
        </SideBySide>
        <OnPhone is={!isChosen}>
          <BookFiles on={on} />
        </OnPhone>
      </Stack>
    </>
  )
}

/** A phone shows either the accounts or the opened one. */
function OnPhone({ is, children }: { is: boolean; children: ReactNode }) {
  return is ? <div>{children}</div> : <WideOnly>{children}</WideOnly>
}

type AccountRow = { account: CompanyAccount | DriverAccount; balance: Cents }

/** The accounts of the drivers or the company; those with no balance are folded. */
function Accounts({ rows, on, opened }: { rows: readonly AccountRow[]; on: string; opened: AccountRow['account'] }) {
  const t = useT()
  const [held, empty] = [rows.filter(({ balance }) => balance !== 0), rows.filter(({ balance }) => balance === 0)]
  const shared = {
    phone: 'columns' as const,
    rowKey: ({ account }: AccountRow) => account,
    href: ({ account }: AccountRow) => `/admin/account?${new URLSearchParams({ account, on })}`,
    isSelected: ({ account }: AccountRow) => account === opened,
  }
  const name: Column<AccountRow> = {
    head: t('page.accounts.name'),
    cell: ({ account }) => t(`page.accounts.accounts.${account}`),
  }
  return (
    <Stack>
      <Table
        {...shared}
        caption={t('page.accounts.listCaption')}
        rows={held}
        columns={[name, ...sideColumns(t)]}
        foot={[
          t('page.accounts.total'),
          <Money key="debit" cents={minus(total(rows, -1))} look="bare" />,
          <Money key="credit" cents={total(rows, 1)} look="bare" />,
        ]}
      />
      {empty.length > 0 ? (
        <Card flush>
          <Disclosure
            level="line"
            summary={t('page.accounts.nothing', { count: empty.length })}
            open={empty.some(({ account }) => account === opened)}
          >
            <Table
              {...shared}
              caption={t('page.accounts.nothing', { count: empty.length })}
              rows={empty}
              columns={[name]}
            />
          </Disclosure>
        </Card>
      ) : null}
    </Stack>
  )
}

type DriverBalancesProps = {
  code: DriverAccount
  drivers: readonly DriverBalance[]
  count: number
  on: string
  page: number
}

/** The drivers' balances on an account that each of them has, each with a link. */
function DriverBalances({ code, drivers, count, on, page }: DriverBalancesProps) {
  const t = useT()
  return (
    <Stack>
      {code === 'current' ? null : <p>{t(`page.accounts.about.${code}`)}</p>}
      <Table
        caption={t('page.accounts.driversCaption')}
        rows={drivers}
        rowKey={({ id }) => id}
        href={({ id }) => `/admin/drivers/${id}/account?${new URLSearchParams({ account: code, on })}`}
        empty={
          <EmptyState title={t('page.accounts.noDrivers.title')}>
            <p>{t('page.accounts.noDrivers.text')}</p>
          </EmptyState>
        }
        columns={[
          { head: t('page.accounts.driver'), cell: ({ name }) => name },
          { head: t('page.accounts.ref'), cell: ({ ref }) => ref },
          ...sideColumns(t),
          ...(code === 'deposit' ? [receivedColumn(t)] : []),
        ]}
      />
      <Pagination page={page} size={PAGE} count={count} />
    </Stack>
  )
}

/** How much of each agreed deposit has come in. */
function receivedColumn(t: Translator): Column<DriverBalance> {
  return {
    head: t('page.accounts.received'),
    number: true,
    cell: ({ received }) => <Money cents={received ?? ZERO} look="bare" />,
  }
}

function sideColumns(t: Translator): Column<{ balance: Cents }>[] {
  return [
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
