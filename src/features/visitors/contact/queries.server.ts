import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type Waiting, askAlone } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { type ContactMessage, TOPICS } from './schema.ts'

const MAX_MESSAGES = 500

/** Messages of visitors: first those to be answered, then the newest. At most 500. */
export async function listMessages(on: Kysely<DB> = db): Promise<ContactMessage[]> {
  const rows = await on
    .selectFrom('contact_messages')
    .leftJoin('users', 'users.uid', 'contact_messages.answered_by')
    .selectAll('contact_messages')
    .select(personName().as('by'))
    .orderBy(sql`contact_messages.state = 'answered'`)
    .orderBy('contact_messages.id', 'desc')
    .limit(MAX_MESSAGES)
    .execute()
  return rows.map(({ id, state, topic, name, email, phone, text, language, created_at, answered_at, by }) => ({
    id,
    state: state === 'answered' ? 'answered' : 'new',
    topic: TOPICS.find((known) => known === topic) ?? 'other',
    name,
    email,
    phone,
    text,
    language: language === 'en' ? 'en' : 'pt',
    createdAt: created_at.toString(),
    answered: answered_at ? { at: answered_at.toString(), by } : null,
  }))
}

/** Number of messages to be answered. */
export const newMessages = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('contact_messages')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('state', '=', 'new'),
  read: ({ count }: Pick<Waiting, 'count'>) => count,
}

export function countNewMessages(on: Kysely<DB> = db): Promise<number> {
  return askAlone(newMessages, on)
}
