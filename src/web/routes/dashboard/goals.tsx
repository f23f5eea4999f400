import { CRITERIA } from '#domain/goal.ts'
import { sum } from '#domain/money.ts'
import { weekName } from '#domain/week.ts'
import { listOwnGoals } from '#features/adjustments/goals/queries.server.ts'
import type { OwnGoal } from '#features/adjustments/goals/schema.ts'
import { listOwnRewards } from '#features/adjustments/rewards/queries.server.ts'
import type { OwnReward } from '#features/adjustments/rewards/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { goalPeriodName } from '#messages/goal-words.ts'
import { keptGoalReason } from '#messages/kept-goal-reason.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { goalName, goalSentences } from '#web/parts/goal-words.ts'
import { Money } from '#web/parts/money.tsx'
import { OwnGoalPrize, OwnGoalProgress } from '#web/parts/own-goal.tsx'
import { WeekName } from '#web/parts/week-name.tsx'
import { ownDriver } from '#web/session.server.ts'
import { Card, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Bullets, Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/goals.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const [running, prizes] = await Promise.all([listOwnGoals(driver, now), listOwnRewards(driver, 'goal')])
    return { ...running, prizes }
  })

/** The reader's goals: the promises, the progress, the age of the figures, and what goals have paid. */
export default function OwnGoalsScreen({ loaderData: { goals, asOf, prizes } }: Route.ComponentProps) {
  const t = useT()
  return (
    <Page width="middle">
      <PageHead title={t('page.goals.own.title')} subtitle={t('page.goals.own.subtitle')} />
      <Stack>
        {goals.length === 0 ? (
          <EmptyState title={t('page.goals.own.empty')}>
            <p>{t('page.goals.own.emptyText')}</p>
          </EmptyState>
        ) : (
          <>
            <Words look="soft">
              {asOf === null
                ? t('page.goals.sources.none')
                : t('page.goals.sources.asOf', { at: formatInstant(asOf, t.language) })}{' '}
              {t('page.goals.own.provisional')}
            </Words>
            {goals.map((own) => (
              <Card
                key={`${own.goal.id} ${own.period.first}`}
                title={titleOf(own, t)}
                aside={<OwnGoalPrize of={own} />}
              >
                <Stack>
                  <OwnGoalProgress of={own} />
                  <Disclosure summary={t('page.goals.own.rules')} level="line">
                    <Bullets>
                      {goalSentences(own.goal, t).map((sentence) => (
                        <li key={sentence}>{sentence}</li>
                      ))}
                    </Bullets>
                  </Disclosure>
                </Stack>
              </Card>
            ))}
          </>
        )}
        {prizes.length + goals.length === 0 ? null : (
          <Card flush>
            {prizes.length === 0 ? null : (
              <Disclosure
                summary={t('page.goals.own.past')}
                aside={
                  <>
                    <Money cents={sum(prizes.map(({ amount }) => amount))} />
                    <small>{t('page.goals.own.pastCount', { count: prizes.length })}</small>
                  </>
                }
              >
                <Table
                  caption={t('page.goals.own.pastCaption')}
                  rows={prizes}
                  rowKey={({ id }) => id}
                  href={({ week }) => `/dashboard/payslips/${weekName(week)}`}
                  columns={prizeColumns(t)}
                />
              </Disclosure>
            )}
            {goals.length === 0 ? null : (
              <Disclosure summary={t('page.goals.sources.title')}>
                <Bullets>
                  {CRITERIA.filter((criterion) => goals.some(({ goal }) => goal.criterion === criterion)).map(
                    (criterion) => (
                      <li key={criterion}>{t(`page.goals.sources.${criterion}`)}</li>
                    ),
                  )}
                </Bullets>
              </Disclosure>
            )}
          </Card>
        )}
        {prizes.length === 0 ? <Words look="soft">{t('page.goals.own.pastEmpty')}</Words> : null}
      </Stack>
    </Page>
  )
}

/** The name of a goal with its period: two weeks of one goal may run at once. */
function titleOf({ goal, period }: OwnGoal, t: Translator): string {
  return `${goalName(goal, t)} · ${goalPeriodName({ period: goal.period, last: period.last }, t)}`
}

function prizeColumns(t: Translator): Column<OwnReward>[] {
  return [
    { head: t('page.goals.own.pastWeek'), cell: ({ week }) => <WeekName week={week} part="number" /> },
    {
      head: t('page.goals.own.pastGoal'),
      wraps: true,
      cell: (prize) => keptGoalReason(prize.reason, prize.goalResult, t),
    },
    {
      head: t('page.goals.own.pastAmount'),
      number: true,
      first: true,
      cell: ({ amount }) => <Money cents={amount} look="bare" />,
    },
  ]
}
