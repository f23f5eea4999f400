import { sql } from 'kysely'
import type { z } from 'zod'
import { db } from '#db/client.server.ts'
import { inParts } from '#db/parts.ts'
import { stepOf, VITALS } from '#domain/vital.ts'
import type { Language } from '#messages/language.ts'
import type { visitInput } from './schema.ts'

/** Days for which counts are kept, so that a year can be compared with the one before. */
const KEPT_DAYS = 396

/** Adds a visit to the counts of its day in Lisbon. */
export async function countVisit(
  { path, device, ...measures }: z.output<typeof visitInput>,
  language: Language,
  now: Temporal.Instant,
): Promise<void> {
  const day = dayOf(now).toString()
  const rows = VITALS.flatMap((vital) => {
    const measure = measures[vital]
    return measure === undefined ? [] : [{ day, path, language, device, vital, step: stepOf(vital, measure) }]
  })
  for (const part of inParts(rows)) {
    await db
      .insertInto('vitals')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'path', 'language', 'device', 'vital', 'step'])
          .doUpdateSet({ count: sql`vitals.count + 1` }),
      )
      .execute()
  }
}

/** Deletes counts that are too old; answers the number of rows. */
export async function purgeVitals(now: Temporal.Instant): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('vitals')
    .where('day', '<', dayOf(now).subtract({ days: KEPT_DAYS }).toString())
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function dayOf(now: Temporal.Instant): Temporal.PlainDate {
  return now.toZonedDateTimeISO('Europe/Lisbon').toPlainDate()
}
