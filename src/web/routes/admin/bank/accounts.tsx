import { listGaps } from '#features/bank-gaps/queries.server.ts'
import type { GapView } from '#features/bank-gaps/schema.ts'
import { listBankAccounts } from '#features/bank/queries.server.ts'
import type { BankAccountView } from '#features/bank/schema.ts'
import { listSpellings } from '#features/bank/spellings/queries.server.ts'
import { dayOf, formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink } from '#web/links.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { Money } from '#web/parts/money.tsx'
import { shows } from '#web/screen.server.ts'
import { Section } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/accounts.ts'
import { BankGaps } from './bank-gaps.tsx'
import { BankSpellings } from './bank-spellings.tsx'
import { accountName, gapWords } from './bank-words.ts'

export const loader = shows(async () => ({
  accounts: await listBankAccounts(),
  spellings: await listSpellings(),
  gaps: await listGaps(),
}))

/** The bank accounts, their spellings in files, and the explanations of statements that do not meet. */
export default function BankAccountsScreen({ loaderData: { accounts, spellings, gaps } }: Route.ComponentProps) {
  const t = useT()
  const answered = gaps.filter(({ answer }) => answer)
  return (
    <>
      <PageHead title={t('page.bank.accounts')} back={{ to: '/admin/bank', label: t('page.bank.title') }} />
      <Page>
        <DoneNote />
        <BankGaps gaps={gaps.filter(({ answer }) => !answer)} />
        {accounts.length === 0 ? (
          <EmptyState title={t('page.bank.empty')}>{t('page.bank.emptyText')}</EmptyState>
        ) : (
          <Table
            caption={t('page.bank.accounts')}
            rows={accounts}
            rowKey={({ id }) => id}
            columns={accountColumns(t)}
          />
        )}
        <BankSpellings spellings={spellings} />
        {answered.length > 0 ? (
          <Section title={t('page.bank.gaps.answered')}>
            <Table
              caption={t('page.bank.gaps.answered')}
              rows={answered}
              rowKey={({ after }) => after}
              columns={gapColumns(t)}
            />
          </Section>
        ) : null}
      </Page>
    </>
  )
}

function accountColumns(t: ReturnType<typeof useT>): Column<BankAccountView>[] {
  return [
    { head: t('page.bank.columns.account'), cell: (account) => accountName(t, account) },
    {
      head: t('page.bank.columns.day'),
      cell: ({ until }) => (until ? t('page.bank.until', { day: formatDayShort(until, t.language) }) : ''),
    },
    {
      head: t('page.bank.balance'),
      number: true,
      cell: ({ balance }) => (balance === null ? '–' : <Money cents={balance} />),
    },
  ]
}

function gapColumns(t: ReturnType<typeof useT>): Column<GapView>[] {
  return [
    { head: t('page.bank.columns.account'), cell: ({ account }) => accountName(t, account) },
    { head: t('page.bank.gaps.gap'), cell: (gap) => gapWords(t, gap), wraps: true },
    { head: t('page.bank.gaps.reason'), cell: ({ answer }) => answer?.reason ?? '', wraps: true },
    {
      head: t('page.bank.rules.since'),
      cell: ({ answer }) =>
        answer ? [formatDayShort(dayOf(answer.at), t.language), answer.by].filter(Boolean).join(' · ') : '',
    },
    {
      head: t('common.actions'),
      leadsTo: '/admin/bank/gaps/0/withdrawal',
      quiet: true,
      cell: (gap) => (
        <ActLink
          to={`/admin/bank/gaps/${gap.after}/withdrawal`}
          aria-label={`${t('page.bank.lists.retire.open')}: ${gap.answer?.reason}`}
        >
          {t('page.bank.lists.retire.open')}
        </ActLink>
      ),
    },
  ]
}
