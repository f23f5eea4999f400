import { listRules } from '#features/bank/matches/queries.server.ts'
import type { RuleView } from '#features/bank/matches/schema.ts'
import { dayOf, formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink } from '#web/links.tsx'
import { shows } from '#web/screen.server.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/rules.ts'
import { accountName } from './bank-words.ts'

export const loader = shows(async () => ({ rules: await listRules() }))

/** Standing rules: the words and the account they apply to, and where the amount goes. */
export default function RulesScreen({ loaderData: { rules } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.bank.rules.title')}
        subtitle={t('page.bank.rules.text')}
        back={{ to: '/admin/bank', label: t('page.bank.title') }}
      />
      <Page>
        {rules.length === 0 ? (
          <EmptyState title={t('page.bank.rules.empty')}>{t('page.bank.rules.emptyText')}</EmptyState>
        ) : (
          <Table caption={t('page.bank.rules.title')} rows={rules} rowKey={({ id }) => id} columns={columnsOf(t)} />
        )}
      </Page>
    </>
  )
}

function columnsOf(t: ReturnType<typeof useT>): Column<RuleView>[] {
  return [
    { head: t('page.bank.columns.text'), cell: ({ text }) => text },
    { head: t('page.bank.rules.goes'), cell: ({ account }) => t(`page.accounts.accounts.${account}`) },
    { head: t('page.bank.rules.side'), cell: ({ isOut }) => t(`page.bank.rules.sides.${isOut ? 'out' : 'in'}`) },
    { head: t('page.bank.columns.account'), cell: ({ bank }) => accountName(t, bank) },
    {
      head: t('page.bank.rules.since'),
      cell: ({ at, by }) => [formatDayShort(dayOf(at), t.language), by].filter(Boolean).join(' · '),
    },
    {
      head: t('common.actions'),
      leadsTo: '/admin/bank/rules/0/retirement',
      quiet: true,
      cell: ({ id, text }) => (
        <ActLink to={`/admin/bank/rules/${id}/retirement`} aria-label={`${t('page.bank.lists.retire.open')}: ${text}`}>
          {t('page.bank.lists.retire.open')}
        </ActLink>
      ),
    },
  ]
}
