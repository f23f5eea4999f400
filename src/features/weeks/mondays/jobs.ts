import { z } from 'zod'
import { job } from '#db/job.ts'

/**
 * Looks at the week that has ended: ordered each quarter of an hour, to look where a look is due; or `asked` for by
 * somebody, to look now.
 */
export const runMondays = job(
  'mondays.run',
  z.object({ asked: z.object({ by: z.string().nullable(), at: z.string() }).optional() }),
  'outside',
)
