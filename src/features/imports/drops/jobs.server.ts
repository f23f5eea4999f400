import { type JobHandler, handler } from '#db/queue.server.ts'
import { carryOutRun } from '#features/runs/commands.server.ts'
import { readRefusedAgain } from '#features/imports/refused-files/jobs.ts'
import { dropResultOf, importDrop, purgeDrops, readAllRefusedAgain } from './commands.server.ts'
import { importDropInput } from './schema.ts'
import { forgetDrops, importLongDrop } from './jobs.ts'

export const dropJobs: Record<string, JobHandler> = {
  ...handler(importLongDrop, ({ run }) =>
    carryOutRun(run, 'drop.import', async (change, { subject, input }, onProgress) => {
      return dropResultOf(await importDrop(change, subject, importDropInput.parse(input), onProgress))
    }),
  ),
  ...handler(readRefusedAgain, readAllRefusedAgain),
  ...handler(forgetDrops, async () => void (await purgeDrops(Temporal.Now.instant()))),
}
