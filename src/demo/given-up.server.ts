import { databaseUrl, inTransaction } from '#db/client.server.ts'
import { order } from '#db/queue.server.ts'
import { withConnection } from '#db/with-connection.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { forgetFile } from '#features/files/jobs.ts'

/** The key of the job in the queue until somebody answers. */
const KEY = 'demo.forget-file'

/**
 * Adds a job that the queue gave up this morning: for four days it could not delete the letter of a candidate. Tried
 * again, it succeeds.
 */
export async function addGivenUpWork(now: Temporal.Instant): Promise<void> {
  const letter = new TextEncoder().encode('Carta de apresentação, retirada a pedido do candidato.\n')
  await inTransaction(async (tx) => {
    await order(tx, forgetFile, { sha256: await saveFile(tx, letter, 'text/plain') }, KEY)
  })
  await withConnection({ connectionString: await databaseUrl() }, (owner) =>
    owner.query(
      `update graphile_worker._private_jobs
        set attempts = max_attempts, last_error = $2, run_at = $3, updated_at = $3, created_at = $4
        where id = (select id from graphile_worker.jobs where key = $1)`,
      [
        KEY,
        'EACCES: permission denied, unlink',
        now.subtract({ hours: 3 }).toString(),
        now.subtract({ hours: 4 * 24 }).toString(),
      ],
    ),
  )
}
