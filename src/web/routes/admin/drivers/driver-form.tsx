import { DRIVER_STATUSES } from '#domain/driver.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Fact, Facts } from '#web/ui/card.tsx'
import { CheckboxField, DateField, FieldRow, Fieldset, SelectField, TextareaField, TextField } from '#web/ui/form.tsx'

export type DriverFields = {
  name: string
  ref: string
  email: string | null
  phone: string | null
  /** Masked: an empty field keeps it. */
  maskedNif: string | null
  language: string
  status: string
  startedOn: string | null
  endedOn: string | null
  hasLeft: boolean
  notes: string
}

const LANGUAGES = ['pt', 'en'] as const

/** The fields of a driver's record, for a new one and for one that is there. */
export function DriverFieldset({ driver }: { driver: DriverFields | null }) {
  const t = useT()
  return (
    <>
      <Fieldset legend={t('page.fleet.driver.person')}>
        <TextField
          name="name"
          label={t('page.fleet.driver.name')}
          defaultValue={driver?.name ?? ''}
          autoComplete="off"
          maxLength={140}
          required
        />
        <FieldRow>
          <TextField
            name="email"
            type="email"
            label={t('page.fleet.driver.email')}
            help={t('page.fleet.driver.contactHelp')}
            defaultValue={driver?.email ?? ''}
            autoComplete="off"
            maxLength={254}
          />
          <TextField
            name="phone"
            type="tel"
            label={t('page.fleet.driver.phone')}
            help={t('page.fleet.driver.contactHelp')}
            defaultValue={driver?.phone ?? ''}
            autoComplete="off"
            maxLength={40}
          />
        </FieldRow>
        <FieldRow>
          <TextField
            name="nif"
            label={t('page.fleet.driver.nif')}
            help={driver?.maskedNif ? t('page.fleet.driver.nifKept', { nif: driver.maskedNif }) : undefined}
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
          />
          <SelectField
            name="language"
            label={t('page.fleet.driver.language')}
            options={LANGUAGES.map((code) => ({ value: code, label: t(`page.fleet.driver.languages.${code}`) }))}
            defaultValue={driver?.language ?? 'pt'}
            required
          />
        </FieldRow>
        {driver?.maskedNif ? (
          <CheckboxField name="dropNif" value="true" label={t('page.fleet.driver.nifDrop')} />
        ) : null}
      </Fieldset>
      <Fieldset legend={t('page.fleet.driver.work')}>
        <FieldRow>
          <TextField
            name="ref"
            label={t('page.fleet.driver.ref')}
            help={t('page.fleet.driver.refHelp')}
            defaultValue={driver?.ref ?? ''}
            autoComplete="off"
            maxLength={20}
          />
          {driver?.hasLeft ? null : (
            <SelectField
              name="status"
              label={t('page.fleet.driver.status')}
              options={DRIVER_STATUSES.map((status) => ({ value: status, label: t(`page.fleet.status.${status}`) }))}
              defaultValue={driver?.status ?? 'active'}
              required
            />
          )}
        </FieldRow>
        <FieldRow>
          <DateField name="startedOn" label={t('page.fleet.driver.startedOn')} defaultValue={driver?.startedOn ?? ''} />
          {driver?.hasLeft ? null : (
            <DateField name="endedOn" label={t('page.fleet.driver.endedOn')} defaultValue={driver?.endedOn ?? ''} />
          )}
        </FieldRow>
        {driver?.hasLeft ? <Left status={driver.status} endedOn={driver.endedOn} /> : null}
        <TextareaField
          name="notes"
          label={t('page.fleet.driver.notes')}
          defaultValue={driver?.notes ?? ''}
          maxLength={4_000}
        />
      </Fieldset>
    </>
  )
}

/** A recorded departure says these two: they are sent as they are, and changed there. */
function Left({ status, endedOn }: Pick<DriverFields, 'status' | 'endedOn'>) {
  const t = useT()
  const known = DRIVER_STATUSES.find((one) => one === status)
  return (
    <>
      <input type="hidden" name="status" value={status} />
      <input type="hidden" name="endedOn" value={endedOn ?? ''} />
      <Facts>
        {known ? <Fact name={t('page.fleet.driver.status')}>{t(`page.fleet.status.${known}`)}</Fact> : null}
        {endedOn ? <Fact name={t('page.fleet.driver.endedOn')}>{formatDayShort(endedOn, t.language)}</Fact> : null}
      </Facts>
    </>
  )
}
