import { href, useSearchParams } from 'react-router'
import { readStatementAddress } from '#domain/own-statement.ts'
import { Refusal } from '#domain/refusal.ts'
import { sendReceipt, withdrawReceipt } from '#features/payments/green-receipts/commands.server.ts'
import { findOwnReceipt } from '#features/payments/green-receipts/queries.server.ts'
import {
  type GreenReceiptView,
  type OwnReceipt,
  sentReceipt,
  receiptRecord,
} from '#features/payments/green-receipts/schema.ts'
import { formatWeekDays, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ownStatement } from '#web/own-statement.server.ts'
import { ReceiptWords } from '#web/parts/green-receipt.tsx'
import { ReceiptFields, ReceiptMark } from '#web/parts/receipt-to-issue.tsx'
import { answered } from '#web/reply.ts'
import { Card, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/receipt.ts'
import styles from './payslip.module.css'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { driver, week } = await ownStatement(context, params.week)
    const receipt = await findOwnReceipt(driver, week)
    if (!receipt) throw new Refusal('record.not-found')
    return { receipt, address: params.week }
  })

/** Sends a receipt, or takes one back that has no answer yet. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit(
    { request, context },
    ({ intent }) => `receipt.${intent}`,
    sentReceipt,
    async (said, change) => {
      const statement = await ownStatement(context, params.week)
      const page = href('/dashboard/payslips/:week/receipt', params)
      if (said.intent === 'send')
        return sameLanguage(request, `${page}?done=${await sendReceipt(change, statement, said)}`)
      await withdrawReceipt(change, statement.driver, said.receipt)
      return sameLanguage(request, `${page}?done=withdrawn`)
    },
  )

const DONE = ['matched', 'asked', 'withdrawn'] as const

/** The receipt of one statement: what to enter at the Portal, the file, and what became of it. */
export default function ReceiptScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { receipt, address } = loaderData
  const { week, toIssue, papers } = receipt
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE.find((name) => name === query.get('done'))
  const number = weekNumber(week)
  const former = readStatementAddress(address).formerRecord !== null
  const isSettled = receipt.mark !== null || papers.some(({ state }) => state === 'matched' || state === 'accepted')
  const isAsked = papers.some(({ state }) => state === 'asked')
  return (
    <div className={styles.page}>
      <PageHead
        back={{ to: `/dashboard/payslips/${address}`, label: t('page.greenReceipts.back', { number }) }}
        title={t('page.greenReceipts.title', { number })}
        subtitle={former ? address : formatWeekDays(week, t.language)}
      />
      <Stack>
        {done ? <Done>{t(`page.greenReceipts.done.${done}`)}</Done> : null}
        <FormReply reply={answered(actionData, 'withdraw')} />
        <ReceiptMark receipt={receipt} />
        {papers.length > 0 ? <Papers receipt={receipt} address={address} isSettled={isSettled} /> : null}
        {isSettled ? (
          <Disclosure level="line" summary={t('page.greenReceipts.toIssue')}>
            <ReceiptFields toIssue={toIssue} />
          </Disclosure>
        ) : (
          <>
            <Card title={t('page.greenReceipts.toIssue')}>
              <ReceiptFields toIssue={toIssue} />
            </Card>
            {isAsked ? null : <Sending />}
          </>
        )}
      </Stack>
    </div>
  )
}

type PapersProps = { receipt: OwnReceipt; address: string; isSettled: boolean }

function Papers({ receipt: { papers, toIssue }, address, isSettled }: PapersProps) {
  const t = useT()
  const value = formatMoney(toIssue.value, t.language)
  return (
    <Card title={t('page.greenReceipts.papers')}>
      <Stack>
        {papers.map((receipt) => (
          <Stack key={receipt.id}>
            <ReceiptWords receipt={receipt} />
            {receipt.state === 'released' && !isSettled ? (
              <p>{t(`page.greenReceipts.released.${isStillRight(receipt, toIssue) ? 'same' : 'other'}`, { value })}</p>
            ) : null}
            <p>
              <Link to={`/dashboard/payslips/${address}/receipt/${receipt.id}`} file>
                {t('page.greenReceipts.open', { name: receipt.fileName })}
              </Link>
            </p>
            {receipt.state === 'asked' ? (
              <Form inline data-outbox>
                <input type="hidden" name="intent" value="withdraw" />
                <input type="hidden" name="receipt" value={receipt.id} />
                <SubmitButton kind="outlined">{t('page.greenReceipts.withdraw')}</SubmitButton>
              </Form>
            ) : null}
          </Stack>
        ))}
      </Stack>
    </Card>
  )
}

/** Whether the receipt of a voided version has what the statement asks for now. */
function isStillRight({ reading }: GreenReceiptView, { value, totals }: OwnReceipt['toIssue']): boolean {
  return reading?.base === value && (totals === null || reading.toPay === totals.toPay)
}

function Sending() {
  const t = useT()
  return (
    <Card title={t('page.greenReceipts.sendTitle')}>
      <Form intent="send" of={receiptRecord} above={<p>{t('page.greenReceipts.sendText')}</p>} data-outbox>
        <div>
          <SubmitButton wide>{t('page.greenReceipts.send')}</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
