import { z } from 'zod'
import type { Cents } from '#domain/money.ts'
import type { FileSum, MonthFile } from '#features/accounting/month-files/schema.ts'

/** Of the VAT of the platforms a return has more than the sum of its file. */
export const VAT_PARTS = ['tripsBase', 'tripsVat', 'fee', 'feeVat'] as const
type VatPart = (typeof VAT_PARTS)[number]

/** One figure that was handed over: of which file, of which of its columns, how much in cents. */
export type DeliveredFigure = { file: MonthFile; of: FileSum['of'] | VatPart; amount: Cents }

/** A figure that is another one now. */
export type ChangedFigure = Pick<DeliveredFigure, 'file' | 'of'> & { was: Cents; is: Cents }

export type MonthDelivery = { id: string; day: string; by: string | null; changed: readonly ChangedFigure[] }

/** What of it is another figure now. A file that was not known then has nothing to compare. */
export function changedSince(was: readonly DeliveredFigure[], now: readonly DeliveredFigure[]): ChangedFigure[] {
  const known = new Map(was.map(({ file, of, amount }) => [`${file} ${of}`, amount]))
  return now.flatMap(({ file, of, amount }) => {
    const before = known.get(`${file} ${of}`)
    return before === undefined || before === amount ? [] : [{ file, of, was: before, is: amount }]
  })
}

/** The figures as a form carries what somebody saw, so that nothing else is handed over. */
export function seenFigures(figures: readonly DeliveredFigure[]): string {
  return figures.map(({ file, of, amount }) => `${file}.${of}=${amount}`).join(' ')
}

export const deliveringMonth = z.object({ seen: z.string().max(2_000) })
