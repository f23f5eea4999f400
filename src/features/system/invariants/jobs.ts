import { NOTHING, job } from '#db/job.ts'

/** Proves the books: at each start, after an import, and once a day. */
export const proveBooks = job('invariants.prove-books', NOTHING)
