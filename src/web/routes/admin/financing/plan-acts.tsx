import type { ReactNode } from 'react'
import type { PlanAct, PlanView } from '#features/plans/schema.ts'
import { formatAmount } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { InstalmentFields, ProofField, ReasonField } from '#web/parts/money-fields.tsx'
import { type Reply, answered } from '#web/reply.ts'
import { Section } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { CheckboxField, DateField, MoneyField } from '#web/ui/fields.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'

type Props = { plan: PlanView; reply: Reply | undefined }
type Intent = PlanAct['intent']

/** What may be done to a plan as it stands, each behind its own fold. */
export function PlanActs({ plan, reply }: Props) {
  const t = useT()
  const intents = intentsOf(plan)
  // What somebody else has meanwhile made impossible is told although it is offered no more.
  const isOffered = intents.some((intent) => intent === reply?.values['intent'])
  const refusal = isOffered ? null : <FormReply reply={reply} />
  if (intents.length === 0) return refusal
  return (
    <Section title={t('page.plans.acts.title')}>
      {refusal}
      {intents.map((intent) => {
        // What came back belongs to the form that was sent.
        const own = answered(reply, intent)
        return (
          <Disclosure
            key={intent}
            level="line"
            summary={t(`page.plans.acts.${intent}`)}
            open={own !== undefined || intent === 'approve'}
          >
            <Form intent={intent} encType="multipart/form-data">
              <ActFields intent={intent} plan={plan} />
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
  if (state !== 'active' && state !== 'paid') return []
  const isUntouched = past.length + movements.length === 0 && !(kind === 'advance' && proof !== null)
  return [
    ...(state === 'active' ? (['skip', 'early', 'conditions', 'write-off'] as const) : []),
    ...(state === 'active' && isUntouched ? (['cancel'] as const) : []),
    ...(kind === 'deposit' && held > 0 ? (['used', 'returned'] as const) : []),
    ...(proof === null ? (['proof'] as const) : []),
  ]
}

function ActFields({ intent, plan }: { intent: Intent; plan: PlanView }): ReactNode {
  const t = useT()
  const reason = <ReasonField />
  switch (intent) {
    case 'decline':
      return reason
    case 'cancel':
      return (
        <>
          <p>{t('page.plans.acts.cancelText')}</p>
          {reason}
        </>
      )
    case 'proof':
      return <ProofField required />
    case 'skip':
      return (
        <>
          <p>{t('page.plans.acts.skipText')}</p>
          <DateField
            name="week"
            label={t('page.plans.acts.week')}
            help={t('page.plans.form.firstHelp')}
            defaultValue={plan.coming[0]?.week ?? plan.first}
            required
          />
          {reason}
        </>
      )
    case 'approve':
    case 'conditions':
      return (
        <>
          <p>{t(`page.plans.acts.${intent}Text`)}</p>
          {intent === 'approve' ? (
            <MoneyField
              name="amount"
              label={t('page.plans.form.amount')}
              defaultValue={formatAmount(plan.total, t.language)}
              required
            />
          ) : null}
          <InstalmentFields
            count={intent === 'approve' ? plan.count : plan.coming.length}
            first={plan.coming[0]?.week ?? plan.first}
          />
          {intent === 'conditions' ? (
            <CheckboxField name="skipsIdle" label={t('page.plans.form.skipsIdle')} defaultChecked={plan.skipsIdle} />
          ) : null}
          {reason}
        </>
      )
    case 'write-off':
      return (
        <>
          <p>{t(plan.kind === 'deposit' ? 'page.plans.acts.write-offDeposit' : 'page.plans.acts.write-offText')}</p>
          {reason}
        </>
      )
    case 'early':
    case 'returned':
    case 'used':
      return (
        <>
          <p>{t(`page.plans.acts.${intent}Text`)}</p>
          <MoneyField name="amount" label={t('page.plans.acts.amount')} required />
          {reason}
          {intent === 'used' ? <ProofField /> : null}
        </>
      )
  }
}
