import { z } from 'zod'
import { job } from '#db/job.ts'

/**
 * Works out whose average week is near or over the limit: for everybody each day, and for `drivers` alone when their
 * record changes. It reads months for each.
 */
export const weighAverages = job('working-times.weigh-averages', z.object({ drivers: z.array(z.string()).optional() }))
