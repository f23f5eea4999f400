import { PLAN_ACTS, type PlanAct, type PlanView } from '#features/plans/schema.ts'
import { useT } from '#web/i18n.tsx'
import { type Reply, answered } from '#web/reply.ts'
import { Section } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'

type Props = { plan: PlanView; reply: Reply | undefined }
/** The acts of the plan; that of a skipped week is at the week. */
type Intent = Exclude<PlanAct['intent'], 'unskip'>

/** The possible acts on a plan in its present state, each folded. */
export function PlanActs({ plan, reply }: Props) {
  const t = useT()
  const intents = intentsOf(plan)
  // The answer to an act that is no longer offered, because somebody else has made it impossible meanwhile, is shown
  // here.
  const isOffered = intents.some((intent) => intent === reply?.values['intent'])
  const refusal = isOffered ? null : <FormReply reply={reply} />
  if (intents.length === 0) return refusal
  return (
    <Section title={t('page.plans.acts.title')}>
      {refusal}
      {intents.map((intent) => {
        // The answer is shown by the form that was sent.
        const answer = answered(reply, intent)
        return (
          <Disclosure
            key={intent}
            level="line"
            summary={t(`page.plans.acts.${intent}`)}
            open={answer !== undefined || intent === 'approve'}
          >
            <Form
              intent={intent}
              of={PLAN_ACTS[intent]}
              values={valuesOf(intent, plan)}
              above={<ActWords intent={intent} plan={plan} />}
            >
              <div>
                <SubmitButton kind={intent === 'approve' ? 'primary' : 'outlined'}>
                  {t(`page.plans.acts.${intent}`)}
                </SubmitButton>
              </div>
            </Form>
          </Disclosure>
        )
      })}
    </Section>
  )
}

function intentsOf({ state, kind, held, proof, past, movements }: PlanView): Intent[] {
  if (state === 'requested') return ['approve', 'decline']
  if (state === 'declined') return ['reopen']
  if (state !== 'active' && state !== 'paid') return []
  const isUntouched = past.length + movements.length === 0 && !(kind === 'advance' && proof !== null)
  return [
    ...(state === 'active' ? (['skip', 'early', 'conditions', 'write-off'] as const) : []),
    ...(state === 'active' && isUntouched ? (['cancel'] as const) : []),
    ...(kind === 'deposit' && held > 0 ? (['used', 'returned'] as const) : []),
    ...(proof === null ? (['proof'] as const) : []),
  ]
}

/** First values of a form: an approval begins with what the driver asked, other conditions and a write-off with what is left. */
function valuesOf(intent: Intent, { total, count, coming, first, skipsIdle, remaining }: PlanView) {
  const next = coming[0]?.week ?? first
  const values = { count: coming.length, first: next, week: next, skipsIdle }
  if (intent === 'write-off') return { amount: remaining }
  return intent === 'approve' ? { ...values, amount: total, count } : values
}

function ActWords({ intent, plan }: { intent: Intent; plan: PlanView }) {
  const t = useT()
  if (intent === 'decline' || intent === 'proof') return null
  const isDeposit = intent === 'write-off' && plan.kind === 'deposit'
  return <p>{t(isDeposit ? 'page.plans.acts.write-offDeposit' : `page.plans.acts.${intent}Text`)}</p>
}
