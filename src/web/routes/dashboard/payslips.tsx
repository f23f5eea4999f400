import { redirect, useSearchParams } from 'react-router'
import { ZONE } from '#domain/week.ts'
import { findOwnDependence, yearOf } from '#features/accounting/dependence/queries.server.ts'
import type { OwnDependence } from '#features/accounting/dependence/schema.ts'
import { type YearOfReceipts, findOwnYear } from '#features/accounting/exemptions/queries.server.ts'
import { passesToFinalAccount } from '#features/departures/queries.server.ts'
import { listOwnDue } from '#features/payments/green-receipts/queries.server.ts'
import { listOwnStatements } from '#features/statements/queries.server.ts'
import { dayOf, formatDayShort } from '#messages/dates.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { StatementsOnPaper } from '#web/parts/statements-on-paper.tsx'
import { WeekChart } from '#web/parts/week-chart.tsx'
import { ownDriver } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Actions } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/payslips.ts'
import { OwnStatements } from './own-statements.tsx'
import styles from './home.module.css'

/** Weeks shown at once on a phone. */
const WEEKS_SHOWN = 12

export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const { year } = now.toZonedDateTimeISO(ZONE)
    const [statements, receipts, dependence, due] = await Promise.all([
      listOwnStatements(driver),
      findOwnYear(driver, year),
      findOwnDependence(driver, yearOf(now)),
      listOwnDue(driver),
    ])
    const [newest] = statements
    // The shortcut of the application's icon opens the newest statement.
    if (newest && url.searchParams.has('last'))
      throw redirect(sameLanguage(request, `/dashboard/payslips/${newest.name}`), 303)
    const isFinal = newest ? await passesToFinalAccount(newest.driverId, newest.week) : false
    return {
      statements,
      receipts,
      dependence,
      due,
      year,
      newestOwedTo: isFinal ? ('final-account' as const) : ('next-week' as const),
    }
  })

/** Every statement issued to the reader, the newest first. */
export default function PayslipsScreen({
  loaderData: { statements, receipts, dependence, due, year, newestOwedTo },
}: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  // One statement of each week is offered to start with: a merged record may have the same week.
  const ofThisRecord = statements.filter(({ formerRef }) => formerRef === null)
  const shown = ofThisRecord.slice(0, WEEKS_SHOWN).toReversed()
  return (
    <>
      <PageHead title={t('page.driverHome.list.title')} subtitle={t('page.driverHome.list.subtitle')} />
      {statements.length === 0 ? (
        <EmptyState title={t('page.driverHome.empty.title')}>
          <p>{t('page.driverHome.empty.text')}</p>
        </EmptyState>
      ) : (
        <SideBySide>
          <Stack>
            {query.get('done') === 'said' ? <Done>{t('page.accounting.dependence.own.done')}</Done> : null}
            {shown.length > 1 ? (
              <Card>
                <WeekChart
                  title={t('page.pictures.net.title')}
                  drawn="line"
                  weeks={shown.map(({ week }) => week)}
                  series={[{ name: t('page.pictures.net.name'), values: shown.map(({ net }) => net) }]}
                />
              </Card>
            ) : null}
            <div className={styles.list}>
              <OwnStatements statements={statements} newestOwedTo={newestOwedTo} due={due} />
            </div>
          </Stack>
          <Stack>
            <Card title={t('page.ownYear.title', { year })}>
              <Stack>
                <Words>{t('page.ownYear.openText')}</Words>
                <Actions>
                  <LinkButton to="/dashboard/payslips/own-year">{t('page.ownYear.open')}</LinkButton>
                </Actions>
              </Stack>
            </Card>
            <StatementsOnPaper weeks={ofThisRecord.map(({ week }) => week)} base="/dashboard/payslips" />
            {receipts ? <Receipts year={year} receipts={receipts} /> : null}
            {dependence ? <Dependence year={year} dependence={dependence} /> : null}
          </Stack>
        </SideBySide>
      )}
    </>
  )
}

/** How far the year's receipts are from the end of the VAT exemption; the driver's accountant decides what follows. */
function Receipts({ year, receipts: { total, limit, atOnce, state } }: { year: number; receipts: YearOfReceipts }) {
  const t = useT()
  const money = (amount: number) => formatMoney(amount, t.language)
  return (
    <Card title={t('page.accounting.exemption.ownTitle', { year })}>
      <Stack>
        <Words>{t('page.accounting.exemption.own', { total: money(total), limit: money(limit) })}</Words>
        {state === 'below' ? null : (
          <Words look="warn">{t(`page.accounting.exemption.advice.${state}`, { atOnce: money(atOnce) })}</Words>
        )}
        <Words look="soft">{t('page.accounting.exemption.ownOnly')}</Words>
      </Stack>
    </Card>
  )
}

/** How much of the year's income comes from this operator, and the contribution that the operator owes for it; the driver owes nothing. */
function Dependence({ year, dependence }: { year: number; dependence: OwnDependence }) {
  const t = useT()
  const { ours, elsewhere, share, state, rate, due, least, saidAt } = dependence
  const money = (amount: number) => formatMoney(amount, t.language)
  const percent = (part: number) => formatPercent(part, t.language)
  return (
    <Card title={t('page.accounting.dependence.own.card')}>
      <Stack>
        <Words>
          {t('page.accounting.dependence.own.what', { year, total: money(ours), share: percent(share) })}{' '}
          {t(`page.accounting.dependence.own.states.${state}`, {
            rate: percent(rate),
            due: money(due),
            least: money(least),
          })}
        </Words>
        <Words>{t('page.accounting.dependence.own.never')}</Words>
        <Words look="soft">
          {saidAt === null
            ? t('page.accounting.dependence.own.unsaid')
            : t(`page.accounting.dependence.own.${elsewhere === null ? 'saidNothing' : 'said'}`, {
                day: formatDayShort(dayOf(saidAt), t.language),
                elsewhere: money(elsewhere ?? 0),
              })}
        </Words>
        <Actions>
          <LinkButton to="/dashboard/payslips/other-income">
            {t(`page.accounting.dependence.own.${saidAt === null ? 'open' : 'change'}`)}
          </LinkButton>
        </Actions>
      </Stack>
    </Card>
  )
}
