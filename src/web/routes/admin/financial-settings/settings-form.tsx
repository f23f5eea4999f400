import {
  type FinancialSettings,
  type SETTINGS,
  type SettingKind,
  type SettingName,
  type SettingValue,
  shownValueField,
} from '#domain/financial-settings.ts'
import { TRIP_VATS } from '#domain/terms.ts'
import type { Week } from '#domain/week.ts'
import type { Translator } from '#messages/catalogue.ts'
import { DAYS, formatWeek, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { CheckboxField, MoneyField, SelectField, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import type { StaleSetting } from './preview-settings.server.ts'
import { settingField, settingWords } from './setting-words.ts'

type Setting = (typeof SETTINGS)[number]
type Props = {
  settings: readonly Setting[]
  current: FinancialSettings
  weeks: readonly Week[]
  stale: readonly StaleSetting[]
  reply: Reply | undefined
}

/** The values of one group and the week in which they begin; sending it saves nothing, but asks what would change. */
export function SettingsForm({ settings, current, weeks, stale, reply }: Props) {
  const t = useT()
  return (
    <Form reply={reply} method="get">
      <input type="hidden" name="names" value={settings.map(({ name }) => name).join(' ')} />
      {settings.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          current={current}
          reply={reply}
          stale={stale.find(({ name }) => name === setting.name)}
        />
      ))}
      <SelectField
        name="from"
        label={t('page.settings.from')}
        options={weeks.map((week) => ({ value: week, label: formatWeek(week, t.language) }))}
        required
      />
      <Actions>
        <SubmitButton>{t('page.settings.preview')}</SubmitButton>
        <LinkButton to="/admin/financial-settings" kind="text">
          {t('common.cancel')}
        </LinkButton>
      </Actions>
    </Form>
  )
}

type FieldProps = Pick<Props, 'current' | 'reply'> & { setting: Setting; stale: StaleSetting | undefined }

/** The field, and hidden beside it the value it showed: a difference is a change that the person made. */
function SettingField({ setting, current, stale, reply }: FieldProps) {
  const { name, kind } = setting
  const t = useT()
  const counts = stale
    ? t('page.settings.counts', { number: weekNumber(stale.from), value: settingWords(kind, stale.value, t) })
    : null
  const help = [t.find(`page.settings.helps.${name}`), counts].filter(Boolean).join(' ')
  const seen = shownValueField(name)
  return (
    <>
      <input type="hidden" name={seen} value={stale ? stale.value : (reply?.values[seen] ?? current[name])} />
      <SettingControl
        kind={kind}
        choices={'choices' in setting ? setting.choices : []}
        field={{ name, label: labelOf(name, kind, t), reply, ...(help === '' ? {} : { help }) }}
        value={current[name]}
      />
    </>
  )
}

function labelOf(name: SettingName, kind: SettingKind, t: Translator): string {
  const label = t(`page.settings.names.${name}`)
  if (kind === 'percent') return `${label}, ${t('page.settings.percentUnit')}`
  return kind === 'hours' ? `${label}, ${t('page.settings.hoursUnit')}` : label
}

type ControlProps = {
  kind: SettingKind
  choices: readonly number[]
  field: { name: string; label: string; help?: string; reply: Reply | undefined }
  value: SettingValue
}

function SettingControl({ kind, choices, field, value }: ControlProps) {
  const t = useT()
  const defaultValue = settingField(kind, value, t)
  if (kind === 'switch') return <CheckboxField {...field} defaultChecked={value === 1} />
  if (kind === 'money') return <MoneyField {...field} defaultValue={defaultValue} required />
  if (kind === 'trip-vat' || kind === 'weekday' || kind === 'vat-field') {
    const days = DAYS[t.language].map((_, index) => index + 1)
    const values = { 'trip-vat': TRIP_VATS, weekday: days, 'vat-field': choices }[kind]
    const options = values.map((option) => ({ value: String(option), label: settingWords(kind, option, t) }))
    return <SelectField {...field} options={options} defaultValue={defaultValue} required />
  }
  return <TextField {...field} inputMode="decimal" defaultValue={defaultValue} required />
}
