import { givenFile, givenLines } from '#forms/fields.ts'
import { z } from 'zod'
import type { DriverName } from '#domain/driver.ts'
import type { Cents } from '#domain/money.ts'
import type { CheckOutcome, ListedReceipt } from '#domain/receipt-check.ts'
import type { Week } from '#domain/week.ts'
import { record } from '#forms/record.ts'

/** A list that was compared with the statements. Moments and days are text. */
export type ReceiptCheck = {
  id: string
  fileName: string
  first: string
  last: string
  /** Number of lines of drivers and, below, of everybody else who invoiced the company. */
  lines: number
  others: number
  checkedAt: string
  /** Number of findings by outcome and, below, of open questions. */
  counts: Readonly<Record<CheckOutcome, number>>
  asked: number
}

export type FindingState = 'fine' | 'asked' | 'accepted' | 'declined' | 'gone'

/** One receipt or statement of a check. */
export type Finding = {
  id: string
  check: string
  driver: DriverName
  /** The week of the statement; `null` for a receipt that no statement asks for. */
  week: Week | null
  weekName: string | null
  outcome: CheckOutcome
  listed: Omit<ListedReceipt, 'driver'> | null
  expected: { value: Cents; vat: Cents | null; number: string | null } | null
  state: FindingState
  answer: string
  answeredAt: string | null
}

/** The list of receipts that e-Fatura exports. */
export const checkRecord = record({ list: givenFile('.csv,.xlsx') }, (name) => `page.greenReceipts.checks.${name}`)
export const checkInput = checkRecord.input.refine(({ list }) => list.size > 0, {
  path: ['list'],
  error: 'field.required',
})

/** The words of an answer to a finding. */
export const findingRecord = record({ words: givenLines(300) }, () => 'page.greenReceipts.checks.words')

/** The office's answer to a finding, or that it is taken back. */
export const findingAnswer = z.discriminatedUnion('intent', [
  findingRecord.input.extend({ intent: z.literal('accept') }),
  findingRecord.input.extend({ intent: z.literal('decline') }),
  z.object({ intent: z.literal('take-back') }),
])
