import type { BankListView } from '#features/bank/lists/schema.ts'
import { dayOf, formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { Section } from '#web/ui/card.tsx'
import { Links } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** Lists of other banks: those that were taught, and files that wait to be; nothing if nobody dropped one. */
export function BankLists({ lists }: { lists: readonly BankListView[] }) {
  const t = useT()
  if (lists.length === 0) return null
  return (
    <Section title={t('page.bank.lists.title')}>
      <Table caption={t('page.bank.lists.caption')} rows={lists} rowKey={({ id }) => id} columns={columnsOf(t)} />
    </Section>
  )
}

function columnsOf(t: ReturnType<typeof useT>): Column<BankListView>[] {
  return [
    { head: t('page.bank.lists.account'), cell: ({ account }) => account ?? t('page.bank.lists.waiting') },
    { head: t('page.bank.lists.file'), cell: ({ fileName }) => fileName },
    { head: t('page.bank.lists.since'), cell: ({ at }) => formatDayShort(dayOf(at), t.language) },
    {
      head: t('common.actions'),
      quiet: true,
      cell: ({ id, account, fileName }) => (
        <Links>
          {account === null ? (
            <Link to={`/admin/bank/lists/${id}`} aria-label={`${t('page.bank.lists.teach')}: ${fileName}`}>
              {t('page.bank.lists.teach')}
            </Link>
          ) : null}
          <ActLink
            to={`/admin/bank/lists/${id}/retirement`}
            aria-label={`${t('page.bank.lists.retire.open')}: ${account ?? fileName}`}
          >
            {t('page.bank.lists.retire.open')}
          </ActLink>
        </Links>
      ),
    },
  ]
}
