import { inTransaction } from '#db/client.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { officeAddresses } from '#features/mail/queries.server.ts'
import { log } from '#platform/log.ts'
import { examineBooks } from './queries.server.ts'

/** Proves the books; when something is broken the log says what, and the office is told by e-mail. Answers how much is. */
export async function tellBroken(now: Temporal.Instant): Promise<number> {
  const broken = (await examineBooks()).filter((finding) => finding.broken > 0)
  if (broken.length === 0) return 0
  log.error({ broken }, 'the books do not hold')
  await inTransaction(async (tx) => {
    for (const recipient of await officeAddresses(tx)) {
      const params = { count: broken.length, link: '/admin/account' }
      await writeMail({ tx, now }, { template: 'books-broken', params, recipient, language: 'pt' })
    }
  })
  return broken.length
}
