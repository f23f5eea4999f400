import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { type Receiptable, waitsForReceipt } from './receipt.ts'

const approved: Receiptable = { regime: 'slot', receiptValue: cents(337_09), payable: cents(257_09), answer: null }
const waits = (other: Partial<Receiptable> = {}, receiptBeforePayment = 1) =>
  waitsForReceipt({ receiptBeforePayment }, { ...approved, ...other })

test('a payment waits for its receipt only where the settings ask for it', () => {
  expect([waits(), waits({}, 0)]).toEqual([true, false])
})

test('an answer of the office lets it go, whichever it is', () => {
  expect([waits({ answer: 'received' }), waits({ answer: 'waived' })]).toEqual([false, false])
})

test('nothing to invoice or nothing to pay waits for nothing, and an employee writes no receipt', () => {
  const none = [{ receiptValue: cents(0) }, { receiptValue: cents(-5) }, { payable: cents(0) }]
  expect([...none.map((other) => waits(other)), waits({ regime: 'employee' })]).toEqual([false, false, false, false])
})
