import { z } from 'zod'
import type { Job } from '#db/queue.server.ts'

const file = z.object({ sha256: z.string() })

/** Forgets bytes, unless a record refers to them: ordered by whoever removes a record that did. */
export const forgetFile: Job<z.output<typeof file>> = {
  name: 'files.forget',
  parse: (raw) => file.parse(raw),
}
