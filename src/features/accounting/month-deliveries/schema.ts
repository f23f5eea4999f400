import { z } from 'zod'
import type { Cents } from '#domain/money.ts'
import type { FileSum, MonthFile } from '#features/accounting/month-files/schema.ts'

/** The parts of the platforms' VAT that a return needs beyond the sum of its file. */
export const VAT_PARTS = ['tripsBase', 'tripsVat', 'fee', 'feeVat'] as const
type VatPart = (typeof VAT_PARTS)[number]

/** One figure that was handed over: the file, the column, and the amount in cents. */
export type DeliveredFigure = { file: MonthFile; of: FileSum['of'] | VatPart; amount: Cents }

/** A figure that differs from the one that was handed over. */
export type ChangedFigure = Pick<DeliveredFigure, 'file' | 'of'> & { was: Cents; is: Cents }

export type MonthDelivery = { id: string; day: string; by: string | null; changed: readonly ChangedFigure[] }

/** The figures that differ now. A file that did not exist at the delivery is not compared. */
export function changedSince(was: readonly DeliveredFigure[], now: readonly DeliveredFigure[]): ChangedFigure[] {
  const known = new Map(was.map(({ file, of, amount }) => [`${file} ${of}`, amount]))
  return now.flatMap(({ file, of, amount }) => {
    const before = known.get(`${file} ${of}`)
    return before === undefined || before === amount ? [] : [{ file, of, was: before, is: amount }]
  })
}

/** The figures as the form carries them, so that a delivery is refused when somebody saw other figures. */
export function seenFigures(figures: readonly DeliveredFigure[]): string {
  return figures.map(({ file, of, amount }) => `${file}.${of}=${amount}`).join(' ')
}

export const deliveringMonth = z.object({ seen: z.string().max(2_000) })
