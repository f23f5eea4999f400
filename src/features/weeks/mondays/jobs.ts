import { z } from 'zod'
import { job } from '#db/job.ts'

/** Looks at the week that has ended where that is due, ordered each quarter of an hour; or now, because somebody asked at this moment. */
export const runMondays = job(
  'mondays.run',
  z.object({ asked: z.object({ by: z.string().nullable(), at: z.string() }).optional() }),
  'outside',
)
