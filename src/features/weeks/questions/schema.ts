import type { DriverName, IbanState } from '#domain/driver.ts'
import type { Cents } from '#domain/money.ts'
import { DECIDING_KINDS } from '#domain/monday.ts'
import type { Evidence } from '#features/imports/evidence/schema.ts'
import type { ShownAnomaly } from '#features/weeks/radar/schema.ts'
import type { RefusedFile } from '#features/imports/refused-files/schema.ts'
import type { UnmatchedQuestion } from '#features/weeks/unmatched/schema.ts'

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
  | {
      kind: 'no-terms'
      id: string
      driver: DriverName
      total: Cents
      usual: UsualTerms | null
      /** Terms that are agreed with this driver from a later week on: those are theirs, whatever others have. */
      own: { from: string; regime: string } | null
    }
  | { kind: 'changed'; id: string; driver: DriverName; was: Cents; wouldBe: Cents; state: string }
  | {
      kind: 'iban'
      id: string
      driver: DriverName
      state: Exclude<IbanState, 'ready'>
      until: string | null
      amount: Cents
    }
  /** Approved statements whose payment waits for the driver's receipt; `amount` is what would be paid. */
  | { kind: 'receipts'; id: string; count: number; amount: Cents }
  /** Rent that the terms ask, of a driver with whom no car is on record in the week. `answerKey` is the key under which it is charged all the same. */
  | { kind: 'no-car'; id: string; answerKey: string; driver: DriverName; rent: Cents }
  /** Terms that count kilometres, and a car that nobody read at an end of the time with it. */
  | { kind: 'no-reading'; id: string; answerKey: string; driver: DriverName; vehicle: string }
  /** Tolls that are the driver's only without a passenger, and that no trips tell of: `amount` stays with the company. */
  | { kind: 'no-trips'; id: string; answerKey: string; driver: DriverName; count: number; amount: Cents }
  /** `answerKey` is the key under which the answer is kept. */
  | {
      kind: 'negative'
      id: string
      answerKey: string
      driver: DriverName
      net: Cents
      earnings: Cents
      past: readonly Cents[]
    }
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
export const DECIDING: ReadonlySet<Question['kind']> = new Set(DECIDING_KINDS)

/**
 * How an answer is taken back: `listed` by its own line among the answers of the week · `record` on the page of what it
 * wrote, where the line of the answer leads · `same` on the page on which it was given.
 */
export type TakenBack = 'listed' | 'record' | 'same'

/** What ends a question, and how that is taken back; `address` is the part of the card's forms and links that is the way to it. */
export type Ending = { answer: string; address: string; takenBack: TakenBack }

/** What a question is asked by, where one kind asks in several ways. */
export type AskedAs = Exclude<Question['kind'], 'unmatched'> | `unmatched ${UnmatchedQuestion['reason']}`

/** Every way a question is asked has an answer that ends it, and every answer a way back: a new kind needs its row here. */
export const ENDINGS: Readonly<Record<AskedAs, readonly [Ending, ...Ending[]]>> = {
  'refused-file': [{ answer: 'waived, or another file', address: '/admin/data/refused/', takenBack: 'listed' }],
  'unmatched unknown-driver': [
    { answer: 'a driver, or the company', address: '/keys?row=', takenBack: 'listed' },
    { answer: 'a new driver', address: '/admin/data/keys/driver?row=', takenBack: 'listed' },
  ],
  'unmatched unknown-plate': [{ answer: 'a car, or the company', address: '/keys?row=', takenBack: 'listed' }],
  'unmatched unknown-card': [{ answer: 'a car, a driver or the company', address: '/keys?row=', takenBack: 'listed' }],
  'unmatched no-driver-at-that-time': [
    { answer: 'who had the car', address: '/holder?row=', takenBack: 'listed' },
    { answer: 'nobody, the company pays', address: '/rows', takenBack: 'listed' },
  ],
  twin: [{ answer: 'one passage, or two', address: '/passages', takenBack: 'listed' }],
  'printed-twice': [{ answer: 'once, or twice', address: '/rows', takenBack: 'listed' }],
  'no-terms': [{ answer: 'terms', address: '/terms', takenBack: 'record' }],
  changed: [
    { answer: 'accepted on the open week, or declined', address: '/admin/weekly/', takenBack: 'record' },
    { answer: 'voided, and issued again', address: '/void', takenBack: 'same' },
  ],
  iban: [{ answer: 'another IBAN, or its hold ended', address: '/iban', takenBack: 'same' }],
  receipts: [{ answer: 'received, or paid without', address: '/receipts', takenBack: 'same' }],
  'no-car': [
    { answer: 'which car it was', address: '/cars', takenBack: 'record' },
    { answer: 'charged all the same', address: '/anomalies', takenBack: 'listed' },
    { answer: 'charged in every week', address: '/anomalies', takenBack: 'listed' },
    { answer: 'not charged this week', address: '/rent', takenBack: 'listed' },
  ],
  'no-reading': [
    { answer: 'a reading', address: '/odometer', takenBack: 'same' },
    { answer: 'right as it is', address: '/anomalies', takenBack: 'listed' },
  ],
  'no-trips': [
    { answer: 'the trips, by file or connection', address: '/admin/data', takenBack: 'same' },
    { answer: 'right as it is', address: '/anomalies', takenBack: 'listed' },
  ],
  negative: [{ answer: 'right as it is', address: '/anomalies', takenBack: 'listed' }],
  anomaly: [{ answer: 'right, to be spoken about, or never again', address: '/anomalies', takenBack: 'listed' }],
}

/** What a question is asked by. */
export function askedAs(question: Question): AskedAs {
  return question.kind === 'unmatched' ? `unmatched ${question.reason}` : question.kind
}
