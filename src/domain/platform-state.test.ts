import { expect, test } from 'vitest'
import { platformState } from './platform-state.ts'

test('each platform’s words come to what they mean, and one that nobody knows to nothing', () => {
  expect([
    platformState('bolt', 'active'),
    platformState('bolt', 'blocked'),
    platformState('uber', 'ONBOARDING_STATUS_WAITLIST'),
    platformState('uber', 'REJECTED'),
    platformState('uber', 'ONBOARDING_STATUS_INACTIVE'),
  ]).toEqual(['active', 'refused', 'waiting', 'refused', 'left'])
  for (const word of ['', 'novo', 'constructor', 'blocked', '__proto__']) expect(platformState('uber', word)).toBeNull()
})
