import { NOTHING, job } from '#db/job.ts'

/** Deletes applications whose time is over. */
export const forgetApplications = job('applications.forget', NOTHING)
