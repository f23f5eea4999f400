import { inTransaction } from '#db/client.server.ts'
import { type JobHandler, handler } from '#db/queue.server.ts'
import { tidyWeekMarks } from '#features/settlements/jobs.ts'
import { deleteAnsweredMarks } from './commands.server.ts'

export const proposalJobs: Record<string, JobHandler> = handler(tidyWeekMarks, () => inTransaction(deleteAnsweredMarks))
