import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { OwnGoal } from '#features/adjustments/goals/schema.ts'
import { pt } from '#messages/pt.ts'
import { registerMessages, translatorFor } from '#web/i18n.tsx'
import { ownGoalWords } from './goal-words.ts'

registerMessages('pt', pt)

const last = '2026-11-23' as Week
const ended: OwnGoal = {
  goal: {
    id: 'g',
    line: 'g',
    name: 'Semana cheia',
    nameEn: null,
    criterion: 'trips',
    period: 'week',
    levels: [{ threshold: 120, reward: cents(15_00) }],
    stacking: 'best',
    from: last,
    until: null,
    audience: { regimes: [], car: 'any', minWeeks: null, maxWeeks: null, drivers: [] },
    reason: '',
    writtenAt: '2026-01-01T00:00:00Z',
    endReason: null,
    untilBefore: undefined,
  },
  period: { first: last, last, weeks: [last] },
  isOver: true,
  reached: 119,
  prize: cents(0),
}

test('a goal whose period ended but whose statement is not issued yet is not said to be missed', () => {
  const t = translatorFor('pt')
  expect(ownGoalWords(ended, t)).toBe('Falta 1 viagem nos dados recebidos até agora. O período acabou.')
  expect(ownGoalWords({ ...ended, reached: 117 }, t)).toMatch(/^Faltam 3 viagens nos dados recebidos até agora\./)
})
