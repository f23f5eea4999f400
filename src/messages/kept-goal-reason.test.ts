import { expect, test } from 'vitest'
import type { GoalResult } from '#domain/settlement-types.ts'
import { readWeek } from '#domain/week.ts'
import { goalReason } from './goal-words.ts'
import { keptGoalReason } from './kept-goal-reason.ts'
import { translator } from './translate.ts'

const week = readWeek('2026-W47')
const result: GoalResult = { criterion: 'trips', period: 'week', first: week, last: week, threshold: 120, reached: 134 }
const [pt, en] = [translator('pt'), translator('en')]

test.each([
  [pt, en, 'Semana cheia, week 47: 134 trips, goal 120'],
  [en, pt, 'Semana cheia, semana 47: 134 viagens, objetivo de 120'],
  [pt, pt, 'Semana cheia, semana 47: 134 viagens, objetivo de 120'],
])('a reason that was kept in one language is read in another, with the name of its goal', (kept, reader, words) => {
  expect(keptGoalReason(goalReason('Semana cheia', result, kept), result, reader)).toBe(words)
})

test('a reason in words of former days stays as it was kept', () => {
  expect(keptGoalReason('Semana cheia: 134 de 120', result, en)).toBe('Semana cheia: 134 de 120')
})
