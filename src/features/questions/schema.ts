import type { DriverName } from '#domain/driver.ts'
import type { Cents } from '#domain/money.ts'
import type { Evidence } from '#features/evidence/schema.ts'
import type { ShownAnomaly } from '#features/radar/schema.ts'
import type { RefusedFile } from '#features/refused-files/schema.ts'
import type { UnmatchedQuestion } from '#features/unmatched/schema.ts'

export type Question =
  | UnmatchedQuestion
  /** A file about the week that could not be read; `source` as far as its name or content tells. */
  | { kind: 'refused-file'; id: string; file: RefusedFile }
  /** Two rows of the same plate, minute and value from two files; `driver` is whom both are charged to. */
  | { kind: 'twin'; id: string; plate: string; driver: DriverName | null; kept: Evidence; other: Evidence }
  /** Rows of a file that repeat another line of it: they count once, and come to `total` more if they are two. */
  | {
      kind: 'printed-twice'
      id: string
      importId: number
      file: string
      count: number
      total: Cents
      pairs: readonly { first: Evidence; second: Evidence }[]
    }
  | { kind: 'no-terms'; id: string; driver: DriverName; total: Cents; usual: UsualTerms | null }
  | { kind: 'changed'; id: string; driver: DriverName; was: Cents; wouldBe: Cents; state: string }
  | {
      kind: 'iban'
      id: string
      driver: DriverName
      state: 'missing' | 'invalid' | 'held'
      until: string | null
      amount: Cents
    }
  /** Approved statements whose payment waits for the driver's receipt; `amount` is what would be paid. */
  | { kind: 'receipts'; id: string; count: number; amount: Cents }
  /** Terms that count kilometres, and a car that nobody read at an end of the time with it. */
  | { kind: 'no-reading'; id: string; driver: DriverName; vehicle: string }
  | { kind: 'negative'; id: string; driver: DriverName; net: Cents; earnings: Cents; past: readonly Cents[] }
  | {
      kind: 'anomaly'
      id: string
      driver: DriverName
      anomaly: ShownAnomaly
      /** The other driver of a shared car, by name. */
      other: string | null
      rows: readonly Evidence[]
      /** Earnings of the weeks before and of this one. */
      past: readonly Cents[]
      /** To be spoken about: told, and still open. */
      isFollowedUp: boolean
    }

/** The terms most drivers of the week have: the driver's whose they are, and how many have the same. */
export type UsualTerms = { like: string; regime: string; count: number }

/** `yes` has rows · `question` has rows somebody must place, or none though usual · `none` neither. */
export type Tick = 'yes' | 'question' | 'none'

/** Questions that hold up a decision; the others only inform. */
export const DECIDING: ReadonlySet<Question['kind']> = new Set([
  'refused-file',
  'unmatched',
  'twin',
  'no-terms',
  'changed',
  'iban',
  'receipts',
])
