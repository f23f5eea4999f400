import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SavedView } from './schema.ts'

/** The views that a person saved for a list, by name. */
export async function listSavedViews(uid: string, place: string, on: Kysely<DB> = db): Promise<SavedView[]> {
  return on
    .selectFrom('saved_views')
    .select(['id', 'place', 'query', 'name'])
    .where('uid', '=', uid)
    .where('place', '=', place)
    .orderBy('name')
    .execute()
}

/** One view. Refuses `record.not-found`, also for somebody else's. */
export async function getSavedView(uid: string, id: number, on: Kysely<DB> = db): Promise<SavedView> {
  const view = await on
    .selectFrom('saved_views')
    .select(['id', 'place', 'query', 'name'])
    .where('uid', '=', uid)
    .where('id', '=', Number.isSafeInteger(id) ? id : 0)
    .executeTakeFirst()
  if (!view) throw new Refusal('record.not-found')
  return view
}
