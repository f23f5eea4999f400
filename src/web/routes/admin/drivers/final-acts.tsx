import type { ReactNode } from 'react'
import { minus } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { FinalAccount, FinalAct } from '#features/departures/final-accounts/schema.ts'
import { limitsOf } from '#forms/record.ts'
import { adjustmentReason } from '#features/adjustments/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ReturnedField } from '#web/parts/returned-field.tsx'
import { type Reply, answered } from '#web/reply.ts'
import { Section } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { DateField, FieldRow, FileDrop, MoneyField, TextField } from '#web/ui/fields.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'

type Intent = FinalAct['intent']
type Props = { account: FinalAccount; week: Week; reply: Reply | undefined }

/** What may be done to a final account as it stands, each behind its own fold. */
export function FinalActs({ account, week, reply }: Props) {
  const t = useT()
  const intents = intentsOf(account, week)
  // What somebody else has meanwhile made impossible is told although it is offered no more.
  const isOffered = intents.some((intent) => intent === reply?.values['intent'])
  return (
    <Section title={t('page.departures.acts.title')}>
      {isOffered ? null : <FormReply reply={reply} />}
      {intents.map((intent) => {
        // What came back belongs to the form that was sent.
        const own = answered(reply, intent)
        const isNext = intent === 'close' && account.state === 'ready'
        return (
          <Disclosure
            key={intent}
            level="line"
            summary={t(`page.departures.acts.${intent}`)}
            open={own !== undefined || isNext}
          >
            <Form intent={intent} encType="multipart/form-data">
              <ActFields intent={intent} account={account} week={week} />
              <TextField name="reason" label={t('page.departures.acts.reason')} {...limitsOf(adjustmentReason)} />
              <div>
                <SubmitButton kind={isNext ? 'primary' : 'outlined'}>
                  {t(intent === 'change' ? 'page.departures.acts.save' : `page.departures.acts.${intent}`)}
                </SubmitButton>
              </div>
            </Form>
          </Disclosure>
        )
      })}
    </Section>
  )
}

/** Something to close: a first time, or plans and deposits that came back, or money of the driver's that no open week pays. */
function intentsOf({ state, figures, plans, deposits, departure }: FinalAccount, week: Week): Intent[] {
  const isClosed = state === 'to-pay' || state === 'owing' || state === 'settled'
  const isLoose = plans.some(({ remaining }) => remaining > 0) || deposits.some(({ held }) => held > 0)
  const canClose = state === 'ready' || (isClosed && (isLoose || (figures.figure > 0 && departure.paysIn !== week)))
  return [
    ...(canClose ? (['close'] as const) : []),
    ...(isClosed && figures.carried < 0 ? (['received', 'write-off'] as const) : []),
    'change',
  ]
}

function ActFields({ intent, account, week }: Omit<Props, 'reply'> & { intent: Intent }): ReactNode {
  const t = useT()
  const { figures, departure } = account
  const debt = formatMoney(minus(figures.carried), t.language)
  switch (intent) {
    case 'close':
      return (
        <>
          <p>
            {figures.figure < 0
              ? t('page.departures.acts.closeDebt', { amount: formatMoney(minus(figures.figure), t.language) })
              : t('page.departures.acts.closeText', { number: weekNumber(week) })}
          </p>
          <input type="hidden" name="figure" value={figures.figure} />
        </>
      )
    case 'received':
      return (
        <>
          <p>{t('page.departures.acts.receivedText')}</p>
          <MoneyField name="amount" label={t('page.departures.acts.amount')} required />
          <FileDrop
            name="proof"
            label={t('page.departures.acts.proof')}
            help={t('page.departures.acts.proofHelp')}
            multiple={false}
          />
        </>
      )
    case 'write-off':
      return <p>{t('page.departures.acts.write-offText', { amount: debt })}</p>
    case 'change':
      return (
        <>
          <FieldRow>
            <DateField
              name="waitsUntil"
              label={t('page.departures.record.waits')}
              help={t('page.departures.record.waitsHelp')}
              defaultValue={departure.waitsUntil}
              required
            />
            <DateField
              name="signsInUntil"
              label={t('page.departures.record.signsIn')}
              help={t('page.departures.record.signsInHelp')}
              defaultValue={departure.signsInUntil ?? ''}
            />
          </FieldRow>
          <ReturnedField legend={t('page.departures.record.checklist')} checklist={departure.checklist} />
        </>
      )
  }
}
