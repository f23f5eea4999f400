import type { DriverName, IbanState } from '#domain/driver.ts'
import type { Cents } from '#domain/money.ts'
import { DECIDING_KINDS } from '#domain/monday.ts'
import type { Evidence } from '#features/imports/evidence/schema.ts'
import type { ShownAnomaly } from '#features/weeks/radar/schema.ts'
import type { RefusedFile } from '#features/imports/refused-files/schema.ts'
import type { Overlap } from '#features/statements/overlaps/schema.ts'
import type { UnmatchedQuestion } from '#features/weeks/unmatched/schema.ts'

export type Question =
  | UnmatchedQuestion
  /** A file about the week that could not be read; `source` as far as its name or content shows it. */
  | { kind: 'refused-file'; id: string; file: RefusedFile }
  /** Two rows with the same plate, minute and value from two files; `driver` is the one whom both are charged to. */
  | { kind: 'twin'; id: string; plate: string; driver: DriverName | null; kept: Evidence; other: Evidence }
  /** Rows of a file that repeat another of its lines: they count once, and would add `total` if they were two. */
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
      /** Terms agreed with this driver from a later week on: they take precedence over the usual ones. */
      own: { from: string; regime: string } | null
    }
  /** `by`: what the data alone changes. Issued again, the week also takes today's terms, rewards and balance. */
  | { kind: 'changed'; id: string; driver: DriverName; by: Cents; state: string }
  /** The week corrects again what an accepted dispute gave back: `overlap` would be paid twice, or `taken` stays off. */
  | ({ kind: 'corrected-twice'; id: string } & Pick<
      Overlap,
      'dispute' | 'driver' | 'line' | 'given' | 'on' | 'before' | 'now' | 'overlap'
    >)
  | {
      kind: 'iban'
      id: string
      driver: DriverName
      state: Exclude<IbanState, 'ready'>
      until: string | null
      amount: Cents
    }
  /** Approved statements whose payment waits for the driver's receipt; `amount` is their sum payable. */
  | { kind: 'receipts'; id: string; count: number; amount: Cents }
  /**
   * The terms ask for rent, and the driver has no car on record in the week. `answerKey` is the key under which it is
   * charged all the same.
   */
  | { kind: 'no-car'; id: string; answerKey: string; driver: DriverName; rent: Cents }
  /** The terms count kilometres, and a car has no odometer reading at one end of the driver's time with it. */
  | { kind: 'no-reading'; id: string; answerKey: string; driver: DriverName; vehicle: string }
  /**
   * Tolls that are the driver's only without a passenger, while no trips show when there was one: `amount` stays with
   * the company.
   */
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
      /** Earnings of the weeks before, and last those of this one. */
      past: readonly Cents[]
      /** The office means to speak with the driver about it: it was answered so, and is still open. */
      isFollowedUp: boolean
    }

/**
 * The terms that most drivers of the week have: a driver with them (`like`), and the number of drivers who have them.
 */
export type UsualTerms = { like: string; regime: string; count: number }

/** `yes`: has rows · `question`: has rows that somebody must place, or none though usual · `none`: neither. */
export type Tick = 'yes' | 'question' | 'none'

/** Questions that hold up the approval; the others only inform. */
export const DECIDING: ReadonlySet<Question['kind']> = new Set(DECIDING_KINDS)

/**
 * Where an answer is taken back: `listed` at its own line among the answers of the week · `record` on the page of what
 * it wrote, which that line links to · `same` on the page on which it was given.
 */
export type TakenBack = 'listed' | 'record' | 'same'

/**
 * An answer that ends a question, and where it is taken back; `address` is the part of the links and forms of the card that leads
 * to it.
 */
export type Ending = { answer: string; address: string; takenBack: TakenBack }

/** The name of a way of asking, as one kind of question asks in several ways. */
export type AskedAs = Exclude<Question['kind'], 'unmatched'> | `unmatched ${UnmatchedQuestion['reason']}`

/**
 * For every way of asking, the answers that end the question and where each is taken back: a new kind needs its row here.
 */
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
  'corrected-twice': [{ answer: 'once, or twice', address: '/overlap', takenBack: 'record' }],
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

/** The name of the way in which a question is asked. */
export function askedAs(question: Question): AskedAs {
  return question.kind === 'unmatched' ? `unmatched ${question.reason}` : question.kind
}
