import { z } from 'zod'
import { NOTHING, job } from '#db/job.ts'

/** Erases what nothing keeps any longer of erased people, and what came back with a copy; ordered daily. */
export const forgetPeople = job('personal-data.forget', NOTHING)

/** Removes the account of an erased person from a hosted identity service; ordered by the erasure. */
export const forgetAccount = job('personal-data.forget-account', z.object({ erasure: z.string() }))
