import { z } from 'zod'
import { NOTHING, job } from '#db/job.ts'

/** Erases data of erased people once nothing requires it any longer, also data restored from a backup; ordered daily. */
export const forgetPeople = job('personal-data.forget', NOTHING)

/** Removes the account of an erased person from a hosted identity service; ordered by the erasure. */
export const forgetAccount = job('personal-data.forget-account', z.object({ erasure: z.string() }))
