import { useSearchParams } from 'react-router'
import { maxPrizeOf, nextLevel } from '#domain/goal.ts'
import { cents } from '#domain/money.ts'
import { mayReopenGoal, showGoal } from '#features/adjustments/goals/queries.server.ts'
import type { GoalPage, GoalProgress } from '#features/adjustments/goals/schema.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { goalFigure, goalPeriodName, goalPeriodTitle } from '#messages/goal-words.ts'
import { useT } from '#web/i18n.tsx'
import { GoalBar } from '#web/parts/goal-bar.tsx'
import { goalName, goalSentences } from '#web/parts/goal-words.ts'
import { Money } from '#web/parts/money.tsx'
import { usePaged } from '#web/parts/paged.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { SideBySide, Bullets, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/goal.ts'
import { GOAL_TONES } from './promised.tsx'

export const loader = shows(async ({ params, url }: Route.LoaderArgs, { now }) => {
  const page = await showGoal(params.id, { first: url.searchParams.get('period'), now })
  return {
    ...page,
    events: await listEvents(`goal:${page.goal.id}`),
    mayReopen: await mayReopenGoal(page.goal.id, now),
  }
})

/** One goal: its rule, and how far everybody is in one of its periods. */
export default function GoalScreen({ loaderData: page }: Route.ComponentProps) {
  const { goal, state, paid, periods, shownPeriod, asOf, events, mayReopen } = page
  const t = useT()
  const [query] = useSearchParams()
  const done = t.find(`page.goals.done.${query.get('done') ?? ''}`)
  const mayChange = state !== 'over' && goal.endReason === null
  return (
    <>
      <PageHead
        title={goalName(goal, t)}
        back={{ to: '/admin/goals', label: t('page.goals.title') }}
        actions={<Acts goal={goal.id} mayChange={mayChange} mayReopen={mayReopen} />}
      />
      <Stack>
        {done ? <Done>{done}</Done> : null}
        <Figures boxed>
          <Figure name={t('page.goals.page.state')} text>
            <State tone={GOAL_TONES[state]}>{t(`page.goals.states.${state}`)}</State>
          </Figure>
          {shownPeriod ? (
            <>
              <Figure
                name={t('page.goals.page.reached')}
                note={goalPeriodName({ period: goal.period, last: shownPeriod.period.last }, t)}
              >
                {t('page.goals.reachedBy', {
                  reached: shownPeriod.drivers.filter(({ prize }) => prize > 0).length,
                  drivers: shownPeriod.drivers.length,
                })}
              </Figure>
              <Figure name={t('page.goals.page.cost')}>
                <Money cents={cents(shownPeriod.drivers.reduce((total, { prize }) => total + prize, 0))} />
              </Figure>
            </>
          ) : null}
          <Figure name={t('page.goals.page.paid')}>
            <Money cents={paid} />
          </Figure>
          <Figure name={t('page.goals.page.most')}>
            <Money cents={maxPrizeOf(goal)} />
          </Figure>
        </Figures>
        {shownPeriod ? (
          <SideBySide>
            <Section title={t('page.goals.page.periods')}>
              <Table
                caption={t('page.goals.page.periodsCaption')}
                rows={periods}
                rowKey={({ period }) => period.first}
                href={({ period }) => `/admin/goals/${goal.id}?period=${period.first}`}
                isSelected={({ period }) => period.first === shownPeriod.period.first}
                columns={periodColumns(goal, t)}
              />
            </Section>
            <div id="drivers">
              <Progress goal={goal} shownPeriod={shownPeriod} asOf={asOf} />
            </div>
          </SideBySide>
        ) : (
          <EmptyState title={t('page.goals.page.later')}>
            <p>{t('page.goals.page.laterText')}</p>
          </EmptyState>
        )}
        <Section title={t('page.goals.rule.title')}>
          <Bullets>
            {[...goalSentences(goal, t), t('page.goals.rule.stays')].map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Bullets>
          {goal.endReason ? <Words look="soft">{t('page.goals.page.before', { reason: goal.endReason })}</Words> : null}
        </Section>
        <Section title={t('page.goals.sources.title')}>
          <Bullets>
            <li>{t(`page.goals.sources.${goal.criterion}`)}</li>
            <li>{t('page.goals.sources.missing')}</li>
          </Bullets>
        </Section>
        <RecordHistory events={events} />
      </Stack>
    </>
  )
}

/** What the office can do with a goal: end or change a running one, or take back an end that has not come. */
function Acts({ goal, mayChange, mayReopen }: { goal: string; mayChange: boolean; mayReopen: boolean }) {
  const t = useT()
  if (mayReopen) return <LinkButton to={`/admin/goals/${goal}/reopening`}>{t('page.goals.reopening.link')}</LinkButton>
  if (!mayChange) return null
  return (
    <>
      <LinkButton to={`/admin/goals/${goal}/end`}>{t('page.goals.page.end')}</LinkButton>
      <LinkButton to={`/admin/goals/${goal}/change`}>{t('page.goals.page.change')}</LinkButton>
    </>
  )
}

function Progress({
  goal,
  shownPeriod,
  asOf,
}: {
  goal: GoalPage['goal']
  shownPeriod: NonNullable<GoalPage['shownPeriod']>
  asOf: string | null
}) {
  const t = useT()
  const ordered = shownPeriod.drivers.toSorted((a, b) => (b.reached ?? -1) - (a.reached ?? -1))
  const { shown: rowsOnPage, pages } = usePaged(ordered, { size: 25, at: 'drivers' })
  const when = goalPeriodName({ period: goal.period, last: shownPeriod.period.last }, t)
  return (
    <Section title={t('page.goals.page.progress', { when })}>
      <Stack>
        <Words look="soft">
          {asOf === null
            ? t('page.goals.sources.none')
            : t('page.goals.sources.asOf', { at: formatInstant(asOf, t.language) })}
        </Words>
        <Table
          caption={t('page.goals.page.caption')}
          rows={rowsOnPage}
          rowKey={({ driver }) => driver.id}
          href={({ driver }) => `/admin/drivers/${driver.id}`}
          columns={progressColumns(goal, t)}
          empty={
            <EmptyState title={t('page.goals.page.nobody')}>
              <p>{t('page.goals.page.nobodyText')}</p>
            </EmptyState>
          }
        />
        {pages}
      </Stack>
    </Section>
  )
}

function periodColumns(goal: GoalPage['goal'], t: Translator): Column<GoalPage['periods'][number]>[] {
  return [
    {
      head: t('page.goals.page.period'),
      cell: ({ period }) => goalPeriodTitle({ period: goal.period, last: period.last }, t),
    },
    {
      head: t('page.goals.list.reached'),
      number: true,
      cell: ({ isMeasured, reached, drivers }) =>
        isMeasured ? t('page.goals.reachedBy', { reached, drivers }) : t('page.goals.sources.noFiles'),
    },
    { head: t('page.goals.page.costHead'), number: true, cell: ({ cost }) => <Money cents={cost} look="bare" /> },
  ]
}

function progressColumns(goal: GoalPage['goal'], t: Translator): Column<GoalProgress>[] {
  return [
    { head: t('page.goals.page.driver'), cell: ({ driver }) => driver.name },
    {
      head: t('page.goals.page.done'),
      cell: ({ reached }) => (
        <>
          {reached === null ? t('page.goals.page.unmeasured') : goalFigure(goal.criterion, reached, t)}
          {reached === null ? null : <GoalBar levels={goal.levels} reached={reached} />}
        </>
      ),
    },
    {
      head: t('page.goals.page.left'),
      number: true,
      cell: ({ reached }) => {
        const next = nextLevel(goal, reached ?? 0)
        return next ? goalFigure(goal.criterion, next.missing, t) : '–'
      },
    },
    {
      head: t('page.goals.page.prize'),
      number: true,
      first: true,
      cell: ({ prize }) => <Money cents={prize} look="bare" />,
    },
    { head: t('page.goals.page.given'), number: true, cell: ({ given }) => <Money cents={given} look="bare" /> },
  ]
}
