import { ACCOUNT_MAX, type BankListField } from '#domain/bank-list.ts'
import { DAY_ORDERS, DECIMAL_MARKS } from '#domain/mapping.ts'
import { useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { Section } from '#web/ui/card.tsx'
import { CheckboxField, ChoiceField, FieldRow, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page } from '#web/ui/layout.tsx'
import { TeachColumn, TeachFile } from '../data/teach-file.tsx'
import type { BankTeachView } from './teach.server.ts'

/** All answers travel in the address, so that looking changes nothing and works without a script. */
export function TeachBankForm({ view }: { view: BankTeachView }) {
  const t = useT()
  const reply: Reply = { values: view.values, fieldErrors: view.errors, refusal: null }
  const { proofs } = view.look
  return (
    <Form method="get" noValidate data-live="content" data-stay="" wide quiet reply={reply}>
      <TeachFile view={{ ...view, isCorrecting: false, sheets: [], sheet: 0 }} />
      <Section title={t('page.bank.lists.columns')}>
        <Page width="middle">
          <TextField
            name="account"
            label={t('page.bank.lists.accountName')}
            help={t('page.bank.lists.accountHelp')}
            maxLength={ACCOUNT_MAX}
            autoComplete="off"
            required
          />
          <FieldRow>
            <Column view={view} field="booked" required />
            <Column view={view} field="value" />
          </FieldRow>
          <FieldRow>
            <Column view={view} field="text" required />
            <Column view={view} field="party" />
          </FieldRow>
          <FieldRow>
            <Column view={view} field="amount" help={t('page.bank.lists.amountHelp')} />
            <Column view={view} field="sign" help={t('page.bank.lists.signHelp')} />
          </FieldRow>
          <FieldRow>
            <Column view={view} field="debit" />
            <Column view={view} field="credit" />
          </FieldRow>
          <FieldRow>
            <Column view={view} field="balance" help={t('page.bank.lists.balanceHelp')} />
            <Column view={view} field="id" help={t('page.bank.lists.idHelp')} />
          </FieldRow>
          <Column view={view} field="reference" />
          <CheckboxField name="isInverted" label={t('page.bank.lists.inverted')} />
          {proofs.decimals === 'ambiguous' ? (
            <ChoiceField
              name="decimals"
              label={t('page.profiles.amounts.decimals')}
              help={t('page.profiles.amounts.decimalsHelp')}
              options={DECIMAL_MARKS.map((value) => ({
                value,
                label: t(`page.profiles.amounts.decimalMarks.${value}`),
              }))}
            />
          ) : null}
          {proofs.dates === 'ambiguous' ? (
            <ChoiceField
              name="dates"
              label={t('page.profiles.amounts.dates')}
              help={t('page.profiles.amounts.datesHelp')}
              options={DAY_ORDERS.map((value) => ({ value, label: t(`page.profiles.amounts.dayOrders.${value}`) }))}
            />
          ) : null}
        </Page>
      </Section>
      <Actions>
        <SubmitButton kind={view.isComplete ? 'outlined' : 'primary'}>{t('page.profiles.submit')}</SubmitButton>
      </Actions>
    </Form>
  )
}

function Column({
  view,
  field,
  ...rest
}: {
  view: BankTeachView
  field: BankListField
  help?: string
  required?: boolean
}) {
  const t = useT()
  return <TeachColumn look={view.look} name={field} label={t(`page.bank.lists.fields.${field}`)} {...rest} />
}
