import { type Twice, ZONE, twiceOf } from '#domain/week.ts'

export type TypedMoment = { day: string; time: string; twice: Twice | '' }

/**
 * A moment as the day and time fields of a form hold it, on the Lisbon clock; `twice` tells which hour is meant in the
 * one that comes twice.
 */
export function typedMoment(moment: Temporal.Instant | null): TypedMoment {
  if (!moment) return NO_MOMENT
  const local = moment.toZonedDateTimeISO(ZONE)
  return {
    day: local.toPlainDate().toString(),
    time: local.toPlainTime().toString({ smallestUnit: 'minute' }),
    twice: twiceOf(moment) ?? '',
  }
}

/** Fields without a moment. */
export const NO_MOMENT: TypedMoment = { day: '', time: '', twice: '' }
