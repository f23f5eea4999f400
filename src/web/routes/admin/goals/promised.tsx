import { CRITERIA, type Criterion } from '#domain/goal.ts'
import { weekName } from '#domain/week.ts'
import type { GoalView } from '#features/adjustments/goals/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { audienceWords, goalName, levelWords } from '#web/parts/goal-words.ts'
import { list } from '#web/parts/list.ts'
import { State, type StateTone } from '#web/ui/state.tsx'

const STATES = ['now', 'later', 'over'] as const
export const GOAL_TONES = { now: 'ok', later: 'todo', over: 'plain' } as const satisfies Record<string, StateTone>

const inState = (wanted: GoalView['state']) => ({
  words: `page.goals.states.${wanted}` as const,
  holds: ({ state }: GoalView) => state === wanted,
})

const byCriterion = (wanted: Criterion) => ({
  words: `page.goals.criteria.${wanted}` as const,
  holds: ({ criterion }: GoalView) => criterion === wanted,
})

/** The goals that run or are to come; those that ended have a view of their own. */
export const GOALS = list({
  place: '/admin/goals',
  words: (word) => (word === 'title' ? 'page.goals.title' : `page.goals.list.${word}`),
  holds: ({ state }: GoalView) => state !== 'over',
  searchTexts: ({ name, nameEn }) => [name, nameEn],
  views: Object.fromEntries(STATES.map((state) => [state, inState(state)])),
  filters: {
    criterion: {
      words: 'page.goals.list.criterion',
      any: 'page.goals.list.anyCriterion',
      parts: Object.fromEntries(CRITERIA.map((criterion) => [criterion, byCriterion(criterion)])),
    },
  },
  first: { by: 'state', descending: false },
  groups: ['criterion', 'period', 'state'],
  columns: {
    name: { value: ({ name }) => name, cell: (goal, t) => goalName(goal, t), sorts: true },
    nameEn: { value: ({ nameEn }) => nameEn, onlyInFile: true },
    criterion: { value: ({ criterion }, t) => t(`page.goals.criteria.${criterion}`), onlyInFile: true },
    period: { value: ({ period }, t) => t(`page.goals.periods.${period}`), sorts: true },
    levels: { value: (goal, t) => levelWords(goal, t) },
    audience: { value: ({ audience }, t) => audienceWords(audience, t), wideOnly: true },
    from: { value: ({ from }) => weekName(from), sorts: true, onlyInFile: true },
    until: { value: ({ until }) => until && weekName(until), onlyInFile: true },
    reached: { value: reachedWords },
    cost: { value: ({ running }) => running?.cost ?? null, kind: 'money', sums: true, sorts: true },
    paid: { value: ({ paid }) => paid, kind: 'money', sums: true, sorts: true },
    state: {
      value: ({ state }, t) => t(`page.goals.states.${state}`),
      cell: ({ state }, t) => <State tone={GOAL_TONES[state]}>{t(`page.goals.states.${state}`)}</State>,
      order: ({ state }) => STATES.indexOf(state),
      sorts: true,
    },
    reason: { value: ({ reason }) => reason, onlyInFile: true },
  },
  phone: { amount: 'cost', state: 'state', facts: ['period', 'reached'] },
  head: (column) => `page.goals.list.${column}`,
})

function reachedWords({ running }: GoalView, t: Translator): string | null {
  return running && t('page.goals.reachedBy', { reached: running.reached, drivers: running.drivers })
}
