import { expect, test } from 'vitest'
import { allowedIn, CONSENT_KEY, type ConsentState, consentStateIn, DRAWN_BY } from './consent-cookie.ts'
import { isMeasured } from './measured-pages.ts'

const ID = '5f0c8a52-6a0e-4a6b-9d55-0d6f5a3b1c11'

test('a page is drawn by whether something is allowed, and asks when no answer to this version is there', () => {
  expect(CONSENT_KEY).toBe('volante-consent')
  const states = [
    '',
    'other=1',
    `x${CONSENT_KEY}=1.ap`,
    `${CONSENT_KEY}=0.ap.1781078400.${ID}`,
    `${CONSENT_KEY}=rubbish`,
  ]
  expect(states.map(consentStateIn)).toEqual(states.map(() => 'ask'))
  expect(consentStateIn(`a=b; ${CONSENT_KEY}=1.n.1781078400.${ID}`)).toBe('no')
  expect(consentStateIn(`${CONSENT_KEY}=1.a.1781078400.${ID}; a=b`)).toBe('yes')
  expect(allowedIn(`${CONSENT_KEY}=1.a.1781078400.${ID}; a=b`)).toEqual(['analytics'])
})

test('the cookies by which a kept page is drawn say their own state', () => {
  for (const state of ['ask', 'no', 'yes'] satisfies ConsentState[]) expect(consentStateIn(DRAWN_BY[state])).toBe(state)
})

test('only public pages are measured, and none where somebody signs in', () => {
  expect(['/', '/en', '/drivers', '/en/legal/cookies', '/signup'].map(isMeasured)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  const never = [
    '/login',
    '/en/login',
    '/forgot',
    '/invite',
    '/setup',
    '/admin',
    '/en/dashboard',
    '/auth/action',
    '/DRIVERS',
  ]
  expect(never.map(isMeasured)).toEqual(never.map(() => false))
})
