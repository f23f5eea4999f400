import { expect, test } from 'vitest'
import { countReach, isReached, reachOf } from './reach.ts'

const OPERATOR = { hasMailServer: true, inArea: true, byMail: true }
const UNREACHABLE = { hasAccount: false, email: null, phone: null }

test.each([
  ['an open account reads the own area', { hasAccount: true }, {}, { inArea: true, mail: null, lack: 'no-address' }],
  ['a mail leaves where there is a server', { email: 'a@b.pt' }, {}, { inArea: false, mail: 'a@b.pt', lack: null }],
  ['none leaves without one', { email: 'a@b.pt' }, { hasMailServer: false }, { mail: null, lack: 'no-server' }],
  ['none leaves to two addresses', { email: 'a@b.pt, c@d.pt' }, {}, { mail: null, lack: 'bad-address' }],
  ['an event that is not mailed is not', { email: 'a@b.pt' }, { byMail: false }, { mail: null, lack: 'not-mailed' }],
  ['nor is one in the area that is not told there', { hasAccount: true }, { inArea: false }, { inArea: false }],
  ['a telephone is for a hand', { phone: '912 345 678' }, {}, { mail: null, phone: '+351912345678' }],
] as const)('%s', (_, person, house, reach) => {
  expect(reachOf({ ...UNREACHABLE, ...person }, { ...OPERATOR, ...house })).toMatchObject(reach)
})

test('only the area and a mail that leaves reach somebody by themselves', () => {
  const reached = (person: object, house: object = {}) =>
    isReached(reachOf({ ...UNREACHABLE, ...person }, { ...OPERATOR, ...house }))
  expect(reached({ hasAccount: true })).toBe(true)
  expect(reached({ email: 'a@b.pt' })).toBe(true)
  expect(reached({ email: 'a@b.pt' }, { hasMailServer: false })).toBe(false)
  expect(reached({ phone: '912345678' })).toBe(false)
})

test('of many the ways are counted, and a phone that rings reaches nobody by itself', () => {
  const of = (person: object) => reachOf({ ...UNREACHABLE, ...person }, OPERATOR)
  const reaches = [
    of({ hasAccount: true, email: 'a@b.pt', hasPush: true, hasWhatsApp: true }),
    of({ email: 'c@d.pt' }),
    of({ phone: '912345678' }),
    of({ hasPush: true }),
  ]
  expect(countReach(reaches)).toEqual({ all: 4, inArea: 1, mail: 2, onPhone: 2, byWhatsApp: 1, whatsApp: 1, nobody: 2 })
})
