import { expect, test } from 'vitest'
import { LeftAlone } from './left-alone.ts'

const NOON = Temporal.Instant.from('2026-11-29T12:00:00Z')

test('a service that was not reached is left alone for a minute, and no other one is', () => {
  const alone = new LeftAlone()
  alone.note('push.example', 'timeout', NOON)
  expect(alone.find('push.example', NOON.add({ seconds: 59 }))).toMatchObject({ reason: 'timeout' })
  expect(alone.find('push.example', NOON.add({ seconds: 59 }))?.until).toEqual(NOON.add({ minutes: 1 }))
  expect(alone.find('mail.example', NOON)).toBeNull()
  expect(alone.find('push.example', NOON.add({ minutes: 1 }))).toBeNull()
})

test('a service that answered is asked again at once, and a clock that was ahead leaves none alone', () => {
  const alone = new LeftAlone()
  alone.note('push.example', 'timeout', NOON)
  alone.clear('push.example')
  expect(alone.find('push.example', NOON)).toBeNull()
  alone.note('push.example', 'timeout', NOON.add({ hours: 3 }))
  expect(alone.find('push.example', NOON)).toBeNull()
})
