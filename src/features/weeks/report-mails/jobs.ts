import { NOTHING, job } from '#db/job.ts'

/** Mails the reports that are due: ordered each quarter of an hour, and does nothing before the hour of a report. */
export const sendReports = job('reports.send', NOTHING)
