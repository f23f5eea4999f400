import { hasPower } from '#domain/access.ts'
import { lastOf } from '#domain/certain.ts'
import { sum } from '#domain/money.ts'
import { daysOfMonth, monthAt, readMonth } from '#domain/month.ts'
import { addUpVat } from '#domain/vat-month.ts'
import { listDependence } from '#features/accounting/dependence/queries.server.ts'
import { figuresOf, findDelivery } from '#features/accounting/month-deliveries/queries.server.ts'
import { sumsOf } from '#features/accounting/month-files/queries.server.ts'
import { sumMonth } from '#features/accounting/queries.server.ts'
import { reconcileMonth } from '#features/accounting/reconciliations/queries.server.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { formatDayShort, formatMonth, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { shows } from '#web/screen.server.ts'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { SideBySide, Bullets, Page, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Dependence } from './dependence.tsx'
import { Delivery } from './month-delivery.tsx'
import { BankAndAccounts, FromStatementsToPayments } from './month-books.tsx'
import { FilesOfMonth } from './month-files.tsx'
import { VatOfMonth } from './month-vat.tsx'
import type { Route } from './+types/month.ts'

export const loader = shows(async ({ params, context, url }: Route.LoaderArgs, { now, t }) => {
  const view = await sumMonth(readMonth(params.month))
  const { weeks, platforms, rents: _, ...month } = view
  const reconciliation = await reconcileMonth(view)
  const sums = await sumsOf(view, reconciliation)
  const { last } = daysOfMonth(month.month)
  return {
    ...month,
    // Only December, which ends the year, shows it.
    dependence:
      last.month === 12 ? { year: last.year, drivers: await listDependence({ year: last.year, until: last }) } : null,
    isRunning: month.month >= monthAt(now),
    missing: weeks.filter((week) => week.missing > 0).map(({ week, missing }) => ({ week, missing })),
    platforms,
    all: addUpVat(platforms.map(({ vat }) => vat)),
    // The accountant's choices where the law leaves one, as the settings of the month's last week have them.
    rules: await settingsIn(lastOf(weeks).week),
    statements: weeks.reduce((count, { issued }) => count + issued, 0),
    net: sum(weeks.map(({ net }) => net)),
    payments: reconciliation.payments,
    accounts: reconciliation.accounts,
    sums,
    delivery: await findDelivery(view.month, figuresOf(view, sums)),
    events: await listEvents(`month:${view.month}`),
    done: t.find(`page.accounting.delivery.saved.${url.searchParams.get('done') ?? ''}`),
    mayPay: hasPower(requireAdmin(context), 'money'),
  }
})

/** A month for the accountant: its sums, the VAT of the platforms, and every table as a file. */
export default function MonthScreen({ loaderData: month }: Route.ComponentProps) {
  const t = useT()
  const here = `/admin/accounting/${month.month}`
  const isEmpty = month.statements === 0 && month.platforms.length === 0 && month.missing.length === 0
  const delivery = <Delivery here={here} delivery={month.delivery} />
  const isChanged = (month.delivery?.changed ?? []).length > 0
  return (
    <>
      <PageHead
        title={formatMonth(month.month, t.language)}
        back={{ to: '/admin/accounting', label: t('page.accounting.title') }}
        actions={
          isEmpty ? null : (
            <>
              <LinkButton to={`${here}/invoices`} icon="document">
                {t('page.invoices.open')}
              </LinkButton>
              <LinkButton to={`${here}/cover.pdf`} icon="document" file>
                {t('page.accounting.files.cover')}
              </LinkButton>
              <LinkButton to={`${here}/folder.zip`} icon="download" kind="primary" download file>
                {t('page.accounting.files.zip')}
              </LinkButton>
            </>
          )
        }
      />
      <Page>
        {month.done === null ? null : <Done>{month.done}</Done>}
        {isEmpty ? (
          <EmptyState title={t('page.accounting.nothing.title')}>
            <p>{t('page.accounting.nothing.text')}</p>
          </EmptyState>
        ) : (
          <>
            <Missing missing={month.missing} isRunning={month.isRunning} last={month.last} />
            {isChanged ? delivery : null}
            <Figures boxed>
              <Figure name={t('page.accounting.facts.statements')}>{month.statements}</Figure>
              <Figure name={t('page.accounting.facts.net')}>
                <Money cents={month.net} />
              </Figure>
              <Figure name={t('page.accounting.facts.gross')}>
                <Money cents={month.all.gross} />
              </Figure>
              <Figure name={t('page.accounting.facts.withheld')} note={t('page.accounting.facts.withheldNote')}>
                <Money cents={month.withheld} />
              </Figure>
              <Figure
                name={t('page.accounting.facts.rents')}
                note={
                  month.rentsInside.length === 0
                    ? null
                    : t('page.accounting.facts.rentsInside', { count: month.rentsInside.length })
                }
              >
                <Money cents={sum(month.sums.invoices.map(({ amount }) => amount))} />
              </Figure>
              <Figure
                name={t('page.accounting.facts.receipts')}
                note={
                  month.receipts.missing === 0
                    ? null
                    : t('page.accounting.facts.receiptsNote', {
                        amount: formatMoney(month.receipts.missingValue, t.language),
                      })
                }
              >
                {month.receipts.missing}
              </Figure>
            </Figures>
            <RentsInside drivers={month.rentsInside} />
            <VatOfMonth parts={month.platforms} all={month.all} away={month.daysAway} rules={month.rules} />
            <SideBySide>
              <FromStatementsToPayments payments={month.payments} />
              <BankAndAccounts accounts={month.accounts} />
            </SideBySide>
            {month.dependence ? <Dependence {...month.dependence} /> : null}
            {isChanged || month.isRunning ? null : delivery}
          </>
        )}
        <FilesOfMonth here={here} sums={month.sums} mayPay={month.mayPay} />
        <RecordHistory events={month.events} />
      </Page>
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Missing({ missing, isRunning, last }: Pick<Loaded, 'missing' | 'isRunning' | 'last'>) {
  const t = useT()
  if (missing.length === 0 && !isRunning) return null
  return (
    <Notice tone="warn" title={t('page.accounting.running.title')}>
      <p>
        {isRunning ? `${t('page.accounting.running.runs', { day: formatDayShort(last, t.language) })} ` : null}
        {t('page.accounting.running.text')}
      </p>
      {missing.length > 0 ? (
        <Bullets>
          {missing.map(({ week, missing: count }) => (
            <li key={week}>{t('page.accounting.running.missing', { number: weekNumber(week), count })}</li>
          ))}
        </Bullets>
      ) : null}
    </Notice>
  )
}

/** The drivers whose rent is deducted from the receipt instead of being invoiced, which somebody has to decide. */
function RentsInside({ drivers }: { drivers: Loaded['rentsInside'] }) {
  const t = useT()
  if (drivers.length === 0) return null
  return (
    <Disclosure summary={t('page.accounting.facts.rentsInside', { count: drivers.length })}>
      <Stack>
        <Words look="soft">{t('page.accounting.facts.rentsInsideText')}</Words>
        <Facts>
          {drivers.map(({ driver, amount }) => (
            <Fact key={driver.ref} name={`${driver.ref} · ${driver.name}`}>
              <Money cents={amount} />
            </Fact>
          ))}
        </Facts>
      </Stack>
    </Disclosure>
  )
}
