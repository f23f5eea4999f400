import { z } from 'zod'
import type { Job } from '#db/queue.server.ts'

const payload = z.object({ run: z.string() })

/** Packs the statements of a week that has too many for a request to wait for. */
export const packStatements: Job<z.output<typeof payload>> = {
  name: 'exports.pack-statements',
  parse: (raw) => payload.parse(raw),
}
