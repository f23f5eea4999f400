import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { answerReceipt, takeBackAnswer } from '#features/payments/green-receipts/commands.server.ts'
import { getReceipt } from '#features/payments/green-receipts/queries.server.ts'
import { answerInput, answerRecord } from '#features/payments/green-receipts/schema.ts'
import { formatWeek, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ReceiptWords } from '#web/parts/green-receipt.tsx'
import { SignatureWords } from '#web/parts/paper-signature.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Links, Shown } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/green-receipt.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const receipt = await getReceipt(params.id)
  return { receipt, reach: await reachOfDriver(receipt.driver, 'receipt-declined') }
})

export const action = saves(
  ({ intent }) => `receipt.${intent}`,
  answerInput,
  async (change, said, { params }: Route.ActionArgs) => {
    if (said.intent === 'take-back') await takeBackAnswer(change, params.id)
    else {
      const answer = said.intent === 'accept' ? 'accepted' : 'declined'
      await answerReceipt(change, params.id, { answer, words: said.words })
    }
    return `/admin/weekly/receipts?done=${said.intent}`
  },
)

/** One receipt that a driver sent: its content, how it differs, and the answer that settles it. */
export default function GreenReceiptScreen({ loaderData: { receipt, reach }, actionData }: Route.ComponentProps) {
  const t = useT()
  const { id, driver, week, weekName, value, fileName, state, isPicture } = receipt
  return (
    <>
      <PageHead
        back={{ to: '/admin/weekly/receipts', label: t('page.greenReceipts.office.back') }}
        title={t('page.greenReceipts.office.one', { name: driver.name, number: weekNumber(week) })}
        subtitle={formatWeek(week, t.language)}
      />
      <SideBySide>
        <Stack>
          <div>
            <p>{t('page.greenReceipts.office.asks', { value: formatMoney(value, t.language) })}</p>
            <ReceiptWords receipt={receipt} />
            <p>
              <SignatureWords signature={receipt.signature} />
            </p>
            <Links>
              <Link to={`/admin/weekly/receipts/${id}/file`} file>
                {t('page.greenReceipts.open', { name: fileName })}
              </Link>
              <Link to={`/admin/weekly/${weekName}/${driver.id}`}>{t('page.greenReceipts.office.statement')}</Link>
            </Links>
          </div>
          {state === 'asked' ? (
            <Section title={t('page.greenReceipts.office.answer')}>
              <ReachNote reach={reach} name={driver.name} driver={driver.id} />
              <Form of={answerRecord}>
                <Actions>
                  <SubmitButton name="intent" value="accept">
                    {t('page.greenReceipts.office.accept')}
                  </SubmitButton>
                  <SubmitButton kind="outlined" name="intent" value="decline">
                    {t('page.greenReceipts.office.decline')}
                  </SubmitButton>
                </Actions>
              </Form>
            </Section>
          ) : state === 'matched' || state === 'accepted' || state === 'declined' ? (
            <Form inline>
              <FormReply reply={actionData} />
              <input type="hidden" name="intent" value="take-back" />
              {state === 'declined' ? null : <p>{t('page.greenReceipts.office.takeBackText')}</p>}
              <SubmitButton kind="outlined">{t('page.greenReceipts.office.takeBack')}</SubmitButton>
            </Form>
          ) : null}
        </Stack>
        {isPicture ? (
          <Link to={`/admin/weekly/receipts/${id}/file`} file>
            <Shown src={`/admin/weekly/receipts/${id}/file`} alt={t('page.greenReceipts.open', { name: fileName })} />
          </Link>
        ) : null}
      </SideBySide>
    </>
  )
}
