import { type JobHandler, handler } from '#db/queue.server.ts'
import { readWeek } from '#domain/week.ts'
import { carryOutRun } from '#features/runs/commands.server.ts'
import { approve } from './commands.server.ts'
import { approveLongWeek } from './jobs.ts'
import { approvalInput } from './schema.ts'

export const approvalJobs: Record<string, JobHandler> = handler(approveLongWeek, ({ run }) =>
  carryOutRun(run, 'week.approve', (change, { subject, input }, onProgress) =>
    approve(change, readWeek(subject), approvalInput.parse(input), onProgress),
  ),
)
