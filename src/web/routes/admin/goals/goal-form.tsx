import { namesApart } from '#domain/driver.ts'
import { CRITERIA } from '#domain/goal.ts'
import type { DriverName } from '#domain/driver.ts'
import type { Week } from '#domain/week.ts'
import { type GoalDraft, LEVEL_FIELDS, REGIMES, goalRecord } from '#features/adjustments/goals/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Look, useLookForm } from '#web/parts/look.tsx'
import type { Reply } from '#web/reply.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ChoiceField, FieldRow, Fieldset, MoneyField, TextField, Tick } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { GoalRule } from './goal-rule.tsx'

type Props = {
  drivers: readonly DriverName[]
  first: Week
  reply: Reply | undefined
  cancel: string
  /** The goal that is typed, if it is complete. */
  seen: GoalDraft | null
}

const USUAL = { period: 'week', stacking: 'best', regimes: [...REGIMES], car: 'any' }

/** Levels that most goals have; further ones are folded while they are empty. */
const USUAL_LEVELS = 2

/**
 * The target, the prize, and the drivers it is for; beside it the rule in sentences. Sending the form saves nothing, but
 * asks what the goal would have cost.
 */
export function GoalForm({ drivers, first, reply, cancel, seen }: Props) {
  const t = useT()
  const look = useLookForm()
  const hasMore = LEVEL_FIELDS.slice(USUAL_LEVELS).some(({ threshold, reward }) =>
    [threshold, reward].some((field) => (reply?.values[field] ?? '') !== ''),
  )
  const picked = new Set((reply?.values['drivers[]'] ?? '').split('\n').filter((id) => id !== ''))
  const criterion = (
    <ChoiceField
      name="criterion"
      label={t('page.goals.form.criterion')}
      help={t('page.goals.sources.missing')}
      defaultValue="trips"
      options={CRITERIA.map((value) => ({ value, label: t(`page.goals.criteria.${value}`) }))}
      required
    />
  )
  const levels = (
    <>
      <Words look="soft">{t('page.goals.form.levelsHelp')}</Words>
      <LevelRows from={0} to={USUAL_LEVELS} />
      <Disclosure level="line" summary={t('page.goals.form.moreLevels')} open={hasMore}>
        <Stack>
          <LevelRows from={USUAL_LEVELS} to={LEVEL_FIELDS.length} />
        </Stack>
      </Disclosure>
    </>
  )
  const pickedDrivers = (
    <Disclosure summary={t('page.goals.form.picked')} open={picked.size > 0}>
      <Fieldset legend={t('page.goals.form.picked')} quiet>
        <Words look="soft">{t('page.goals.form.pickedHelp')}</Words>
        {namesApart(drivers).map(({ id, name }) => (
          <Tick key={id} name="drivers[]" value={id} checked={picked.has(id)}>
            {name}
          </Tick>
        ))}
      </Fieldset>
    </Disclosure>
  )
  return (
    <SideBySide>
      <Form
        of={goalRecord}
        values={{ ...USUAL, from: first }}
        drawn={{
          criterion,
          levels,
          hours: <Words look="soft">{t('page.goals.form.hours')}</Words>,
          picked: pickedDrivers,
        }}
        reply={reply}
        method="get"
        {...look}
      >
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
    </SideBySide>
  )
}

/** A level's target and prize, in a row of its own. */
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
