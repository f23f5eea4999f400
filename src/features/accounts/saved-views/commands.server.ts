import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { getSavedView, listSavedViews } from './queries.server.ts'
import type { SavedView } from './schema.ts'

/** Maximum number of views of a person: more do not fit above a list. */
const MAX_VIEWS = 30

/** Saves the filters of a list under a name. Refuses `view.name-taken` and `view.too-many`. */
export async function saveView(change: Change, uid: string, view: Omit<SavedView, 'id'>): Promise<void> {
  await lockViews(change, uid)
  const kept = await listSavedViews(uid, view.place, change.tx)
  if (kept.length >= MAX_VIEWS) throw new Refusal('view.too-many')
  refuseTaken(kept, view.name)
  await change.tx
    .insertInto('saved_views')
    .values({ uid, ...view })
    .execute()
  change.note({ subject: `user:${uid}`, after: { view: view.name } })
}

/** Renames a view. Refuses `record.not-found` and `view.name-taken`. */
export async function renameView(change: Change, uid: string, id: number, name: string): Promise<SavedView> {
  await lockViews(change, uid)
  const view = await getSavedView(uid, id, change.tx)
  const others = (await listSavedViews(uid, view.place, change.tx)).filter((savedView) => savedView.id !== id)
  refuseTaken(others, name)
  await change.tx.updateTable('saved_views').set({ name }).where('id', '=', id).execute()
  change.note({ subject: `user:${uid}`, before: { view: view.name }, after: { view: name } })
  return view
}

/** Removes a view. Refuses `record.not-found`. */
export async function removeView(change: Change, uid: string, id: number): Promise<SavedView> {
  const view = await getSavedView(uid, id, change.tx)
  await change.tx.deleteFrom('saved_views').where('id', '=', id).execute()
  change.note({ subject: `user:${uid}`, before: { view: view.name } })
  return view
}

/** Locks the person's row, so that two open pages of theirs save one view after the other. */
async function lockViews({ tx }: Change, uid: string): Promise<void> {
  await tx.selectFrom('users').select('uid').where('uid', '=', uid).forUpdate().execute()
}

function refuseTaken(kept: readonly SavedView[], name: string): void {
  if (kept.some((savedView) => savedView.name === name)) throw new Refusal('view.name-taken', { name })
}
