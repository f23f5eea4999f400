import { z } from 'zod'
import { job } from '#db/job.ts'

/**
 * Works out whose week on average is near or over: of everybody each day, and of `drivers` alone when their record says something else. It
 * reads months of each.
 */
export const weighAverages = job('working-times.weigh-averages', z.object({ drivers: z.array(z.string()).optional() }))
