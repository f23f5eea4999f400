import { expect, test } from 'vitest'
import { readableLine } from './log-lines.ts'

const time = Temporal.Instant.from('2026-06-08T08:03:20Z').epochMilliseconds
const line = (event: object) => readableLine(JSON.stringify({ level: 30, time, ...event }))

test('a request is one short line in the time of Lisbon, and what a page brings along is none', () => {
  expect(line({ id: 'x', method: 'GET', path: '/admin', status: 200, ms: 12 })).toBe('09:03:20 GET /admin 200 12 ms')
  expect(line({ id: 'x', method: 'GET', path: '/assets/root-1.css', status: 200, ms: 1 })).toBeNull()
  expect(line({ id: 'x', method: 'GET', path: '/assets/gone.css', status: 404, ms: 1 })).toContain('404')
})

test('an event says what happened and about what; an error brings its stack', () => {
  expect(line({ msg: 'a message was given up', message: 7 })).toBe('09:03:20 a message was given up message=7')
  expect(line({ level: 50, msg: 'a request failed', err: { stack: 'Error: no\n    at here' } })).toBe(
    '09:03:20 a request failed\nError: no\n    at here',
  )
})
