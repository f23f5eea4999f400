import { expect, test } from 'vitest'
import type { WeekState } from '#domain/settlement-state.ts'
import type { Question } from '#features/weeks/questions/schema.ts'
import type { WeekPage } from '#features/weeks/schema.ts'
import { pt } from '#messages/pt.ts'
import { bringWords, speak } from '#web/i18n.tsx'
import { weekShown } from './drivers-page.ts'
import { stateStops } from './week-stops.ts'

bringWords('pt', pt)

/** As much of a week's page as its road is drawn from. */
function stops(state: WeekState, { open, missing = false }: { open: number; missing?: boolean }) {
  const page = {
    state,
    sources: [{ files: missing ? [] : [{}], missing }],
    questions: Array.from({ length: open }, () => ({ kind: 'twin' }) as Question),
    moments: { calculated: true, approvedOn: null, payOn: '2026-06-11', payIsPlanned: true },
    drivers: [],
    checks: { payable: 0 },
  } as unknown as WeekPage
  return stateStops(weekShown(page), speak('pt')).map((stop) => stop.state)
}

test('amber stands on the stop that waits for somebody', () => {
  expect(stops('calculation', { open: 1 })).toEqual(['done', 'done', 'warn', 'todo', 'todo', 'todo'])
  expect(stops('review', { open: 1 })).toEqual(['done', 'done', 'warn', 'todo', 'todo', 'todo'])
  expect(stops('review', { open: 0 })).toEqual(['done', 'done', 'now', 'todo', 'todo', 'todo'])
  expect(stops('data', { open: 1, missing: true })).toEqual(['warn', 'todo', 'todo', 'todo', 'todo', 'todo'])
})
