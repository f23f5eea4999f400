import {
  COST_SIGNS,
  DAY_ORDERS,
  DECIMAL_MARKS,
  MAPPED_KINDS,
  type MappedField,
  type Proof,
  SOURCE_MAX,
  VAT_RULES,
} from '#domain/mapping.ts'
import { useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { Section } from '#web/ui/card.tsx'
import { CheckboxField, ChoiceField, FieldRow, Fieldset, SelectField, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { TeachColumn, TeachFile } from './teach-file.tsx'
import type { TeachView } from './teach.server.ts'

/**
 * All answers travel in the address, so that looking changes nothing and works without a script; a script shows with
 * each choice how the file reads.
 */
export function TeachForm({ view }: { view: TeachView }) {
  const t = useT()
  const reply: Reply = { values: view.values, fieldErrors: view.errors, refusal: null }
  return (
    <Form method="get" noValidate data-live="content" data-stay="" wide quiet reply={reply}>
      <TeachFile view={view} />
      <Section title={t('page.profiles.what.title')}>
        <FieldRow>
          <TextField
            name="source"
            label={t('page.profiles.what.source')}
            help={t('page.profiles.what.sourceHelp')}
            maxLength={SOURCE_MAX}
            autoComplete="off"
            required
          />
          <SelectField
            name="kind"
            label={t('page.profiles.what.kind')}
            empty={t('page.profiles.what.choose')}
            options={MAPPED_KINDS.map((kind) => ({ value: kind, label: t(`page.profiles.what.kinds.${kind}`) }))}
            required
          />
        </FieldRow>
      </Section>
      <Section title={t('page.profiles.columns.title')}>
        <Page width="middle">
          <FieldRow>
            <Column view={view} field="date" required />
            <Column view={view} field="time" help={t('page.profiles.columns.timeHelp')} />
          </FieldRow>
          <Amounts view={view} />
          <Who view={view} />
          <FieldRow>
            <Column view={view} field="quantity" />
            <Column view={view} field="document" help={t('page.profiles.columns.documentHelp')} />
          </FieldRow>
          <FieldRow>
            <Column view={view} field="description" />
            <Column view={view} field="place" />
          </FieldRow>
          <Questions view={view} />
        </Page>
      </Section>
      <Actions>
        <SubmitButton kind={view.isComplete ? 'outlined' : 'primary'}>{t('page.profiles.submit')}</SubmitButton>
      </Actions>
    </Form>
  )
}

type Part = { view: TeachView }

function Column({ view, field, ...rest }: Part & { field: MappedField; help?: string; required?: boolean }) {
  const t = useT()
  return <TeachColumn look={view.look} name={field} label={t(`page.profiles.columns.${field}`)} {...rest} />
}

/** The amount, the part of it that counts, and the further column or rate that this part needs. */
function Amounts({ view }: Part) {
  const t = useT()
  const rule = view.values['vat']
  const hasParts =
    view.values['isRounded'] !== undefined ||
    view.look.result?.problems.some(({ code, found }) => code === 'amount-unreadable' && /[.,]\d{3,}$/.test(found))
  return (
    <>
      <FieldRow>
        <Column view={view} field="amount" required />
        <SelectField
          name="vat"
          label={t('page.profiles.amounts.vat')}
          empty={t('page.profiles.what.choose')}
          options={VAT_RULES.map((value) => ({ value, label: t(`page.profiles.amounts.vats.${value}`) }))}
          required
        />
      </FieldRow>
      {rule === 'from-column' ? <Column view={view} field="vatAmount" required /> : null}
      {rule === 'from-rate' ? (
        <TextField
          name="vatRate"
          label={t('page.profiles.amounts.vatRate')}
          inputMode="decimal"
          autoComplete="off"
          required
        />
      ) : null}
      {hasParts ? <CheckboxField name="isRounded" label={t('page.profiles.amounts.rounded')} /> : null}
    </>
  )
}

function Who({ view }: Part) {
  const t = useT()
  const missing = view.errors['who'] !== undefined
  return (
    <Fieldset legend={t('page.profiles.columns.whoTitle')}>
      <Words look={missing ? 'bad' : 'soft'}>
        {t(missing ? 'page.profiles.columns.whoMissing' : 'page.profiles.columns.whoText')}
      </Words>
      <FieldRow>
        <Column view={view} field="plate" />
        <Column view={view} field="card" />
      </FieldRow>
      <FieldRow>
        <Column view={view} field="email" />
        <Column view={view} field="driver" help={t('page.profiles.columns.driverHelp')} />
      </FieldRow>
      <FieldRow>
        <Column view={view} field="name" />
      </FieldRow>
    </Fieldset>
  )
}

/**
 * Questions that the file's own cells leave open: asked while they matter, and offered to somebody who corrects a profile for the
 * next files.
 */
function Questions({ view }: Part) {
  const t = useT()
  const { proofs } = view.look
  const isPointedAt = (view.values['amount'] ?? '') !== ''
  const asks = (proof: Proof<string>) => proof === 'ambiguous' || (view.isCorrecting && proof === 'unneeded')
  const choices = <Answer extends string>(proof: Proof<Answer>, answers: readonly { value: Answer; label: string }[]) =>
    proof === 'ambiguous' ? answers : [{ value: '', label: t('page.profiles.amounts.asProven') }, ...answers]
  return (
    <>
      {isPointedAt && asks(proofs.sign) ? (
        <ChoiceField
          name="sign"
          label={t('page.profiles.amounts.sign')}
          options={COST_SIGNS.map((value) => ({ value, label: t(`page.profiles.amounts.signs.${value}`) }))}
        />
      ) : null}
      {asks(proofs.decimals) ? (
        <ChoiceField
          name="decimals"
          label={t('page.profiles.amounts.decimals')}
          help={t('page.profiles.amounts.decimalsHelp')}
          options={choices(
            proofs.decimals,
            DECIMAL_MARKS.map((value) => ({ value, label: t(`page.profiles.amounts.decimalMarks.${value}`) })),
          )}
          defaultValue=""
        />
      ) : null}
      {asks(proofs.dates) ? (
        <ChoiceField
          name="dates"
          label={t('page.profiles.amounts.dates')}
          help={t('page.profiles.amounts.datesHelp')}
          options={choices(
            proofs.dates,
            DAY_ORDERS.map((value) => ({ value, label: t(`page.profiles.amounts.dayOrders.${value}`) })),
          )}
          defaultValue=""
        />
      ) : null}
    </>
  )
}
