import { Form, useLocation } from 'react-router'
import { DRIVER_ACCOUNTS, type DriverAccount } from '#domain/ledger.ts'
import { type Cents, minus } from '#domain/money.ts'
import { weekName } from '#domain/week.ts'
import {
  type AccountEntry,
  type AccountView,
  type CurrentAccount,
  PAGE,
} from '#features/ledger/current-accounts/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, weekNumber } from '#messages/dates.ts'
import { keptGoalReason } from '#messages/kept-goal-reason.ts'
import { lineLabel } from '#messages/line-label.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { More, Words } from '#web/ui/layout.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Money } from './money.tsx'
import styles from './account-parts.module.css'

/** The choice of the day whose balance is shown (`on` in the address), and links to the account of that day as a file under `files`. */
export function AccountDay({ on, files }: { on: string; files: string }) {
  const t = useT()
  const query = new URLSearchParams(useLocation().search)
  query.set('on', on)
  query.delete('page')
  const account = query.get('account')
  return (
    <search>
      <More label={t('page.accounts.another')}>
        <Form method="get" className={styles.chosen} key={on}>
          {account ? <input type="hidden" name="account" value={account} /> : null}
          <label>
            {t('page.accounts.on')}
            <input type="date" name="on" defaultValue={on} required />
          </label>
          <Button type="submit" kind="outlined">
            {t('page.accounts.show')}
          </Button>
        </Form>
        {(['csv', 'xlsx'] as const).map((format) => (
          <LinkButton key={format} to={`${files}/${format}?${query}`} icon="download" kind="text" download file>
            {t(`page.fileLinks.${format}`)}
          </LinkButton>
        ))}
      </More>
    </search>
  )
}

/** Links to the accounts of one driver, each with its own address. */
export function AccountViews({ base, code, on }: { base: string; code: DriverAccount; on: string }) {
  const t = useT()
  return (
    <Tabs
      look="pills"
      label={t('page.accounts.viewsLabel')}
      tabs={DRIVER_ACCOUNTS.map((account) => ({
        to: `${base}?${new URLSearchParams({ account, on })}`,
        label: t(`page.accounts.views.${account}`),
        current: account === code,
      }))}
    />
  )
}

/** The sum owed on plans, or the deposits held, with what that means. */
export function PlainBalance({ code, account, own }: PlainBalanceProps) {
  const t = useT()
  return (
    <Card title={t('page.accounts.balanceOf', { day: formatDayShort(account.on, t.language) })} part={own ?? false}>
      <Facts>
        <Fact name={t(`page.accounts.views.${code}`)}>
          <Money cents={account.balance} owed />
        </Fact>
      </Facts>
      <p>{t(`page.accounts.about.${code}`)}</p>
    </Card>
  )
}

type PlainBalanceProps = { code: Exclude<DriverAccount, 'current'>; account: AccountView; own?: boolean }

/** Who owes whom, in one figure, and how much of it waits to be paid. */
export function CurrentBalance({
  account,
  own = false,
  left = false,
}: {
  account: CurrentAccount
  own?: boolean
  /** The driver has left: no statement follows, but a final account. */
  left?: boolean
}) {
  const t = useT()
  const { balance, awaited, carried, on } = account
  const side =
    balance === 0
      ? t('page.accounts.settled')
      : balance > 0
        ? t(own ? 'page.accounts.owedToYou' : 'page.accounts.owedToDriver')
        : t(own ? 'page.accounts.owedByYou' : 'page.accounts.owedByDriver')
  return (
    <>
      <Figures boxed>
        <Figure name={t('page.accounts.balanceOf', { day: formatDayShort(on, t.language) })} note={side}>
          <Money cents={balance} owed />
        </Figure>
        <Figure name={t('page.accounts.awaited')}>
          <Money cents={awaited} />
        </Figure>
        <Figure name={t(left ? 'page.accounts.carriedFinal' : 'page.accounts.carried')}>
          <Money cents={carried} owed />
        </Figure>
      </Figures>
      {own && carried < 0 ? (
        <Words>
          {t(left ? 'page.accounts.youOweFinal' : 'page.accounts.youOwe', {
            amount: formatMoney(minus(carried), t.language),
          })}
        </Words>
      ) : null}
    </>
  )
}

type Props = {
  account: AccountView
  page: number
  /**
   * `driver`: signed amounts of one driver · `own`: the same, read by that driver · `company`: debit and credit, with the driver of each
   * entry.
   */
  look: 'driver' | 'own' | 'company'
  /** The address of the statement or plan behind an entry; `null` if there is none to show. */
  origin: (entry: AccountEntry) => string | null
  /** The name of the account, where a page has several. */
  name?: string
  size?: number
  /** Fragment at which the list begins on its page. */
  at?: string
}

/** The entries of an account, newest first, with the balance after each and its origin. */
export function AccountEntries({ account: { entries, count }, page, look, origin, name, size = PAGE, at }: Props) {
  const t = useT()
  return (
    <>
      <Table
        caption={[name, t('page.accounts.caption')].filter(Boolean).join(': ')}
        rows={entries}
        rowKey={({ id }) => String(id)}
        empty={
          <EmptyState title={t('page.accounts.empty.title')}>
            <p>{t('page.accounts.empty.text')}</p>
          </EmptyState>
        }
        columns={look === 'company' ? companyColumns(t, origin) : ownColumns(t, look === 'own', origin)}
        {...(look === 'company' ? { group: (entry: AccountEntry) => groupOfEntry(entry, t) } : {})}
      />
      <Pagination page={page} size={size} count={count} at={at} />
    </>
  )
}

function ownColumns(t: Translator, own: boolean, origin: Props['origin']): Column<AccountEntry>[] {
  return [
    {
      head: t('page.accounts.origin'),
      cell: (entry) => <Origin entry={entry} to={origin(entry)} own={own} />,
      wraps: true,
      phone: 'identity',
    },
    {
      head: t('page.accounts.day'),
      cell: ({ day }) => <span className="num">{formatDayShort(day, t.language)}</span>,
      phone: 'fact',
    },
    {
      head: t('page.accounts.amount'),
      number: true,
      cell: ({ amount }) => <Money cents={amount} look="signed" inList />,
      phone: 'amount',
    },
    {
      head: t('page.accounts.after'),
      number: true,
      cell: ({ balance }) => <Money cents={balance} look="bare" inList />,
      phone: 'state',
    },
  ]
}

/** Groups entries of one day with one reason: the payments of a week are named once, not with every driver. */
function groupOfEntry(entry: AccountEntry, t: Translator) {
  const { kind, week, day } = entry
  return {
    id: `${kind} ${week} ${day}`,
    head: (
      <>
        {entryWords(entry, false, t)} <span className={styles.day}>{formatDayShort(day, t.language)}</span>
      </>
    ),
  }
}

function companyColumns(t: Translator, origin: Props['origin']): Column<AccountEntry>[] {
  return [
    { head: t('page.accounts.driver'), cell: (entry) => <EntryDriver entry={entry} to={origin(entry)} /> },
    {
      head: t('page.accounts.debit'),
      number: true,
      first: true,
      cell: ({ amount }) => (amount < 0 ? <Money cents={minus(amount)} look="bare" /> : null),
    },
    {
      head: t('page.accounts.credit'),
      number: true,
      first: true,
      cell: ({ amount }) => (amount > 0 ? <Money cents={amount} look="bare" /> : null),
    },
    {
      head: t('page.accounts.after'),
      number: true,
      wideOnly: true,
      cell: ({ balance }) => <BalanceWithSide balance={balance} />,
    },
  ]
}

/** A balance as books write it: without a sign, with its side (debit or credit). */
function BalanceWithSide({ balance }: { balance: Cents }) {
  const t = useT()
  if (balance === 0) return <Money cents={balance} look="bare" />
  return (
    <>
      <Money cents={balance < 0 ? minus(balance) : balance} look="bare" />{' '}
      {t(`page.accounts.sides.${balance < 0 ? 'debit' : 'credit'}`)}
    </>
  )
}

function EntryDriver({ entry, to }: { entry: AccountEntry; to: string | null }) {
  const t = useT()
  const words = entry.driver?.name ?? t(`page.accounts.kinds.${entry.kind}`)
  return (
    <>
      {to ? <Link to={to}>{words}</Link> : words}
      <Parts entry={entry} />
    </>
  )
}

function Origin({ entry, to, own }: { entry: AccountEntry; to: string | null; own: boolean }) {
  const t = useT()
  const words = entryWords(entry, own, t)
  return (
    <>
      <span className={styles.origin}>{to ? <Link to={to}>{words}</Link> : words}</span>
      <Parts entry={entry} />
    </>
  )
}

function Parts({ entry: { reason, parts } }: { entry: AccountEntry }) {
  const t = useT()
  return (
    <>
      {reason === null ? null : <span className={styles.part}>{reason}</span>}
      {parts.map((part) => (
        <span key={`${part.code} ${part.about} ${part.reason} ${part.amount}`} className={styles.part}>
          {lineLabel({ code: part.code, adjustment: part }, t)}
          {part.reason ? ` · ${keptGoalReason(part.reason, part.goal, t)}` : ''}{' '}
          <span className={styles.ofPart}>
            <Money cents={part.amount} look="signed" inList />
          </span>
        </span>
      ))}
    </>
  )
}

/** The name of an entry. The driver reads a payment as money received, and its reversal as money that went back. */
function entryWords({ kind, week, amount }: AccountEntry, own: boolean, t: Translator): string {
  const name = t(`page.accounts.kinds.${kind}`)
  if (!week) return name
  const number = weekNumber(week)
  return own && kind === 'payment'
    ? t(amount > 0 ? 'page.accounts.paymentBack' : 'page.accounts.paidToYou', { number })
    : t('page.accounts.ofWeek', { kind: name, number })
}

/** The office's page behind an entry. */
export function officeOrigin({ kind, driver, week, plan }: AccountEntry): string | null {
  if (kind === 'reclass') return '/admin/account/reclassifications'
  if (plan) return `/admin/financing/${plan}`
  return driver && week ? `/admin/weekly/${weekName(week)}/${driver.id}` : null
}
