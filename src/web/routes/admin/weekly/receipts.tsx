import { driversApart } from '#domain/driver.ts'
import { readWeek, weekName } from '#domain/week.ts'
import { answerReceipts, takeBackReceipts } from '#features/payments/receipts/commands.server.ts'
import { listReceipts } from '#features/payments/receipts/queries.server.ts'
import { type ReceiptView, receiptInput, waivingRecord } from '#features/payments/receipts/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatWeekDays, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { usePaged } from '#web/parts/paged.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Fieldset, Tick } from '#web/ui/fields.tsx'
import { Form, RecordFields, SubmitButton } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { type Reply, answered as answerTo } from '#web/reply.ts'
import type { Route } from './+types/receipts.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  return { week, name: weekName(week), receipts: driversApart(await listReceipts(week)) }
})

export const action = saves('receipt.answer', receiptInput, async (change, said, { params }: Route.ActionArgs) => {
  const week = readWeek(params.week)
  if (said.intent === 'taken-back') await takeBackReceipts(change, week, said.settlements)
  else {
    const note = said.intent === 'waived' ? said.note : ''
    await answerReceipts(change, week, said.settlements, { answer: said.intent, note })
  }
  return `/admin/weekly/${weekName(week)}/receipts`
})

/** The receipts that payments wait for: those that came are ticked; paying without one needs a reason. */
export default function ReceiptsScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { week, name, receipts } = loaderData
  const t = useT()
  const awaited = receipts.filter(({ state }) => state === 'awaited')
  const answered = receipts.filter(({ state }) => state !== 'awaited')
  return (
    <>
      <PageHead
        back={{ to: `/admin/weekly/${name}`, label: t('page.receipts.back') }}
        title={t('page.receipts.title', { number: weekNumber(week) })}
        subtitle={formatWeekDays(week, t.language)}
      />
      <Stack>
        <p>{t('page.receipts.text')}</p>
        {awaited.length > 0 ? <Awaited receipts={awaited} reply={actionData} /> : <p>{t('page.receipts.none')}</p>}
        {answered.length > 0 ? <Answered receipts={answered} /> : null}
      </Stack>
    </>
  )
}

type Props = { receipts: readonly ReceiptView[] }

function Awaited({ receipts, reply }: Props & { reply: Reply | undefined }) {
  const t = useT()
  const waived = answerTo(reply, 'waived')
  return (
    <Section title={t('page.receipts.awaited')}>
      <Form reply={waived ? undefined : reply}>
        <Choices receipts={receipts} ticked={false} />
        <div>
          <SubmitButton name="intent" value="received">
            {t('page.receipts.received')}
          </SubmitButton>
        </div>
      </Form>
      <Disclosure level="line" summary={t('page.receipts.waived')} open={waived !== undefined}>
        <Form intent="waived">
          <p>{t('page.receipts.waivedText')}</p>
          <Choices receipts={receipts} ticked={receipts.length === 1} />
          <RecordFields of={waivingRecord} />
          <div>
            <SubmitButton kind="outlined">{t('page.receipts.waived')}</SubmitButton>
          </div>
        </Form>
      </Disclosure>
    </Section>
  )
}

function Choices({ receipts, ticked }: Pick<Props, 'receipts'> & { ticked: boolean }) {
  const t = useT()
  return (
    <Fieldset legend={t('page.receipts.awaited')} quiet>
      {receipts.map(({ settlementId, driver, value, payable }) => (
        <Tick key={settlementId} name="settlements[]" value={settlementId} checked={ticked}>
          {t('page.receipts.one', {
            name: driver.name,
            value: formatMoney(value, t.language),
            payable: formatMoney(payable, t.language),
          })}
        </Tick>
      ))}
    </Fieldset>
  )
}

function Answered({ receipts }: Props) {
  const t = useT()
  const { shown, pages } = usePaged(receipts)
  return (
    <Section title={t('page.receipts.answered')}>
      <Table
        caption={t('page.receipts.caption')}
        rows={shown}
        rowKey={({ settlementId }) => settlementId}
        columns={columns(t)}
      />
      {pages}
    </Section>
  )
}

function columns(t: Translator): Column<ReceiptView>[] {
  return [
    { head: t('page.receipts.columns.driver'), cell: ({ driver }) => driver.name },
    { head: t('page.receipts.columns.value'), number: true, cell: ({ value }) => <Money cents={value} look="bare" /> },
    {
      head: t('page.receipts.columns.state'),
      cell: ({ state, note }) => [t(`page.receipts.states.${state}`), note].filter(Boolean).join(': '),
    },
    {
      head: t('page.receipts.columns.actions'),
      quiet: true,
      cell: (receipt) => (receipt.isOpen ? <TakeBack receipt={receipt} /> : null),
    },
  ]
}

function TakeBack({ receipt: { settlementId, driver } }: { receipt: ReceiptView }) {
  const t = useT()
  return (
    <Form inline>
      <input type="hidden" name="intent" value="taken-back" />
      <input type="hidden" name="settlements[]" value={settlementId} />
      <SubmitButton kind="text" aria-label={t('page.receipts.takeBackOf', { name: driver.name })}>
        {t('page.receipts.takeBack')}
      </SubmitButton>
    </Form>
  )
}
