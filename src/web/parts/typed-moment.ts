import { ZONE } from '#domain/week.ts'

/** A moment as the day and time fields of a form hold it, on the Lisbon clock. */
export function typedMoment(moment: Temporal.Instant | null): { day: string; time: string } {
  if (!moment) return { day: '', time: '' }
  const local = moment.toZonedDateTimeISO(ZONE)
  return { day: local.toPlainDate().toString(), time: local.toPlainTime().toString({ smallestUnit: 'minute' }) }
}
