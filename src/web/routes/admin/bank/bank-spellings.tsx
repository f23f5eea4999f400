import type { SpellingView } from '#features/bank/spellings/schema.ts'
import { dayOf, formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { Section } from '#web/ui/card.tsx'
import { Links } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { accountName } from './bank-words.ts'

/** Spellings of accounts in files: those that wait for an answer, and the answers so far; nothing if there are none. */
export function BankSpellings({ spellings }: { spellings: readonly SpellingView[] }) {
  const t = useT()
  if (spellings.length === 0) return null
  return (
    <Section title={t('page.bank.spellings.title')}>
      <Table caption={t('page.bank.spellings.title')} rows={spellings} rowKey={({ id }) => id} columns={columnsOf(t)} />
    </Section>
  )
}

function columnsOf(t: ReturnType<typeof useT>): Column<SpellingView>[] {
  return [
    { head: t('page.bank.spellings.spelled'), cell: (row) => accountName(t, row) },
    {
      head: t('page.bank.spellings.means'),
      cell: ({ account, isWaiting }) => {
        if (isWaiting) return t('page.bank.spellings.waiting')
        return account ? accountName(t, account) : t('page.bank.spellings.own')
      },
    },
    { head: t('page.bank.lists.file'), cell: ({ fileName }) => fileName ?? t('page.bank.movement.commandLine') },
    {
      head: t('page.bank.rules.since'),
      cell: ({ at, by }) => [formatDayShort(dayOf(at), t.language), by].filter(Boolean).join(' · '),
    },
    {
      head: t('common.actions'),
      quiet: true,
      cell: ({ id, isWaiting, ...row }) => (
        <Links>
          {isWaiting ? (
            <Link
              to={`/admin/bank/spellings/${id}`}
              aria-label={`${t('page.bank.spellings.open')}: ${accountName(t, row)}`}
            >
              {t('page.bank.spellings.open')}
            </Link>
          ) : null}
          <ActLink
            to={`/admin/bank/spellings/${id}/retirement`}
            aria-label={`${t('page.bank.lists.retire.open')}: ${accountName(t, row)}`}
          >
            {t('page.bank.lists.retire.open')}
          </ActLink>
        </Links>
      ),
    },
  ]
}
