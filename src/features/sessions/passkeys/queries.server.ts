import { db } from '#db/client.server.ts'
import { vouchesForPeople } from '#integrations/identity/identity.ts'
import { type PasskeySite, passkeySite } from '#integrations/passkeys/passkeys.ts'
import { siteAddress } from '#platform/running.server.ts'
import type { PasskeyInList } from './schema.ts'

/**
 * The address for which this site's passkeys are valid; `null` where it can have none, because of its address or its
 * identity service.
 */
export function passkeysOf(siteName: string): PasskeySite | null {
  return vouchesForPeople() ? passkeySite(siteAddress(), siteName) : null
}

/** The passkeys of a person, oldest first. */
export async function listPasskeys(uid: string): Promise<PasskeyInList[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'is_synced', 'created_at', 'used_at'])
    .where('uid', '=', uid)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isSynced: row.is_synced,
    at: row.created_at.toString(),
    usedAt: row.used_at?.toString() ?? null,
  }))
}
