import { NOTHING, job } from '#db/job.ts'

/** Takes away what was kept of people who were erased and nothing keeps any longer, and what came back with a copy; ordered daily. */
export const forgetPeople = job('personal-data.forget', NOTHING)
