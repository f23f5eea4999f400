import type { ReactNode } from 'react'
import {
  MOVED_ACCOUNTS,
  type AccountMoves,
  type MovedAccounts,
  type PaidStatements,
  type PaidStep,
  paidSteps,
} from '#features/accounting/reconciliations/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Words } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** Why the sum of the statements is not the sum paid in the month: each step with its week. */
export function FromStatementsToPayments({ payments }: { payments: PaidStatements }) {
  const t = useT()
  return (
    <Section title={t('page.accounting.paid.title')}>
      <Stack>
        <Words look="soft">{t('page.accounting.paid.text')}</Words>
        <Table
          caption={t('page.accounting.paid.caption')}
          rows={paidSteps(payments)}
          rowKey={({ name, week }) => `${name} ${week ?? ''}`}
          phone="columns"
          columns={stepColumns(t)}
        />
      </Stack>
    </Section>
  )
}

function stepColumns(t: Translator): Column<PaidStep>[] {
  const strong = (isSum: boolean, content: ReactNode) => (isSum ? <strong>{content}</strong> : content)
  return [
    {
      head: t('page.accounting.paid.step'),
      wraps: true,
      cell: ({ name, week, isSum }) =>
        strong(isSum, t(`page.accounting.paid.steps.${name}`, { number: week ? weekNumber(week) : '' })),
    },
    {
      head: t('page.accounting.paid.amount'),
      number: true,
      cell: ({ amount, isSum }) => strong(isSum, <Money cents={amount} look="bare" />),
    },
  ]
}

type Row = { id: string; words: string; moves: AccountMoves }

/** The bank and the drivers' accounts from the beginning of the month to its end. */
export function BankAndAccounts({ accounts: { before, moves, after } }: { accounts: MovedAccounts }) {
  const t = useT()
  const rows: Row[] = [
    { id: 'before', words: t('page.accounting.moved.before'), moves: before },
    ...moves.map(({ kind, moves: own }) => ({
      id: kind,
      words: kind === 'opening' ? t('page.accounting.moved.opening') : t(`page.accounts.kinds.${kind}`),
      moves: own,
    })),
  ]
  return (
    <Section title={t('page.accounting.moved.title')}>
      <Stack>
        <Words look="soft">{t('page.accounting.moved.text')}</Words>
        <Words look="soft">{t('page.accounting.moved.platforms')}</Words>
        <Table
          caption={t('page.accounting.moved.caption')}
          rows={rows}
          rowKey={({ id }) => id}
          columns={moveColumns(t)}
          foot={[
            t('page.accounting.moved.after'),
            ...MOVED_ACCOUNTS.map((account) => <Money key={account} cents={after[account]} look="bare" />),
          ]}
        />
      </Stack>
    </Section>
  )
}

function moveColumns(t: Translator): Column<Row>[] {
  return [
    { head: t('page.accounting.moved.kind'), cell: ({ words }) => words },
    ...MOVED_ACCOUNTS.map((account): Column<Row> => ({
      head: t(`page.accounting.moved.${account}`),
      number: true,
      first: account === 'bank',
      cell: ({ moves }) => <Money cents={moves[account]} look="bare" />,
    })),
  ]
}
