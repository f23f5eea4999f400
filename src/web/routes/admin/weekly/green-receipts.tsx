import { driversApart } from '#domain/driver.ts'
import { useSearchParams } from 'react-router'
import { markWithoutPaper } from '#features/payments/green-receipts/commands.server.ts'
import { listAsked, listMarked, listMissing, listSettled } from '#features/payments/green-receipts/queries.server.ts'
import {
  type MarkedReceipt,
  type MissingReceipt,
  type OfficeReceipt,
  markInput,
} from '#features/payments/green-receipts/schema.ts'
import { listChecks, listOpenFindings } from '#features/payments/receipt-checks/queries.server.ts'
import type { ReceiptCheck } from '#features/payments/receipt-checks/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatWeekNumber, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ReceiptState, receiptDoubts } from '#web/parts/green-receipt.tsx'
import { Money } from '#web/parts/money.tsx'
import { FindingTable } from '#web/parts/receipt-findings.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/green-receipts.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => {
  const [findings, [check], asked, missing, settled, marked] = await Promise.all([
    listOpenFindings(),
    listChecks(),
    listAsked(),
    listMissing(now),
    listSettled(),
    listMarked(),
  ])
  const days = (since: string) => Math.floor(now.since(since).total('hours') / 24)
  return {
    findings: driversApart(findings),
    check: check ?? null,
    asked: driversApart(asked).map((receipt) => ({ ...receipt, days: days(receipt.sentAt) })),
    missing: driversApart(missing).map((receipt) => ({ ...receipt, days: days(receipt.approvedAt) })),
    settled: driversApart(settled),
    marked: driversApart(marked),
  }
})

export const action = saves('receipt.mark', markInput, async (change, { settlements }) => {
  await markWithoutPaper(change, settlements)
  return '/admin/weekly/receipts?done=mark'
})

const DONE = ['accept', 'decline', 'take-back', 'mark', 'finding'] as const

/** The receipts of all drivers: those that need an answer, missing ones, and those done. */
export default function GreenReceiptsScreen({ loaderData }: Route.ComponentProps) {
  const { findings, check, asked, missing, settled, marked } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE.find((name) => name === query.get('done'))
  return (
    <>
      <PageHead
        back={{ to: '/admin/weekly', label: t('page.week.list.title') }}
        title={t('page.greenReceipts.office.title')}
        subtitle={t('page.greenReceipts.office.subtitle')}
        actions={<LinkButton to="/admin/weekly/receipts/checks/new">{t('page.greenReceipts.checks.new')}</LinkButton>}
      />
      <Stack>
        {done ? <Done>{t(`page.greenReceipts.office.done.${done}`)}</Done> : null}
        <Section title={t('page.greenReceipts.office.asked')}>
          <Table
            caption={t('page.greenReceipts.office.askedCaption')}
            rows={asked}
            rowKey={({ id }) => id}
            href={({ id }) => `/admin/weekly/receipts/${id}`}
            columns={askedColumns(t)}
            empty={<State tone="ok">{t('page.greenReceipts.office.calm')}</State>}
          />
        </Section>
        {check || findings.length > 0 ? (
          <Section title={t('page.greenReceipts.checks.title')}>
            {check ? <LastCheck check={check} /> : null}
            {findings.length > 0 ? (
              <FindingTable findings={findings} caption={t('page.greenReceipts.checks.openCaption')} />
            ) : (
              <State tone="ok">{t('page.greenReceipts.checks.calm')}</State>
            )}
          </Section>
        ) : null}
        <Section title={t('page.greenReceipts.office.missing')}>
          <p>{t('page.greenReceipts.office.missingText')}</p>
          {missing.length > 0 ? (
            <Form wide>
              <Table
                caption={t('page.greenReceipts.office.missingCaption')}
                rows={missing}
                rowKey={({ settlementId }) => settlementId}
                href={({ weekName, driver }) => `/admin/weekly/${weekName}/${driver.id}`}
                columns={missingColumns(t)}
              />
              <p>{t('page.greenReceipts.office.marksText')}</p>
              <div>
                <SubmitButton kind="outlined">{t('page.greenReceipts.office.marks')}</SubmitButton>
              </div>
            </Form>
          ) : (
            <State tone="ok">{t('page.greenReceipts.office.allHere')}</State>
          )}
        </Section>
        {settled.length > 0 ? (
          <Disclosure summary={t('page.greenReceipts.office.settled')} aside={String(settled.length)}>
            <Table
              caption={t('page.greenReceipts.office.settledCaption')}
              rows={settled}
              rowKey={({ id }) => id}
              href={({ id }) => `/admin/weekly/receipts/${id}`}
              columns={settledColumns(t)}
            />
          </Disclosure>
        ) : null}
        {marked.length > 0 ? (
          <Disclosure summary={t('page.greenReceipts.office.marked')} aside={String(marked.length)}>
            <Table
              caption={t('page.greenReceipts.office.markedCaption')}
              rows={marked}
              rowKey={({ settlementId }) => settlementId}
              href={({ weekName }) => `/admin/weekly/${weekName}/receipts`}
              columns={markedColumns(t)}
            />
          </Disclosure>
        ) : null}
      </Stack>
    </>
  )
}

function LastCheck({ check }: { check: ReceiptCheck }) {
  const t = useT()
  return (
    <p>
      <Link to={`/admin/weekly/receipts/checks/${check.id}`}>
        {t('page.greenReceipts.checks.last', {
          file: check.fileName,
          first: formatDayShort(check.first, t.language),
          last: formatDayShort(check.last, t.language),
        })}
      </Link>
    </p>
  )
}

type Aged = { days: number }
const age = ({ days }: Aged, t: Translator) =>
  days < 1 ? t('page.greenReceipts.office.today') : t('page.greenReceipts.office.days', { count: days })
const heads =
  (t: Translator) => (name: 'driver' | 'week' | 'value' | 'found' | 'why' | 'age' | 'reminded' | 'state' | 'number') =>
    t(`page.greenReceipts.office.columns.${name}`)

function askedColumns(t: Translator): Column<OfficeReceipt & Aged>[] {
  const head = heads(t)
  return [
    { head: head('driver'), cell: ({ driver }) => driver.name },
    { head: head('week'), cell: ({ week }) => weekNumber(week) },
    { head: head('why'), wraps: true, cell: (receipt) => receiptDoubts(receipt, t).join(' ') },
    { head: head('age'), first: true, number: true, cell: (receipt) => age(receipt, t) },
  ]
}

function missingColumns(t: Translator): Column<MissingReceipt & Aged>[] {
  const head = heads(t)
  return [
    { head: head('driver'), cell: ({ driver }) => driver.name },
    { head: head('week'), cell: ({ week }) => weekNumber(week) },
    { head: head('value'), number: true, cell: ({ value }) => <Money cents={value} look="bare" /> },
    { head: head('age'), first: true, number: true, cell: (receipt) => age(receipt, t) },
    {
      head: head('reminded'),
      cell: ({ reminded }) => (reminded === 0 ? null : t('page.greenReceipts.office.reminded', { count: reminded })),
    },
    {
      head: t('page.greenReceipts.office.marks'),
      quiet: true,
      choice: true,
      centre: true,
      cell: ({ settlementId, driver, week }) => (
        <RowTick
          value={settlementId}
          label={`${t('page.greenReceipts.office.marks')}: ${driver.name}, ${formatWeekNumber(week, t.language)}`}
        />
      ),
    },
  ]
}

function settledColumns(t: Translator): Column<OfficeReceipt>[] {
  const head = heads(t)
  return [
    { head: head('driver'), cell: ({ driver }) => driver.name },
    { head: head('week'), cell: ({ week }) => weekNumber(week) },
    { head: head('number'), cell: ({ reading, fileName }) => reading?.number ?? fileName },
    {
      head: head('found'),
      number: true,
      cell: ({ reading }) => (reading ? <Money cents={reading.base} look="bare" /> : null),
    },
    { head: head('state'), first: true, cell: ({ state }) => <ReceiptState state={state} /> },
  ]
}

function markedColumns(t: Translator): Column<MarkedReceipt>[] {
  const head = heads(t)
  return [
    { head: head('driver'), cell: ({ driver }) => driver.name },
    { head: head('week'), cell: ({ week }) => weekNumber(week) },
    { head: head('value'), first: true, number: true, cell: ({ value }) => <Money cents={value} look="bare" /> },
    { head: head('state'), cell: ({ answer }) => t(`page.receipts.states.${answer}`) },
  ]
}

function RowTick({ value, label }: { value: string; label: string }) {
  return (
    <label>
      <input type="checkbox" name="settlements[]" value={value} aria-label={label} />
    </label>
  )
}
