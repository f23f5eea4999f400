import type { Flow, FlowFrom, FlowTo } from '#domain/money-flow.ts'
import type { Cents } from '#domain/money.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { Card } from '#web/ui/card.tsx'
import { FlowChart, type FlowPart } from '#web/ui/charts/flow.tsx'
import { Table } from '#web/ui/table.tsx'

/** The money of a week, from the platforms through the statements to the bank, and what each takes on the way. */
export function WeekFlow({ flow }: { flow: Flow }) {
  const t = useT()
  const { from, to, total, statements } = flow
  if (from.length === 0 || to.length === 0) return null
  const money = (cents: number) => formatMoney(cents, t.language)
  const paid = to.find(({ name }) => name === 'payable')?.amount ?? 0
  const sides = [
    ...from.map((part) => ({ ...part, side: 'from' as const })),
    ...to.map((part) => ({ ...part, side: 'to' as const })),
  ]
  return (
    <Card>
      <FlowChart
        title={t('page.pictures.flow.title', { paid: money(paid), total: money(total) })}
        about={t('page.pictures.flow.about')}
        says={t('page.pictures.flow.says', {
          from: from.map(({ name, amount }) => `${t(`page.pictures.flow.names.${name}`)} ${money(amount)}`).join(', '),
          to: to.map(({ name, amount }) => `${t(`page.pictures.flow.names.${name}`)} ${money(amount)}`).join(', '),
        })}
        through={t('page.pictures.flow.statements', { count: statements })}
        from={from.map(partOf)}
        to={to.map(partOf)}
        table={
          <Table
            caption={t('page.pictures.flow.about')}
            phone="columns"
            rows={sides}
            rowKey={({ side, name }) => `${side} ${name}`}
            columns={[
              { head: t('page.pictures.flow.what'), cell: ({ name }) => t(`page.pictures.flow.names.${name}`) },
              { head: t('page.pictures.flow.in'), number: true, cell: (part) => amountOn(part, 'from') },
              { head: t('page.pictures.flow.out'), number: true, cell: (part) => amountOn(part, 'to') },
            ]}
            foot={[
              t('page.pictures.flow.sum'),
              <Money key="in" cents={total} look="bare" />,
              <Money key="out" cents={total} look="bare" />,
            ]}
          />
        }
      />
    </Card>
  )

  function partOf({ name, amount }: { name: FlowFrom | FlowTo; amount: Cents }): FlowPart {
    return {
      key: name,
      name: t(`page.pictures.flow.names.${name}`),
      words: money(amount),
      value: amount,
      ...(name === 'payable' ? { look: 'done' as const } : name === 'owed' ? { look: 'warn' as const } : {}),
    }
  }

  function amountOn({ side, amount }: (typeof sides)[number], on: 'from' | 'to') {
    return side === on ? <Money cents={amount} look="bare" /> : null
  }
}
