import { expect, test, vi } from 'vitest'
import { rhythmOf } from '#features/system/given-up/schema.ts'
import { en } from '#messages/en.ts'
import { pt } from '#messages/pt.ts'
import { DAILY, JOBS, OFTEN, eachMinute } from '../src/jobs.ts'

test('each kind of given-up work has its words in both languages, and is tried again when the schedule orders it', () => {
  for (const words of [pt, en]) {
    const undone: Record<string, Record<string, string>> = words.page.givenUp.undone
    const worded = Object.entries(undone).flatMap(([noun, verbs]) =>
      Object.keys(verbs).map((verb) => `${noun}.${verb}`),
    )
    expect(worded.toSorted()).toEqual(Object.keys(JOBS).toSorted())
  }
  vi.stubEnv('DELIVERY_FOLDER', '/srv/files')
  const rhythms = { day: DAILY, quarter: OFTEN, minute: eachMinute() }
  for (const task of Object.keys(JOBS)) {
    const rhythm = Object.entries(rhythms).find(([, jobs]) => jobs.some(({ name }) => name === task))?.[0] ?? null
    expect(rhythmOf(task), task).toBe(rhythm)
  }
})
