import type { FinancialSettings } from '#domain/financial-settings.ts'
import { TRIP_VATS } from '#domain/terms.ts'
import { limitsOf } from '#forms/record.ts'
import { termsReason } from '#features/fleet/terms/schema.ts'
import { useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { CheckboxField, SelectField, TextareaField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { vatWords } from './terms-facts.tsx'
import { FeeFields, RegimeFields, TollField } from './terms-fields.tsx'
import { MoreRules } from './terms-rules.tsx'
import { FOLLOW_FIELDS, type TermsValues, filledIn } from './terms-values.ts'
import styles from './terms-form.module.css'

type Props = {
  /** The first values of the fields, by their names. */
  values: TermsValues
  /** The settings of the first week the terms can count in. */
  settings: FinancialSettings
  /** The Mondays on which the terms may begin; without them the week is fixed. */
  weeks?: readonly { value: string; label: string }[]
  /** The address that the form is sent to; its own page by default. */
  action?: string
  /** The week from which the page was opened, to which it leads back. */
  backToWeek?: { name: string; number: number }
  /** The contract from which the page was opened, to which it leads back. */
  contract?: string | null
  driverId: string
  reply: Reply | undefined
}

/** All terms of a driver. The choices of regime and fee show the fields they need by style alone. */
export function TermsForm({ values, settings, weeks, action, backToWeek, contract, driverId, reply }: Props) {
  const t = useT()
  const filled = filledIn(values, reply)
  return (
    <div className={styles.form}>
      <Form reply={filled} {...(action ? { action } : {})}>
        {backToWeek ? <input type="hidden" name="week" value={backToWeek.name} /> : null}
        {contract ? <input type="hidden" name="contract" value={contract} /> : null}
        {weeks ? <SelectField name="from" label={t('page.fleet.terms.week')} options={weeks} required /> : null}
        <RegimeFields settings={settings} />
        <FeeFields settings={settings} />
        <div className={styles.part}>
          <CheckboxField
            name={FOLLOW_FIELDS['trip-vat']}
            label={t('page.fleet.terms.follows.tripVat', { vat: vatWords(settings.tripVat, settings, t) })}
          />
          <div className={styles.ownTripVat}>
            <SelectField
              name="tripVat"
              label={t('page.fleet.terms.tripVat')}
              options={TRIP_VATS.map((vat) => ({ value: vat, label: vatWords(vat, settings, t) }))}
              required
            />
          </div>
        </div>
        <TollField />
        <MoreRules reply={filled} settings={settings} />
        <TextareaField
          name="reason"
          label={t('page.fleet.terms.reasonField')}
          help={t('page.fleet.terms.reasonHelp')}
          rows={2}
          {...limitsOf(termsReason)}
        />
        <Actions>
          <SubmitButton>{t('page.fleet.terms.submit')}</SubmitButton>
          <Button type="submit" formMethod="get" formNoValidate>
            {t('page.settings.dryRun.preview')}
          </Button>
          <LinkButton
            to={backToWeek ? `/admin/weekly/${backToWeek.name}` : `/admin/drivers/${driverId}/terms`}
            kind="text"
          >
            {backToWeek ? t('page.week.approval.back', { number: backToWeek.number }) : t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </div>
  )
}
