import { z } from 'zod'
import { NOTHING, job } from '#db/job.ts'

/** Takes away what was kept of people who were erased and nothing keeps any longer, and what came back with a copy; ordered daily. */
export const forgetPeople = job('personal-data.forget', NOTHING)

/** Takes the account of an erased person away from a hosted identity service: ordered by the erasure. */
export const forgetAccount = job('personal-data.forget-account', z.object({ erasure: z.string() }))
