import { z } from 'zod'
import type { Job } from '#db/queue.server.ts'

const payload = z.object({ run: z.string() })
const nothing = z.object({})

/** Takes in a drop whose files are too long for a request to wait for. */
export const importLongDrop: Job<z.output<typeof payload>> = {
  name: 'drops.import-long-drop',
  parse: (raw) => payload.parse(raw),
}

/** Forgets what was dropped and never taken in. */
export const forgetDrops: Job<z.output<typeof nothing>> = {
  name: 'drops.forget',
  parse: (raw) => nothing.parse(raw),
}
