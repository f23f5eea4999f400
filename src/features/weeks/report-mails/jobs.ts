import { NOTHING, job } from '#db/job.ts'

/** Mails the reports that are due: ordered each quarter of an hour, and does nothing before their hour. */
export const sendReports = job('reports.send', NOTHING)
