import { expect, test } from 'vitest'
import { Refusal } from './refusal.ts'

test('a refusal says which rule said no, with what, and with which status of HTTP', () => {
  const refusal = new Refusal('week.unreadable', { text: '2026-W54' })
  expect(refusal).toMatchObject({ name: 'Refusal', code: 'week.unreadable', params: { text: '2026-W54' }, status: 404 })
  expect(refusal.message).toBe('week.unreadable {"text":"2026-W54"}')
  expect(new Refusal('access.denied')).toMatchObject({ params: {}, status: 403, message: 'access.denied {}' })
})
