import { expect, test } from 'vitest'
import { UnreachableServices } from './unreachable-services.ts'

const NOON = Temporal.Instant.from('2026-11-29T12:00:00Z')

test('a service that was not reached is left alone for a minute, and no other one is', () => {
  const unreachable = new UnreachableServices()
  unreachable.note('push.example', 'timeout', NOON)
  expect(unreachable.find('push.example', NOON.add({ seconds: 59 }))).toMatchObject({ reason: 'timeout' })
  expect(unreachable.find('push.example', NOON.add({ seconds: 59 }))?.retryAt).toEqual(NOON.add({ minutes: 1 }))
  expect(unreachable.find('mail.example', NOON)).toBeNull()
  expect(unreachable.find('push.example', NOON.add({ minutes: 1 }))).toBeNull()
})

test('a service that answered is asked again at once, and a clock that was ahead leaves none alone', () => {
  const unreachable = new UnreachableServices()
  unreachable.note('push.example', 'timeout', NOON)
  unreachable.clear('push.example')
  expect(unreachable.find('push.example', NOON)).toBeNull()
  unreachable.note('push.example', 'timeout', NOON.add({ hours: 3 }))
  expect(unreachable.find('push.example', NOON)).toBeNull()
})
