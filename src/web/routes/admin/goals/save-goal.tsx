import type { PeriodKind } from '#domain/goal.ts'
import { cents } from '#domain/money.ts'
import { reasonRecord } from '#features/adjustments/schema.ts'
import type { GoalSimulation, GoalTally } from '#features/adjustments/goals/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { goalFigure, goalPeriodTitle } from '#messages/goal-words.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Actions, Form, RecordFields, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { GoalRule } from './goal-rule.tsx'
import type { PlannedGoal } from './preview-goal.server.ts'

type Props = { planned: PlannedGoal; to: string; cancel: string }

/** The goal about to be saved, and what it would have cost; the form sends exactly that, with the reason. */
export function SaveGoal({ planned: { goal, simulation, sent, back }, to, cancel }: Props) {
  const t = useT()
  return (
    <Stack>
      <Section title={t('page.goals.simulation.title')}>
        <Stack>
          <Words look="soft">{t(`page.goals.simulation.${simulation.periods.length === 0 ? 'none' : 'text'}`)}</Words>
          {simulation.periods.length === 0 ? null : <Simulated goal={goal} simulation={simulation} />}
        </Stack>
      </Section>
      <Section title={t('page.goals.simulation.rule')}>
        <Stack>
          <GoalRule goal={goal} />
        </Stack>
      </Section>
      <Form action={to}>
        {sent.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <RecordFields of={reasonRecord} />
        <Actions>
          <SubmitButton>{t('page.goals.simulation.save')}</SubmitButton>
          <LinkButton to={`${to}${back}`}>{t('page.goals.simulation.back')}</LinkButton>
          <LinkButton to={cancel} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </Stack>
  )
}

function Simulated({ goal, simulation }: { goal: PlannedGoal['goal']; simulation: GoalSimulation }) {
  const t = useT()
  const { periods, cost, levels } = simulation
  const measured = periods.filter(({ isMeasured }) => isMeasured).length
  const times = periods.reduce((total, { reached }) => total + reached, 0)
  return (
    <>
      <Figures boxed>
        <Figure name={t('page.goals.simulation.cost')}>
          <Money cents={cost} />
        </Figure>
        <Figure name={t('page.goals.simulation.mean')}>
          <Money cents={cents(Math.round(cost / Math.max(measured, 1)))} />
        </Figure>
        <Figure name={t('page.goals.simulation.times')} note={t('page.goals.simulation.timesNote')}>
          {formatNumber(times, t.language)}
        </Figure>
      </Figures>
      <SideBySide>
        <Table
          caption={t('page.goals.simulation.caption')}
          rows={periods}
          rowKey={({ period }) => period.first}
          columns={periodColumns(goal.period, t)}
        />
        <Table
          caption={t('page.goals.simulation.levelsCaption')}
          rows={goal.levels.map((level, at) => ({ ...level, times: levels[at] ?? 0 }))}
          rowKey={({ threshold }) => String(threshold)}
          columns={[
            {
              head: t('page.goals.simulation.level'),
              cell: ({ threshold, reward }) =>
                t('page.goals.level', {
                  asked: goalFigure(goal.criterion, threshold, t),
                  reward: formatMoney(reward, t.language),
                }),
            },
            {
              head: t('page.goals.simulation.levelTimes'),
              number: true,
              first: true,
              cell: ({ times: count }) => formatNumber(count, t.language),
            },
          ]}
        />
      </SideBySide>
    </>
  )
}

function periodColumns(kind: PeriodKind, t: Translator): Column<GoalTally>[] {
  return [
    {
      head: t('page.goals.page.period'),
      cell: ({ period }) => goalPeriodTitle({ period: kind, last: period.last }, t),
    },
    {
      head: t('page.goals.list.reached'),
      number: true,
      cell: ({ isMeasured, reached, drivers }) =>
        isMeasured ? t('page.goals.reachedBy', { reached, drivers }) : t('page.goals.sources.noFiles'),
    },
    {
      head: t('page.goals.page.costHead'),
      number: true,
      first: true,
      cell: (tally) => <Money cents={tally.cost} look="bare" />,
    },
  ]
}
