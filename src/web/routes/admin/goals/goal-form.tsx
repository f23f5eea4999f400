import { CRITERIA, PERIODS, STACKINGS } from '#domain/goal.ts'
import type { DriverName } from '#domain/driver.ts'
import type { Week } from '#domain/week.ts'
import {
  CARS,
  type GoalDraft,
  LEVEL_FIELDS,
  REGIMES,
  goalName,
  goalNameEn,
} from '#features/adjustments/goals/schema.ts'
import { limitsOf } from '#forms/record.ts'
import { useT } from '#web/i18n.tsx'
import { Look, useLookForm } from '#web/parts/look.tsx'
import type { Reply } from '#web/reply.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ChoiceField, DateField, FieldRow, Fieldset, MoneyField, TextField, Tick, TickList } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Beside, Words } from '#web/ui/layout.tsx'
import { GoalRule } from './goal-rule.tsx'

type Props = {
  drivers: readonly DriverName[]
  first: Week
  reply: Reply | undefined
  cancel: string
  /** What is typed, where it is a goal already. */
  seen: GoalDraft | null
}

/** Levels that most goals have; more of them are folded while they are empty. */
const USUAL_LEVELS = 2

/**
 * What is asked, what it pays, and for whom; beside it the rule as one reads it. Sending it saves nothing, it asks what that
 * would have cost.
 */
export function GoalForm({ drivers, first, reply, cancel, seen }: Props) {
  const t = useT()
  const look = useLookForm()
  const hasMore = LEVEL_FIELDS.slice(USUAL_LEVELS).some(({ threshold, reward }) =>
    [threshold, reward].some((field) => (reply?.values[field] ?? '') !== ''),
  )
  const picked = new Set((reply?.values['drivers[]'] ?? '').split('\n').filter((id) => id !== ''))
  return (
    <Beside>
      <Form reply={reply} method="get" {...look}>
        <FieldRow>
          <TextField
            name="name"
            label={t('page.goals.form.name')}
            help={t('page.goals.form.nameHelp')}
            {...limitsOf(goalName)}
          />
          <TextField
            name="nameEn"
            label={t('page.goals.form.nameEn')}
            help={t('page.goals.form.nameEnHelp')}
            {...limitsOf(goalNameEn)}
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
          <LevelRows from={0} to={USUAL_LEVELS} />
          <Disclosure level="line" summary={t('page.goals.form.moreLevels')} open={hasMore}>
            <Stack>
              <LevelRows from={USUAL_LEVELS} to={LEVEL_FIELDS.length} />
            </Stack>
          </Disclosure>
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
      <Look title={t('page.goals.simulation.rule')}>
        {seen ? <GoalRule goal={seen} /> : <Words look="soft">{t('page.goals.form.wait')}</Words>}
      </Look>
    </Beside>
  )
}

/** What a level asks and what it pays, in a row of its own. */
function LevelRows({ from, to }: { from: number; to: number }) {
  const t = useT()
  return LEVEL_FIELDS.slice(from, to).map(({ threshold, reward }, at) => (
    <FieldRow key={threshold}>
      <TextField
        name={threshold}
        label={t('page.goals.form.threshold', { number: from + at + 1 })}
        {...(from + at === 0 ? { help: t('page.goals.form.thresholdHelp'), required: true } : {})}
        inputMode="decimal"
      />
      <MoneyField
        name={reward}
        label={t('page.goals.form.reward', { number: from + at + 1 })}
        {...(from + at === 0 ? { required: true } : {})}
      />
    </FieldRow>
  ))
}
