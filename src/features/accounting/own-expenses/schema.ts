import { z } from 'zod'
import type { Cents } from '#domain/money.ts'
import { choice, givenDay, money, moneyOrNone, paper, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The kinds of expenses that a driver has for their own car and for the work. */
export const EXPENSE_KINDS = [
  'fuel',
  'charging',
  'tolls',
  'upkeep',
  'tyres',
  'insurance',
  'road-tax',
  'inspection',
  'wash',
  'parking',
  'car-finance',
  'phone',
  'accountant',
  'social-security',
  'other',
] as const
export type ExpenseKind = (typeof EXPENSE_KINDS)[number]

/** An expense as its pages show it; days and moments are text, amounts cents with VAT. */
export type OwnExpense = {
  id: string
  spentOn: string
  kind: ExpenseKind
  amount: Cents
  /** The VAT inside the amount; `null` when the driver did not say. */
  vat: Cents | null
  note: string
  fileName: string | null
  isWithdrawn: boolean
}

export const expenseRecord = record(
  {
    spentOn: givenDay('fleet', { until: 'today' }),
    kind: choice(EXPENSE_KINDS, (kind) => `page.ownYear.expenses.kinds.${kind}`, 'page.ownYear.expenses.choose'),
    amount: money({ required: true, atLeast: 1 }),
    vat: moneyOrNone(),
    note: text(200),
    paper: paper(),
  },
  (name) => `page.ownYear.expenses.fields.${name}`,
  undefined,
  { tells: { spentOn: 'time', kind: 'state', amount: 'money', vat: 'money', note: 'words' } },
)
export const expenseInput = expenseRecord.input.refine(({ amount, vat }) => vat === null || vat <= amount, {
  path: ['vat'],
  message: 'field.vat-above',
})
export type ExpenseInput = z.output<typeof expenseInput>

/** The form that withdraws an expense or restores it. */
export const withdrawalInput = z.object({ intent: z.enum(['withdraw', 'restore']), expense: z.uuid() })
