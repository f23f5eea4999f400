import type { Source } from '#domain/import.ts'
import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'

/** One row as evidence: enough to recognise it and to open the file at its line. */
export type Evidence = {
  id: string
  importId: number
  source: Source
  file: string
  line: number
  week: Week
  at: string | null
  place: string | null
  label: string
  amount: Cents
}
