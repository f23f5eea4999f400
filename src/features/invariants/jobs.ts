import { z } from 'zod'
import type { Job } from '#db/queue.server.ts'

const nothing = z.object({})

/** Proves the books: at each start, after an import, and once a day. */
export const proveBooks: Job<z.output<typeof nothing>> = {
  name: 'invariants.prove-books',
  parse: (raw) => nothing.parse(raw),
}
