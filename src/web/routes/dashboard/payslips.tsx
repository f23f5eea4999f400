import { ZONE } from '#domain/week.ts'
import { type YearOfReceipts, findOwnYear } from '#features/accounting/exemptions/queries.server.ts'
import { listOwnStatements } from '#features/statements/queries.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { WeekChart } from '#web/parts/week-chart.tsx'
import { ownDriver } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Actions } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/payslips.ts'
import { OwnStatements } from './own-statements.tsx'
import styles from './home.module.css'

/** As many as are read on a phone. */
const WEEKS_SHOWN = 12

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { year } = context.get(requestContext).now.toZonedDateTimeISO(ZONE)
    const [statements, receipts] = await Promise.all([listOwnStatements(driver), findOwnYear(driver, year)])
    return { statements, receipts, year }
  })

/** Every statement that was issued to the reader, newest first. */
export default function PayslipsScreen({ loaderData: { statements, receipts, year } }: Route.ComponentProps) {
  const t = useT()
  // One of each week: a record that was merged into this one may have the same.
  const shown = statements
    .filter(({ formerRef }) => formerRef === null)
    .slice(0, WEEKS_SHOWN)
    .toReversed()
  return (
    <div className={styles.page}>
      <PageHead title={t('page.driverHome.list.title')} subtitle={t('page.driverHome.list.subtitle')} />
      {statements.length === 0 ? (
        <EmptyState title={t('page.driverHome.empty.title')}>
          <p>{t('page.driverHome.empty.text')}</p>
        </EmptyState>
      ) : (
        <div className={styles.list}>
          {shown.length > 1 ? (
            <Card>
              <WeekChart
                title={t('page.pictures.net.title')}
                weeks={shown.map(({ week }) => week)}
                series={[{ name: t('page.pictures.net.name'), values: shown.map(({ net }) => net) }]}
              />
            </Card>
          ) : null}
          <OwnStatements statements={statements} />
          <Years names={statements.map(({ name }) => name)} />
          {receipts ? <Receipts year={year} receipts={receipts} /> : null}
        </div>
      )}
    </div>
  )
}

/** Each year with a statement as one paper. */
function Years({ names }: { names: readonly string[] }) {
  const t = useT()
  const years = [...new Set(names.map((name) => name.slice(0, 4)))]
  return (
    <Section title={t('payslip.year.title')}>
      <Stack>
        <Words look="soft">{t('payslip.year.text')}</Words>
        <Actions>
          {years.map((year) => (
            <LinkButton key={year} to={`/dashboard/payslips/years/${year}`} icon="document" file>
              {t('payslip.year.open', { year })}
            </LinkButton>
          ))}
        </Actions>
      </Stack>
    </Section>
  )
}

/** How far the year's receipts are from the end of the exemption; it is the driver's accountant who decides. */
function Receipts({ year, receipts: { total, limit, atOnce, state } }: { year: number; receipts: YearOfReceipts }) {
  const t = useT()
  const money = (amount: number) => formatMoney(amount, t.language)
  return (
    <Section title={t('page.accounting.exemption.title', { year })}>
      <Stack>
        <Words>{t('page.accounting.exemption.own', { year, total: money(total), limit: money(limit) })}</Words>
        {state === 'below' ? null : (
          <Words look="warn">{t(`page.accounting.exemption.advice.${state}`, { atOnce: money(atOnce) })}</Words>
        )}
        <Words look="soft">{t('page.accounting.exemption.ownOnly')}</Words>
      </Stack>
    </Section>
  )
}
