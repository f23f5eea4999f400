import { minus } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { FINAL_ACTS, type FinalAccount, type FinalAct } from '#features/departures/final-accounts/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ReturnedField } from '#web/parts/returned-field.tsx'
import { type Reply, answered } from '#web/reply.ts'
import { Section } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'

/** The acts of the account; that of a movement is at the movement. */
type Intent = Exclude<FinalAct['intent'], 'take-back'>
type Props = { account: FinalAccount; week: Week; reply: Reply | undefined }

/** The possible acts on a final account in its present state, each folded. */
export function FinalActs({ account, week, reply }: Props) {
  const t = useT()
  const intents = intentsOf(account, week)
  // The reason of an act is not the one for which the driver left.
  const { waitsUntil, signsInUntil } = account.departure
  const checklist = (
    <ReturnedField legend={t('page.departures.record.checklist')} checklist={account.departure.checklist} />
  )
  // The answer to an act that is no longer offered, because somebody else has made it impossible meanwhile, is shown
  // here.
  const isOffered = ['take-back', ...intents].some((intent) => intent === reply?.values['intent'])
  return (
    <Section title={t('page.departures.acts.title')}>
      {isOffered ? null : <FormReply reply={reply} />}
      {intents.map((intent) => {
        // The answer is shown by the form that was sent.
        const answer = answered(reply, intent)
        const isNext = intent === 'close' && account.state === 'ready'
        return (
          <Disclosure
            key={intent}
            level="line"
            summary={t(`page.departures.acts.${intent}`)}
            open={answer !== undefined || isNext}
          >
            <Form
              intent={intent}
              of={FINAL_ACTS[intent]}
              values={
                intent === 'write-off' ? { amount: minus(account.figures.carried) } : { waitsUntil, signsInUntil }
              }
              drawn={{ checklist }}
              above={<ActWords intent={intent} account={account} week={week} />}
            >
              {intent === 'close' ? <input type="hidden" name="figure" value={account.figures.figure} /> : null}
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

/**
 * The account can be closed for the first time, or again if plans or deposits came back, or if it owes the driver money that
 * no open week pays.
 */
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

function ActWords({ intent, account: { figures }, week }: Omit<Props, 'reply'> & { intent: Intent }) {
  const t = useT()
  if (intent === 'change') return null
  if (intent === 'received') return <p>{t('page.departures.acts.receivedText')}</p>
  if (intent === 'write-off') return <p>{t('page.departures.acts.write-offText')}</p>
  return (
    <p>
      {figures.figure < 0
        ? t('page.departures.acts.closeDebt', { amount: formatMoney(minus(figures.figure), t.language) })
        : t('page.departures.acts.closeText', { number: weekNumber(week) })}
    </p>
  )
}
