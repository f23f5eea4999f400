import { href, useSearchParams } from 'react-router'
import { z } from 'zod'
import { splitOf } from '#domain/money-flow.ts'
import { readStatementAddress } from '#domain/own-statement.ts'
import { confirmStatement } from '#features/statements/disputes/commands.server.ts'
import type { Opinions } from '#features/statements/disputes/schema.ts'
import { findOwnReceipt } from '#features/payments/green-receipts/queries.server.ts'
import { type OwnReceipt, isReceiptDue } from '#features/payments/green-receipts/schema.ts'
import { showOwnStatement } from '#features/statements/queries.server.ts'
import { weekName } from '#domain/week.ts'
import { formatDay, formatInstant, formatWeekDays, weekNumber } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useLanguage, useT } from '#web/i18n.tsx'
import { ownStatement } from '#web/own-statement.server.ts'
import { openDispute } from '#web/parts/line-opinion.tsx'
import { SettlementStateWord } from '#web/parts/settlement-state.tsx'
import { comparison } from '#web/parts/statement-head.tsx'
import { Link } from '#web/links.tsx'
import { ReceiptState } from '#web/parts/green-receipt.tsx'
import { ReceiptFields, ReceiptMark } from '#web/parts/receipt-to-issue.tsx'
import { SplitOfFares } from '#web/parts/split-of-fares.tsx'
import { StatementLines } from '#web/parts/statement-lines.tsx'
import { ownDriver } from '#web/session.server.ts'
import { Amount } from '#web/ui/amount.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/payslip.ts'
import styles from './payslip.module.css'

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { now } = context.get(requestContext)
    const language = languageOf(new URL(request.url).pathname)
    const [shown, { driver, week }] = await Promise.all([
      showOwnStatement({ driverId: ownDriver(context), ...readStatementAddress(params.week), language, now }),
      ownStatement(context, params.week),
    ])
    return { ...shown, receipt: await findOwnReceipt(driver, week) }
  })

/** Records that the driver finds the whole statement right. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'dispute.say', z.object({}), async (_, change) => {
    await confirmStatement(change, await ownStatement(context, params.week))
    return sameLanguage(request, `${href('/dashboard/payslips/:week', params)}?done=allRight`)
  })

const DONE = ['allRight', 'right', 'contested', 'withdrawn'] as const

/** The driver's own statement: first what they receive, then every line with its reasons. */
export default function PayslipScreen({ loaderData: { statement, opinions, receipt } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE.find((name) => name === query.get('done'))
  const language = useLanguage()
  const { week, name, settlement, owedTo, state, payDay, paymentNote, cameBack, asksIban, driver } = statement
  const former = readStatementAddress(name).formerRecord !== null
  const compared = comparison(statement, t)
  const hasDispute = Object.values(opinions?.lines ?? {}).some(openDispute)
  const split = splitOf(settlement.lines)
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageHead
          back={{ to: '/dashboard/payslips', label: t('page.driverHome.list.title') }}
          title={t('page.statement.title', { number: weekNumber(week) })}
          detail={formatWeekDays(week, language)}
          {...(former ? { subtitle: t('page.driverHome.formerRecord', { ref: driver.ref }) } : {})}
        />
        {done ? (
          <div className={styles.done}>
            <Done>{t(`page.disputes.done.${done === 'allRight' && hasDispute ? 'restRight' : done}`)}</Done>
          </div>
        ) : null}
      </div>
      <div className={styles.amount}>
        <p>
          <Amount cents={settlement.net} size="big" />
        </p>
        <p className={styles.day}>
          <span>
            {payDay
              ? payDay.planned
                ? t('page.driverHome.planned', { day: formatDay(payDay.day, language) })
                : formatDay(payDay.day, language)
              : t(settlement.net < 0 ? `page.driverHome.carried.${owedTo}` : 'page.statement.nothing')}
          </span>
          <SettlementStateWord state={state} />
        </p>
        {cameBack ? (
          <div className={styles.cameBack}>
            <Notice tone="warn" title={t('page.driverHome.cameBack.title', { number: weekNumber(week) })}>
              <p>{t(`page.driverHome.cameBack.${asksIban ? 'text' : 'ours'}`)}</p>
              {asksIban ? (
                <Link to="/dashboard/data?field=iban#ask">{t('page.driverHome.cameBack.action')}</Link>
              ) : null}
            </Notice>
          </div>
        ) : null}
        {compared ? <p className={styles.compared}>{compared}</p> : null}
        {paymentNote ? (
          <p className={styles.compared}>{t('page.statement.paymentNote', { note: paymentNote })}</p>
        ) : null}
      </div>
      <article className={styles.sheet}>
        <StatementLines statement={statement} reader="driver" opinions={opinions} heading="h2" />
      </article>
      <div className={styles.after}>
        {split ? (
          <div className={styles.whole}>
            <Card>
              <SplitOfFares split={split} reader="driver" />
            </Card>
          </div>
        ) : null}
        {opinions ? <WholeOpinion opinions={opinions} address={`/dashboard/payslips/${name}`} /> : null}
        {opinions ? (
          <p className={styles.clock}>
            {t(opinions.isOpen ? 'page.disputes.until' : 'page.disputes.over', {
              until: formatInstant(opinions.until, language),
            })}
          </p>
        ) : null}
        {receipt ? <Receipt receipt={receipt} address={`/dashboard/payslips/${name}/receipt`} /> : null}
        <p className={styles.pdf}>
          <LinkButton to={`/dashboard/payslips/${name}/pdf`} icon="download" file>
            {t('page.statement.downloadPdf')}
          </LinkButton>
          <LinkButton to={`/dashboard/help/new?about=week:${weekName(week)}`} kind="text">
            {t('page.support.ask.link')}
          </LinkButton>
        </p>
      </div>
    </div>
  )
}

/** The receipt to issue, field by field, until it arrives; then one line with a link to it. */
function Receipt({ receipt, address }: { receipt: OwnReceipt; address: string }) {
  const t = useT()
  const isHere = !isReceiptDue(receipt)
  return (
    <div className={styles.whole}>
      <Card title={t(isHere ? 'page.greenReceipts.papers' : 'page.greenReceipts.toIssue')}>
        <Stack>
          <ReceiptMark receipt={receipt} />
          {receipt.papers.some(({ state: paper }) => paper === 'asked') ? <ReceiptState state="asked" /> : null}
          {isHere ? null : <ReceiptFields toIssue={receipt.toIssue} />}
          <LinkButton to={address} kind={isHere ? 'outlined' : 'primary'} wide>
            {t(isHere ? 'page.greenReceipts.see' : 'page.greenReceipts.issue')}
          </LinkButton>
        </Stack>
      </Card>
    </div>
  )
}

/** One press that agrees with every line; afterwards shows that. */
function WholeOpinion({ opinions: { lines, isOpen }, address }: { opinions: Opinions; address: string }) {
  const t = useT()
  const open = Object.values(lines).filter((said) => !openDispute(said))
  const isWhole = open.length === Object.keys(lines).length
  const isRight = open.every((said) => said.isRight)
  // When nothing can be contested any more, nobody is asked.
  if (open.length === 0 || (!isOpen && !isRight)) return null
  return (
    <div className={styles.whole}>
      {isRight ? (
        <State tone="ok">{t(isWhole ? 'page.disputes.allRight' : 'page.disputes.restRight')}</State>
      ) : (
        <Form quiet action={address} data-stay="" data-outbox>
          <SubmitButton kind="primary" wide>
            {t(isWhole ? 'page.disputes.sayAllRight' : 'page.disputes.sayRestRight')}
          </SubmitButton>
        </Form>
      )}
    </div>
  )
}
