import { db } from '#db/client.server.ts'

/** Times after which no row can matter any more. */
const REFRESH_TOKENS_KEPT = { hours: 24 * 60 }
const TRIES_KEPT = { hours: 2 }
const CODES_KEPT = { hours: 24 * 7 }

/** Deletes what ran out long ago. */
export async function purge(now: Temporal.Instant): Promise<void> {
  await db.deleteFrom('identity_tries').where('at', '<', now.subtract(TRIES_KEPT)).execute()
  await db.deleteFrom('identity_codes').where('expires_at', '<', now.subtract(CODES_KEPT)).execute()
  await db.deleteFrom('identity_factor_setups').where('expires_at', '<', now).execute()
  await db.deleteFrom('identity_pending_sign_ins').where('expires_at', '<', now).execute()
  await db.deleteFrom('identity_refresh_tokens').where('used_at', '<', now.subtract(REFRESH_TOKENS_KEPT)).execute()
}
