import { listBankFiles } from '#features/bank/undoings/queries.server.ts'
import type { BankFileView } from '#features/bank/undoings/schema.ts'
import { dayOf, formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink } from '#web/links.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { shows } from '#web/screen.server.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/files.ts'
import { accountName } from './bank-words.ts'

export const loader = shows(async () => ({ files: await listBankFiles() }))

/** The imported files, statements and answers to payment files: what each brought, and which of them were taken back. */
export default function BankFilesScreen({ loaderData: { files } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.bank.files.title')}
        subtitle={t('page.bank.files.text')}
        back={{ to: '/admin/bank', label: t('page.bank.title') }}
      />
      <Page>
        <DoneNote />
        {files.length === 0 ? (
          <EmptyState title={t('page.bank.files.none')}>{t('page.bank.emptyText')}</EmptyState>
        ) : (
          <Table caption={t('page.bank.files.title')} rows={files} rowKey={({ id }) => id} columns={columnsOf(t)} />
        )}
      </Page>
    </>
  )
}

function columnsOf(t: ReturnType<typeof useT>): Column<BankFileView>[] {
  const day = (at: string) => formatDayShort(at, t.language)
  return [
    { head: t('page.bank.files.file'), cell: ({ name }) => name, wraps: true, phone: 'identity' },
    {
      head: t('page.bank.columns.account'),
      phone: 'fact',
      cell: ({ accounts, answers }) =>
        answers
          ? t('page.bank.files.answer', { file: answers.messageId })
          : accounts.map((account) => accountName(t, account)).join(', '),
    },
    {
      head: t('page.bank.files.days'),
      phone: 'fact',
      cell: ({ days }) => (days ? t('page.fleet.period', { from: day(days.from), to: day(days.to) }) : ''),
    },
    { head: t('page.bank.files.fresh'), number: true, cell: ({ fresh, answers }) => (answers ? '' : fresh) },
    {
      head: t('page.bank.files.since'),
      cell: ({ at, by }) => [day(dayOf(at)), by].filter(Boolean).join(' · '),
    },
    {
      head: t('page.bank.files.state'),
      phone: 'fact',
      wraps: true,
      cell: ({ undone, answers }) => {
        if (undone) return t('page.bank.files.undone', { at: day(dayOf(undone.at)), reason: undone.reason })
        return answers ? t('page.bank.files.refused', { count: answers.refused }) : t('page.bank.files.counts')
      },
    },
    {
      head: t('common.actions'),
      leadsTo: '/admin/bank/imports/0/undoing',
      quiet: true,
      phone: 'under',
      cell: ({ id, name, undone }) =>
        undone ? null : (
          <ActLink to={`/admin/bank/imports/${id}/undoing`} aria-label={`${t('page.bank.files.undo')}: ${name}`}>
            {t('page.bank.files.undo')}
          </ActLink>
        ),
    },
  ]
}
