import type { FinancialSettings } from '#domain/financial-settings.ts'
import { FEE_BASES, FEE_MODES, REGIMES, TOLL_POLICIES } from '#domain/terms.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { CheckboxField, ChoiceField, FieldRow, MoneyField, SelectField, TextField } from '#web/ui/fields.tsx'
import { FOLLOW_FIELDS } from './terms-values.ts'
import styles from './terms-form.module.css'

type Props = {
  /** The settings of the first week in which the terms can count. */
  settings: FinancialSettings
  /** Prefix of the fields' names, for pages with two proposals. */
  prefix?: string
}

/** The regime, with its fields: the rent of a renter, the shares of a split. */
export function RegimeFields({ settings, prefix = '' }: Props) {
  const t = useT()
  return (
    <div className={styles.part}>
      <ChoiceField
        name={`${prefix}regime`}
        label={t('page.fleet.terms.regime')}
        options={REGIMES.map((regime) => ({ value: regime, label: t(`page.fleet.regimes.${regime}`) }))}
        required
      />
      <div className={`${styles.part} ${styles.rental}`}>
        <CheckboxField
          name={prefix + FOLLOW_FIELDS.rent}
          label={t('page.fleet.terms.follows.rent', { amount: formatMoney(settings.rent, t.language) })}
        />
        <div className={styles.ownRent}>
          <MoneyField
            name={`${prefix}rent`}
            label={t('page.fleet.terms.rentField')}
            help={t('page.fleet.terms.rentHelp')}
          />
        </div>
        <CheckboxField name={`${prefix}rentByDays`} label={t('page.fleet.terms.rentByDays')} />
      </div>
      <div className={`${styles.part} ${styles.percentage}`}>
        <div className={styles.needed}>
          <TextField
            name={`${prefix}driverShare`}
            label={`${t('page.fleet.terms.driverShare')}, %`}
            inputMode="decimal"
          />
        </div>
        <FieldRow>
          <MoneyField
            name={`${prefix}energyCap`}
            label={t('page.fleet.terms.energyCap')}
            help={t('page.fleet.terms.energyCapHelp')}
          />
          <MoneyField
            name={`${prefix}chargingCap`}
            label={t('page.settings.more.chargingCap')}
            help={t('page.settings.more.chargingCapHelp')}
          />
        </FieldRow>
      </div>
    </div>
  )
}

/** The fee: that of the settings, if they have one for the regime, or a fee of its own. */
export function FeeFields({ settings, prefix = '' }: Props) {
  const t = useT()
  return (
    <div className={styles.part}>
      <div className={styles.usualFee}>
        <CheckboxField
          name={prefix + FOLLOW_FIELDS.fee}
          label={t('page.fleet.terms.follows.fee', {
            slot: formatMoney(settings.slotFee, t.language),
            rental: formatPercent(settings.rentalFee, t.language),
          })}
        />
      </div>
      <div className={`${styles.part} ${styles.ownFee}`}>
        <ChoiceField
          name={`${prefix}feeMode`}
          label={t('page.fleet.terms.fee')}
          options={FEE_MODES.map((mode) => ({ value: mode, label: t(`page.fleet.terms.feeModes.${mode}`) }))}
          required
        />
        <div className={`${styles.part} ${styles.fixed}`}>
          <div className={styles.needed}>
            <MoneyField name={`${prefix}feeAmount`} label={t('page.fleet.terms.feeAmount')} />
          </div>
          <CheckboxField name={`${prefix}feeAlways`} label={t('page.fleet.terms.feeAlwaysField')} />
        </div>
        <div className={`${styles.part} ${styles.percent}`}>
          <div className={styles.needed}>
            <TextField name={`${prefix}feeRate`} label={`${t('page.fleet.terms.feeRate')}, %`} inputMode="decimal" />
          </div>
          <SelectField
            name={`${prefix}feeBase`}
            label={t('page.fleet.terms.feeBase')}
            options={FEE_BASES.map((base) => ({ value: base, label: t(`page.fleet.terms.bases.${base}`) }))}
            required
          />
        </div>
      </div>
    </div>
  )
}

/**
 * Who pays the tolls. A policy that tells trips from other driving needs the data for that, and saving refuses without them:
 * `docs/decisions/267`.
 */
export function TollField({ prefix = '' }: Omit<Props, 'settings'>) {
  const t = useT()
  return (
    <SelectField
      name={`${prefix}tollPolicy`}
      label={t('page.fleet.terms.tolls')}
      options={TOLL_POLICIES.map((policy) => ({
        value: policy,
        label: t(`page.fleet.terms.tollPolicies.${policy}`),
      }))}
      required
    />
  )
}
