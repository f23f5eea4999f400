import { CRITERIA, PERIODS, STACKINGS } from '#domain/goal.ts'
import type { DriverName } from '#domain/driver.ts'
import type { Week } from '#domain/week.ts'
import { CARS, LEVEL_FIELDS, REGIMES } from '#features/adjustments/goals/schema.ts'
import { useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ChoiceField, DateField, FieldRow, Fieldset, MoneyField, TextField, Tick, TickList } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'

type Props = { drivers: readonly DriverName[]; first: Week; reply: Reply | undefined; cancel: string }

/** What is asked, what it pays, and for whom; sending it saves nothing, it asks what that would have cost. */
export function GoalForm({ drivers, first, reply, cancel }: Props) {
  const t = useT()
  const picked = new Set((reply?.values['drivers[]'] ?? '').split('\n').filter((id) => id !== ''))
  return (
    <Form reply={reply} method="get">
      <FieldRow>
        <TextField
          name="name"
          label={t('page.goals.form.name')}
          help={t('page.goals.form.nameHelp')}
          maxLength={60}
          required
        />
        <TextField
          name="nameEn"
          label={t('page.goals.form.nameEn')}
          help={t('page.goals.form.nameEnHelp')}
          maxLength={60}
        />
      </FieldRow>
      <ChoiceField
        name="criterion"
        label={t('page.goals.form.criterion')}
        help={t('page.goals.sources.missing')}
        defaultValue="trips"
        options={CRITERIA.map((value) => ({ value, label: t(`page.goals.criteria.${value}`) }))}
        required
      />
      <ChoiceField
        name="period"
        label={t('page.goals.form.period')}
        defaultValue="week"
        options={PERIODS.map((value) => ({ value, label: t(`page.goals.periods.${value}`) }))}
        required
      />
      <Fieldset legend={t('page.goals.form.levels')}>
        <Words look="soft">{t('page.goals.form.levelsHelp')}</Words>
        {LEVEL_FIELDS.map(({ threshold, reward }, at) => (
          <FieldRow key={threshold}>
            <TextField
              name={threshold}
              label={t('page.goals.form.threshold', { number: at + 1 })}
              {...(at === 0 ? { help: t('page.goals.form.thresholdHelp'), required: true } : {})}
              inputMode="decimal"
            />
            <MoneyField
              name={reward}
              label={t('page.goals.form.reward', { number: at + 1 })}
              {...(at === 0 ? { required: true } : {})}
            />
          </FieldRow>
        ))}
        <ChoiceField
          name="stacking"
          label={t('page.goals.form.stacking')}
          defaultValue="best"
          options={STACKINGS.map((value) => ({ value, label: t(`page.goals.stackings.${value}`) }))}
        />
        <Words look="soft">{t('page.goals.form.hours')}</Words>
      </Fieldset>
      <FieldRow>
        <DateField
          name="from"
          label={t('page.goals.form.from')}
          help={t('page.goals.form.fromHelp')}
          defaultValue={first}
          required
        />
        <DateField name="until" label={t('page.goals.form.until')} help={t('page.goals.form.untilHelp')} />
      </FieldRow>
      <Fieldset legend={t('page.goals.form.audience')}>
        <TickList
          name="regimes"
          label={t('page.goals.form.regimes')}
          options={REGIMES.map((value) => ({ value, label: t(`page.fleet.regimes.${value}`) }))}
        />
        <ChoiceField
          name="car"
          label={t('page.goals.form.car')}
          defaultValue="any"
          options={CARS.map((value) => ({ value, label: t(`page.goals.cars.${value}`) }))}
        />
        <FieldRow>
          <TextField name="minWeeks" label={t('page.goals.form.minWeeks')} inputMode="numeric" />
          <TextField name="maxWeeks" label={t('page.goals.form.maxWeeks')} inputMode="numeric" />
        </FieldRow>
        <Disclosure summary={t('page.goals.form.picked')} open={picked.size > 0}>
          <Fieldset legend={t('page.goals.form.picked')} quiet>
            <Words look="soft">{t('page.goals.form.pickedHelp')}</Words>
            {drivers.map(({ id, name }) => (
              <Tick key={id} name="drivers[]" value={id} checked={picked.has(id)}>
                {name}
              </Tick>
            ))}
          </Fieldset>
        </Disclosure>
      </Fieldset>
      <Actions>
        <SubmitButton>{t('page.goals.form.preview')}</SubmitButton>
        <LinkButton to={cancel} kind="text">
          {t('common.cancel')}
        </LinkButton>
      </Actions>
    </Form>
  )
}
