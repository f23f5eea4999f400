import { expect, test } from 'vitest'
import type { WeekState } from '#domain/settlement-state.ts'
import { pt } from '#messages/pt.ts'
import { registerMessages, translatorFor } from '#web/i18n.tsx'
import { stateStops } from './week-stops.ts'

registerMessages('pt', pt)

function stops(state: WeekState, asks: boolean) {
  return stateStops({ state, asks }, translatorFor('pt')).map((stop) => stop.state)
}

test('amber stands on the stop that waits for somebody', () => {
  expect(stops('review', true)).toEqual(['done', 'done', 'warn', 'todo', 'todo', 'todo'])
  expect(stops('review', false)).toEqual(['done', 'done', 'now', 'todo', 'todo', 'todo'])
  expect(stops('data', true)).toEqual(['warn', 'todo', 'todo', 'todo', 'todo', 'todo'])
  expect(stops('closed', false)).toEqual(['done', 'done', 'done', 'done', 'done', 'done'])
})
