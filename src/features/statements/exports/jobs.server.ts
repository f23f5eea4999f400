import { type JobHandler, handler } from '#db/queue.server.ts'
import { readWeek } from '#domain/week.ts'
import { carryOutRun } from '#features/runs/commands.server.ts'
import { packWeekStatements } from './commands.server.ts'
import { packStatementsInput } from './schema.ts'
import { packStatements } from './jobs.ts'

export const exportJobs: Record<string, JobHandler> = handler(packStatements, ({ run }) =>
  carryOutRun(run, 'week.pack-statements', (change, { id, subject, input }, onProgress) =>
    packWeekStatements(change, id, { week: readWeek(subject), ...packStatementsInput.parse(input) }, onProgress),
  ),
)
