import { z } from 'zod'
import { db } from '#db/client.server.ts'
import { operation } from './call.ts'
import { fault } from './fault.ts'
import { flag, many, text, texts, whole } from './fields.ts'
import { describeAccounts } from './user-info.ts'

const MAX_ACCOUNTS = 1_000
const PAGE = 20

/** `accounts:batchGet`: every account, oldest first, a page at a time. */
export const listAccounts = operation(z.object({ maxResults: whole, nextPageToken: text }), async (input) => {
  const limit = Math.min(input.maxResults || PAGE, MAX_ACCOUNTS)
  let query = db.selectFrom('users').selectAll()
  if (input.nextPageToken) {
    const { createdAt, uid } = readPlace(input.nextPageToken)
    query = query.where((row) => row(row.refTuple('created_at', 'uid'), '>', row.tuple(createdAt, uid)))
  }
  const found = await query
    .orderBy('created_at')
    .orderBy('uid')
    .limit(limit + 1)
    .execute()
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    kind: 'identitytoolkit#DownloadAccountResponse',
    users: page.length > 0 ? await describeAccounts(page) : undefined,
    nextPageToken: last && found.length > limit ? `${last.created_at.toString()} ${last.uid}` : undefined,
  }
})

/** Reads the place in the list after which a page begins. */
function readPlace(token: string): { createdAt: Temporal.Instant; uid: string } {
  const [moment = '', uid = ''] = token.split(' ')
  try {
    return { createdAt: Temporal.Instant.from(moment), uid }
  } catch {
    throw fault('INVALID_PAGE_SELECTION')
  }
}

/** `accounts:query`: accounts by e-mail, number or phone; all of them when nothing is asked for; or how many. */
export const queryAccounts = operation(
  z.object({
    returnUserInfo: flag,
    limit: whole,
    offset: whole,
    expression: many({ email: text, userId: text, phoneNumber: text }),
  }),
  async ({ returnUserInfo = true, limit = MAX_ACCOUNTS, offset = 0, expression = [] }) => {
    let query = db.selectFrom('users')
    if (expression.length > 0) {
      query = query.where((row) =>
        row.or(
          expression.map(({ email, userId, phoneNumber }) =>
            row.or([
              row('email', '=', email?.toLowerCase() ?? ''),
              row('uid', '=', userId ?? ''),
              row('phone_number', '=', phoneNumber ?? ''),
            ]),
          ),
        ),
      )
    }
    if (!returnUserInfo) {
      const { count } = await query.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      return { recordsCount: String(count) }
    }
    const accounts = await query
      .selectAll()
      .orderBy('uid')
      .limit(Math.min(limit, MAX_ACCOUNTS))
      .offset(offset)
      .execute()
    return { recordsCount: String(accounts.length), userInfo: await describeAccounts(accounts) }
  },
)

/** `accounts:batchDelete`: closed accounts only, unless forced. */
export const deleteAccounts = operation(z.object({ localIds: texts, force: flag }), async (input) => {
  const ids = input.localIds ?? []
  if (ids.length === 0 || ids.length > MAX_ACCOUNTS) throw fault('LOCAL_ID_LIST_EXCEEDS_LIMIT')
  const open = await db
    .selectFrom('users')
    .select('uid')
    .where('uid', 'in', ids)
    .where('disabled', '=', false)
    .execute()
  const kept = new Set(input.force ? [] : open.map(({ uid }) => uid))
  const unkept = ids.filter((id) => !kept.has(id))
  if (unkept.length > 0) await db.deleteFrom('users').where('uid', 'in', unkept).execute()
  const errors = ids.flatMap((localId, index) =>
    kept.has(localId) ? [{ index, localId, message: 'NOT_DISABLED : Disable the account before batch deletion.' }] : [],
  )
  return errors.length > 0 ? { errors } : {}
})
