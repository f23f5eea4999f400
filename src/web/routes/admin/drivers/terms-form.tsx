import { FEE_BASES, FEE_DEFAULTS, FEE_MODES, REGIMES, TOLL_POLICIES, TRIP_VATS, type Terms } from '#domain/terms.ts'
import type { Language } from '#messages/language.ts'
import { formatAmount } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import {
  Actions,
  CheckboxField,
  ChoiceField,
  Form,
  FormReply,
  KeyField,
  MoneyField,
  SelectField,
  SubmitButton,
  TextareaField,
  TextField,
} from '#web/ui/form.tsx'
import { MoreRules } from './terms-rules.tsx'
import styles from './terms-form.module.css'

type Props = {
  /** What the form starts from; `null` starts from what operators usually agree. */
  terms: Terms | null
  reason?: string
  /** The Mondays it may begin on; without them the week stays. */
  weeks?: readonly { value: string; label: string }[]
  firstWeek?: string
  formKey: string
  driverId: string
  reply: Reply | undefined
}

/** All of what is agreed with a driver. The choices of regime and fee show the fields they need, by style alone. */
export function TermsForm({ terms, reason = '', weeks, firstWeek, formKey, driverId, reply }: Props) {
  const t = useT()
  const values = startingValues(terms, t.language)
  return (
    <div className={styles.form}>
      <Form>
        <FormReply reply={reply} />
        <KeyField value={formKey} />
        {weeks ? (
          <SelectField
            name="from"
            label={t('page.fleet.terms.week')}
            options={weeks}
            {...(firstWeek ? { defaultValue: firstWeek } : {})}
            reply={reply}
            required
          />
        ) : null}
        <div className={styles.part}>
          <ChoiceField
            name="regime"
            label={t('page.fleet.terms.regime')}
            options={REGIMES.map((regime) => ({ value: regime, label: t(`page.fleet.terms.regimes.${regime}`) }))}
            defaultValue={values.regime}
            reply={reply}
            required
          />
          <div className={`${styles.part} ${styles.rental}`}>
            <MoneyField
              name="rent"
              label={t('page.fleet.terms.rentField')}
              help={t('page.fleet.terms.rentHelp')}
              defaultValue={values.rent}
              reply={reply}
            />
            <CheckboxField
              name="rentByDays"
              label={t('page.fleet.terms.rentByDays')}
              defaultChecked={terms?.rentByDays ?? false}
              reply={reply}
            />
          </div>
          <div className={`${styles.part} ${styles.percentage}`}>
            <div className={styles.needed}>
              <TextField
                name="driverShare"
                label={`${t('page.fleet.terms.driverShare')}, %`}
                inputMode="decimal"
                defaultValue={values.driverShare}
                reply={reply}
              />
            </div>
            <MoneyField
              name="energyCap"
              label={t('page.fleet.terms.energyCap')}
              help={t('page.fleet.terms.energyCapHelp')}
              defaultValue={values.energyCap}
              reply={reply}
            />
          </div>
        </div>
        <div className={styles.part}>
          <ChoiceField
            name="feeMode"
            label={t('page.fleet.terms.fee')}
            options={FEE_MODES.map((mode) => ({ value: mode, label: t(`page.fleet.terms.feeModes.${mode}`) }))}
            defaultValue={values.feeMode}
            reply={reply}
            required
          />
          <div className={`${styles.part} ${styles.fixed}`}>
            <div className={styles.needed}>
              <MoneyField
                name="feeAmount"
                label={t('page.fleet.terms.feeAmount')}
                defaultValue={values.feeAmount}
                reply={reply}
              />
            </div>
            <CheckboxField
              name="feeAlways"
              label={t('page.fleet.terms.feeAlwaysField')}
              defaultChecked={terms?.fee.mode === 'fixed' && terms.fee.always}
              reply={reply}
            />
          </div>
          <div className={`${styles.part} ${styles.percent}`}>
            <div className={styles.needed}>
              <TextField
                name="feeRate"
                label={`${t('page.fleet.terms.feeRate')}, %`}
                inputMode="decimal"
                defaultValue={values.feeRate}
                reply={reply}
              />
            </div>
            <SelectField
              name="feeBase"
              label={t('page.fleet.terms.feeBase')}
              options={FEE_BASES.map((base) => ({ value: base, label: t(`page.fleet.terms.bases.${base}`) }))}
              defaultValue={values.feeBase}
              reply={reply}
              required
            />
          </div>
        </div>
        <SelectField
          name="tripVat"
          label={t('page.fleet.terms.tripVat')}
          options={TRIP_VATS.map((vat) => ({ value: vat, label: t(`page.fleet.terms.vats.${vat}`) }))}
          defaultValue={terms?.tripVat ?? 'itemised'}
          reply={reply}
          required
        />
        <SelectField
          name="tollPolicy"
          label={t('page.fleet.terms.tolls')}
          options={TOLL_POLICIES.map((policy) => ({
            value: policy,
            label: t(`page.fleet.terms.tollPolicies.${policy}`),
          }))}
          defaultValue={terms?.tollPolicy ?? 'driver'}
          reply={reply}
          required
        />
        <MoreRules terms={terms} reply={reply} />
        <TextareaField
          name="reason"
          label={t('page.fleet.terms.reasonField')}
          help={t('page.fleet.terms.reasonHelp')}
          defaultValue={reason}
          rows={2}
          maxLength={500}
          reply={reply}
        />
        <Actions>
          <SubmitButton>{t('page.fleet.terms.submit')}</SubmitButton>
          <Button type="submit" formMethod="get" formNoValidate>
            {t('page.settings.dryRun.preview')}
          </Button>
          <LinkButton to={`/admin/drivers/${driverId}/terms`} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </div>
  )
}

/** Fields that the agreed regime doesn't use start from what operators usually agree, ready for another choice. */
function startingValues(terms: Terms | null, language: Language) {
  const amount = (cents: number) => formatAmount(cents, language)
  const rate = (basisPoints: number) => amount(basisPoints).replace(/[.,]00$/, '')
  const fee = terms?.fee ?? { mode: 'fixed', amount: FEE_DEFAULTS.slotFixed }
  const isRental = terms?.regime === 'rental'
  const cap = terms?.split ? terms.split.energyCap : FEE_DEFAULTS.energyCap
  return {
    regime: terms?.regime ?? 'slot',
    rent: isRental ? (terms.rent === 0 ? '' : amount(terms.rent)) : amount(FEE_DEFAULTS.rentalWeek),
    driverShare: rate(terms?.split?.driverShare ?? FEE_DEFAULTS.splitShare),
    energyCap: cap === null ? '' : amount(cap),
    feeMode: fee.mode,
    feeAmount: amount(fee.mode === 'fixed' ? fee.amount : FEE_DEFAULTS.slotFixed),
    feeRate: rate(fee.mode === 'percent' ? fee.rate : FEE_DEFAULTS.rentalRate),
    feeBase: fee.mode === 'percent' ? fee.base : 'commissionable',
  }
}
