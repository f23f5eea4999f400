import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { USUAL_ANSWER_DAYS } from '#domain/ticket.ts'

/** Working days in which the office promises an answer. */
export async function readAnswerDays(on: Kysely<DB> = db): Promise<number> {
  const row = await on.selectFrom('support_settings').select('answer_days').executeTakeFirst()
  return row?.answer_days ?? USUAL_ANSWER_DAYS
}
