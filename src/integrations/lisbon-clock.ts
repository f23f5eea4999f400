import { lisbon, type Week, weekAt } from '#domain/week.ts'
import type { DateOrder } from '#platform/amount-text.ts'
import { readMoment } from './movements.ts'
import { rememberAnswers } from './remembered.ts'

/** A moment of a list: its instant, its settlement week, and its minute on the Lisbon clock (`2026-06-07T23:51`). */
export type Moment = { instant: Temporal.Instant; week: Week; minute: string }

/** Matches a day and an hour, then minutes and seconds: how most lists write a moment. */
const TO_THE_SECOND = /^(\S{10} \d\d):([0-5]\d):([0-5]\d)$/

/**
 * Makes a reader of moments on the Lisbon clock. A list has thousands of them in the same hour, so it computes each
 * hour once and then adds seconds. `null` for what is no moment.
 */
export function lisbonClock(order: DateOrder): (text: string) => Moment | null {
  const hourOf = rememberAnswers((dayAndHour: string) => readHour(dayAndHour, order))
  return (text) => {
    const found = TO_THE_SECOND.exec(text)
    const hour = found && hourOf(found[1]!)
    if (!hour) return read(text, order)
    const milliseconds = hour.start + (Number(found[2]) * 60 + Number(found[3])) * 1_000
    return {
      instant: Temporal.Instant.fromEpochMilliseconds(milliseconds),
      week: hour.week,
      minute: `${hour.name}:${found[2]}`,
    }
  }
}

function read(text: string, order: DateOrder): Moment | null {
  const local = readMoment(text, order)
  if (!local) return null
  const instant = lisbon(local)
  return { instant, week: weekAt(instant), minute: local.toString({ smallestUnit: 'minute' }) }
}

/** Reads an hour of the Lisbon clock; `null` when it is none, or (never since 1990) the clock changes in the middle of it. */
function readHour(dayAndHour: string, order: DateOrder): { start: number; week: Week; name: string } | null {
  const [first, last] = [read(`${dayAndHour}:00:00`, order), read(`${dayAndHour}:59:59`, order)]
  if (!first || !last) return null
  const [start, end] = [first.instant.epochMilliseconds, last.instant.epochMilliseconds]
  if (end - start !== 3_599_000 || first.week !== last.week) return null
  return { start, week: first.week, name: first.minute.slice(0, -':00'.length) }
}
