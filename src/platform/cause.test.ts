import { expect, test } from 'vitest'
import { becauseOf, causeInLog, causeOf, currentCause, writtenCause } from './cause.ts'

const CLICK = '3f0c9f6e-3d5e-4a51-9a36-0d3a2f9a9b11'
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const flagsOf = (written: string | null) => Object.fromEntries((written ?? '').split(' ').map((flag) => [flag, true]))

test('what is done later is done because of the same request, and what is done for nobody has no cause', async () => {
  const later = await becauseOf({ request: CLICK }, async () => {
    await new Promise(setImmediate)
    return becauseOf({ trace: TRACE }, async () => currentCause())
  })
  expect(later).toEqual({ request: CLICK, trace: TRACE })
  expect(becauseOf({ request: CLICK }, causeInLog)).toEqual({ id: CLICK })
  expect([currentCause(), causeInLog(), writtenCause()]).toEqual([{ request: null, trace: null }, {}, null])
})

test('a cause comes back from the flags of work as it was written', () => {
  for (const cause of [
    { request: CLICK, trace: TRACE },
    { request: CLICK, trace: null },
    { request: null, trace: TRACE },
  ])
    expect(causeOf(flagsOf(becauseOf(cause, writtenCause)))).toEqual(cause)
  expect(causeOf(null)).toEqual({ request: null, trace: null })
})

test('nothing that could end a statement, or is no cause, is ever written or read', () => {
  for (const request of [`x'; drop table users; --`, 'short', `${CLICK} trace:1`, 'a'.repeat(65)]) {
    expect(becauseOf({ request }, writtenCause)).toBeNull()
    expect(causeOf({ [`request:${request}`]: true }).request).toBeNull()
  }
  expect(becauseOf({ trace: `${TRACE}'` }, writtenCause)).toBeNull()
})
