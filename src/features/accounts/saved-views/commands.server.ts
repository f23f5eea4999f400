import { Refusal } from '#domain/refusal.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { getSavedView, listSavedViews } from './queries.server.ts'
import type { SavedView } from './schema.ts'

/** More than fit above a list. */
const MOST_VIEWS = 30

/** Keeps a question under a name. Refuses `view.name-taken` and `view.too-many`. */
export async function saveView(deed: Deed, uid: string, view: Omit<SavedView, 'id'>): Promise<void> {
  await lockViews(deed, uid)
  const kept = await listSavedViews(uid, view.place, deed.tx)
  if (kept.length >= MOST_VIEWS) throw new Refusal('view.too-many')
  refuseTaken(kept, view.name)
  await deed.tx
    .insertInto('saved_views')
    .values({ uid, ...view })
    .execute()
  deed.note({ subject: `user:${uid}`, after: { view: view.name } })
}

/** Refuses `record.not-found` and `view.name-taken`. */
export async function renameView(deed: Deed, uid: string, id: number, name: string): Promise<SavedView> {
  await lockViews(deed, uid)
  const view = await getSavedView(uid, id, deed.tx)
  const others = (await listSavedViews(uid, view.place, deed.tx)).filter((one) => one.id !== id)
  refuseTaken(others, name)
  await deed.tx.updateTable('saved_views').set({ name }).where('id', '=', id).execute()
  deed.note({ subject: `user:${uid}`, before: { view: view.name }, after: { view: name } })
  return view
}

/** Refuses `record.not-found`. */
export async function removeView(deed: Deed, uid: string, id: number): Promise<SavedView> {
  const view = await getSavedView(uid, id, deed.tx)
  await deed.tx.deleteFrom('saved_views').where('id', '=', id).execute()
  deed.note({ subject: `user:${uid}`, before: { view: view.name } })
  return view
}

/** Whoever has two pages open names one view after the other. */
async function lockViews({ tx }: Deed, uid: string): Promise<void> {
  await tx.selectFrom('users').select('uid').where('uid', '=', uid).forUpdate().execute()
}

function refuseTaken(kept: readonly SavedView[], name: string): void {
  if (kept.some((one) => one.name === name)) throw new Refusal('view.name-taken', { name })
}
