import { z } from 'zod'
import { handler, type Job, type JobHandler } from '#db/queue.server.ts'
import { purgeVitals } from './commands.server.ts'

const nothing = z.object({})

const purgeCounts: Job<z.output<typeof nothing>> = { name: 'vitals.purge-counts', parse: (raw) => nothing.parse(raw) }

export const vitalsJobs: Record<string, JobHandler> = handler(
  purgeCounts,
  async () => void (await purgeVitals(Temporal.Now.instant())),
)

/** Each night, in UTC. */
export const vitalsTimetable = `25 3 * * * ${purgeCounts.name}`
