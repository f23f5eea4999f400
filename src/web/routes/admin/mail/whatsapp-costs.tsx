import { messageCost } from '#domain/message-cost.ts'
import { type WhatsAppMonth, pricesRecord } from '#features/mail/whatsapp/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatMonth } from '#messages/dates.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** The messages sent, those that Meta charges for, and their cost at the price that the office typed. */
export function Costs({
  months,
  prices,
}: {
  months: readonly WhatsAppMonth[]
  prices: Readonly<Record<string, number>>
}) {
  const t = useT()
  return (
    <Card title={t('page.whatsApp.costs.title')}>
      <Stack>
        <Words look="small">{t('page.whatsApp.costs.text')}</Words>
        {months.length === 0 ? null : (
          <Table
            caption={t('page.whatsApp.costs.caption')}
            rows={months}
            rowKey={({ month, category }) => `${month} ${category}`}
            columns={costColumns(t)}
          />
        )}
        <Form of={pricesRecord} intent="prices" values={prices} version={null} mayBeEmpty>
          <Actions>
            <SubmitButton kind="outlined">{t('page.whatsApp.costs.save')}</SubmitButton>
          </Actions>
        </Form>
      </Stack>
    </Card>
  )
}

function costColumns(t: Translator): Column<WhatsAppMonth>[] {
  const number = (name: 'sent' | 'delivered' | 'read' | 'failed' | 'billable'): Column<WhatsAppMonth> => ({
    head: t(`page.whatsApp.costs.columns.${name}`),
    number: true,
    cell: (row) => formatNumber(row[name], t.language),
  })
  return [
    { head: t('page.whatsApp.costs.columns.month'), first: true, cell: ({ month }) => formatMonth(month, t.language) },
    {
      head: t('page.whatsApp.costs.columns.category'),
      cell: ({ category }) =>
        category === null
          ? t('page.whatsApp.costs.categories.none')
          : (t.find(`page.whatsApp.costs.categories.${category}`) ?? category),
    },
    number('sent'),
    number('delivered'),
    number('read'),
    number('failed'),
    number('billable'),
    {
      head: t('page.whatsApp.costs.columns.cost'),
      number: true,
      cell: ({ billable, price }) =>
        price === null
          ? billable > 0
            ? t('page.whatsApp.costs.noPrice')
            : '–'
          : formatMoney(messageCost(billable, price), t.language),
    },
  ]
}
