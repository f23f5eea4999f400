import { answerFinding, takeBackFinding } from '#features/payments/receipt-checks/commands.server.ts'
import { getFinding } from '#features/payments/receipt-checks/queries.server.ts'
import { findingAnswer, findingRecord } from '#features/payments/receipt-checks/schema.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { FindingState, findingSentences } from '#web/parts/receipt-findings.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/receipt-finding.ts'

export const loader = shows(({ params }: Route.LoaderArgs) => getFinding(params.id))

export const action = saves(
  ({ intent }) => `receipt.finding-${intent}`,
  findingAnswer,
  async (change, said, { params }: Route.ActionArgs) => {
    if (said.intent === 'take-back') {
      await takeBackFinding(change, params.id)
      return '/admin/weekly/receipts?done=take-back'
    }
    await answerFinding(change, params.id, {
      answer: said.intent === 'accept' ? 'accepted' : 'declined',
      words: said.words,
    })
    return '/admin/weekly/receipts?done=finding'
  },
)

/** One receipt that differs in e-Fatura from what we expected, and the answer that settles it. */
export default function ReceiptFindingScreen({ loaderData: finding, actionData }: Route.ComponentProps) {
  const t = useT()
  const { check, driver, week, weekName, state, answer, answeredAt } = finding
  return (
    <>
      <PageHead
        back={{ to: `/admin/weekly/receipts/checks/${check}`, label: t('page.greenReceipts.checks.title') }}
        title={
          week === null
            ? t('page.greenReceipts.checks.oneUnasked', { name: driver.name })
            : t('page.greenReceipts.office.one', { name: driver.name, number: weekNumber(week) })
        }
      />
      <Page width="narrow">
        <Stack>
          <div>
            <p>
              <FindingState finding={finding} />
            </p>
            {findingSentences(finding, t).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            {answer && answeredAt ? (
              <Words look="said">
                {answer} ({formatInstant(answeredAt, t.language)})
              </Words>
            ) : null}
            <p>
              <Link to={weekName ? `/admin/weekly/${weekName}/${driver.id}` : `/admin/drivers/${driver.id}`}>
                {weekName ? t('page.greenReceipts.office.statement') : driver.name}
              </Link>
            </p>
          </div>
          {state === 'asked' ? (
            <Section title={t('page.greenReceipts.checks.answer')}>
              <Form of={findingRecord} above={<Words look="soft">{t('page.greenReceipts.checks.answerText')}</Words>}>
                <Actions>
                  <SubmitButton name="intent" value="accept">
                    {t('page.greenReceipts.checks.accept')}
                  </SubmitButton>
                  <SubmitButton kind="outlined" name="intent" value="decline">
                    {t('page.greenReceipts.checks.decline')}
                  </SubmitButton>
                </Actions>
              </Form>
            </Section>
          ) : null}
          {state === 'accepted' || state === 'declined' ? (
            <Form inline>
              <FormReply reply={actionData} />
              <input type="hidden" name="intent" value="take-back" />
              <p>{t(`page.greenReceipts.checks.takeBackText.${state}`)}</p>
              <SubmitButton kind="outlined">{t('page.greenReceipts.office.takeBack')}</SubmitButton>
            </Form>
          ) : null}
          {state === 'gone' ? <p>{t('page.greenReceipts.checks.gone')}</p> : null}
        </Stack>
      </Page>
    </>
  )
}
