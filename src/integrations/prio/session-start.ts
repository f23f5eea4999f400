import { lisbon } from '#domain/week.ts'
import { orderOfDates, readMoment } from '#integrations/movements.ts'
import type { Period } from '#integrations/file-name.ts'
import type { DateOrder } from '#platform/amount-text.ts'

/** Start of a session: the text of its date, and its id, which often ends in the Unix second of the start. */
export type StartText = { text: string; id: string }

/** Clock in which a file writes its starts. */
export type FileClock = 'lisbon' | 'utc'

/** Normal difference between the id and the date of a start, in milliseconds: a list may leave out the seconds. */
const NEAR_MILLISECONDS = 90_000

/** Reads the start at the end of a session id (`LSB-90846-01-1780870896`); ids of other networks (`PTEDP…-ccc45`) have none. */
export function startInId(id: string): Temporal.Instant | null {
  const seconds = /-(\d{10})$/.exec(id)?.[1]
  return seconds === undefined ? null : Temporal.Instant.fromEpochMilliseconds(Number(seconds) * 1_000)
}

/**
 * Finds the order of day and month of the starts: from any date that reads only one way, else by the ids, else by the
 * days the file covers, else the usual order of its headings.
 */
export function orderOfStarts(starts: readonly StartText[], period: Period | null, usual: DateOrder): DateOrder | null {
  const texts = starts.map(({ text }) => text)
  const fromDates = orderOfDates(texts, null)
  if (fromDates) return fromDates
  const proven = (order: DateOrder) => starts.some((start) => clocksThatFit(start, order).length > 0)
  if (proven('dmy') !== proven('mdy')) return proven('dmy') ? 'dmy' : 'mdy'
  const mayBeEither = texts.every((text) => readMoment(text, 'dmy') && readMoment(text, 'mdy'))
  return orderOfDates(texts, period) ?? (mayBeEither ? usual : null)
}

/** Finds the clock that most of the ids prove; Lisbon where they prove none, as in winter, when both clocks agree. */
export function clockOfFile(starts: readonly StartText[], order: DateOrder): FileClock {
  const proofs = starts.map((start) => clocksThatFit(start, order)).filter((clocks) => clocks.length === 1)
  const utc = proofs.filter(([clock]) => clock === 'utc').length
  return utc > proofs.length - utc ? 'utc' : 'lisbon'
}

/**
 * Answers when a session began: the instant in its id if the date agrees with it on one of the clocks, else the date on
 * the file's clock.
 */
export function startOf(start: StartText, order: DateOrder, clock: FileClock): Temporal.Instant | null {
  const local = readMoment(start.text, order)
  if (!local) return null
  return clocksThatFit(start, order).length > 0 ? startInId(start.id) : onClock(local, clock)
}

function clocksThatFit({ text, id }: StartText, order: DateOrder): FileClock[] {
  const [local, start] = [readMoment(text, order), startInId(id)]
  if (!local || !start) return []
  const clocks = ['lisbon', 'utc'] as const
  return clocks.filter((clock) => {
    return Math.abs(onClock(local, clock).epochMilliseconds - start.epochMilliseconds) <= NEAR_MILLISECONDS
  })
}

function onClock(local: Temporal.PlainDateTime, clock: FileClock): Temporal.Instant {
  return clock === 'utc' ? local.toZonedDateTime('UTC').toInstant() : lisbon(local)
}
