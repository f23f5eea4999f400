import { firstOf } from '#domain/certain.ts'
import { sql } from 'kysely'
import { databaseUrl, db } from '#db/client.server.ts'
import { countByKey, forgetKeys, registerKeys, resealColumns } from '#db/sealed-columns.server.ts'
import { withPlainConnection } from '#db/table-copies.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { replaceKeys } from '#integrations/identity/embedded/keys.ts'
import { storage } from '#integrations/storage/storage.ts'
import { addFieldKey, dropFieldKeys, fieldKeysPath, keyRing } from '#platform/field-keys.server.ts'

/** A key and the number of values and files that it seals; the `newest` seals new ones. */
export type KeyUse = { id: string; newest: boolean; values: number; files: number }

/** Every present key, the newest first. */
export async function listKeyUses(): Promise<KeyUse[]> {
  const values = await withPlainConnection(await databaseUrl(), countByKey)
  const files = new Map<string | null, number>()
  for (const sha256 of await keptFiles()) {
    const id = await storage().keyOf(sha256)
    files.set(id, (files.get(id) ?? 0) + 1)
  }
  return keyRing().keys.map(({ id }, at) => ({
    id,
    newest: at === 0,
    values: values.get(id) ?? 0,
    files: files.get(id) ?? 0,
  }))
}

export type Rotation = { key: string; resumed: boolean; values: number; files: number }

/**
 * Seals everything with a new key while the site runs; after an interruption it goes on with the key it had begun with.
 * Where the keys come from a setting (`FIELD_KEYS`), the new one is put first there, and this seals with it. Refuses
 * `keys.given` when there is no new one, and `keys.at-work` while another process rotates.
 */
export async function rotateKeys(now: Temporal.Instant): Promise<Rotation> {
  const isUnfinished = (await listKeyUses()).some(({ newest, values, files }) => !newest && values + files > 0)
  if (!isUnfinished && fieldKeysPath() === null) throw new Refusal('keys.given')
  const key = isUnfinished ? keyRing().keys[0].id : addFieldKey()
  const done = await withPlainConnection(await databaseUrl(), async (client) => {
    const { rows } = await client.query<{ isMine: boolean }>(
      `select pg_try_advisory_lock(hashtext('field keys'), 0) as "isMine"`,
    )
    if (!firstOf(rows).isMine) throw new Refusal('keys.at-work')
    await registerKeys(client)
    const values = await resealColumns(client)
    return { values, files: await sealFiles() }
  })
  await carryOut({ actor: COMMAND_LINE, action: 'keys.rotate', now }, async (change) => {
    change.note({ after: { key, ...done } })
    return null
  })
  return { key, resumed: isUnfinished, ...done }
}

/**
 * Makes a new key with which the embedded identity service signs from now on, also in the running site. Answers its
 * number.
 */
export function rotateIdentityKeys(now: Temporal.Instant): Promise<string> {
  return carryOut({ actor: COMMAND_LINE, action: 'identity.rotate-keys', now }, async (change) => {
    const key = await replaceKeys(change.tx, now)
    await sql`notify site_changed`.execute(change.tx)
    change.note({ after: { key } })
    return key
  })
}

/** Seals files that an earlier program stored unsealed, while the site works; a start goes on where the one before stopped. */
export async function sealPlainFiles(): Promise<void> {
  for (const sha256 of await keptFiles()) if (await storage().isPlain(sha256)) await storage().sealAnew(sha256)
}

/**
 * Seals every stored file with the newest key, also unsealed ones of an earlier program. Answers how many were sealed.
 */
export async function sealFiles(): Promise<number> {
  let sealed = 0
  const [{ id }] = keyRing().keys
  for (const sha256 of await keptFiles()) {
    if ((await storage().keyOf(sha256)) === id) continue
    await storage().sealAnew(sha256)
    sealed++
  }
  return sealed
}

/**
 * Deletes keys that seal nothing any more; answers their ids. Where the keys come from a setting, earlier copies still need
 * them. Refuses `keys.setting`, as those are removed in the setting; and `keys.fresh` within an hour of the newest key.
 */
export async function dropKeys(now: Temporal.Instant): Promise<string[]> {
  if (fieldKeysPath() === null) throw new Refusal('keys.setting')
  const latest = await db
    .selectFrom('field_keys')
    .select('first_used_at')
    .where('id', '=', keyRing().keys[0].id)
    .executeTakeFirst()
  // By then, a process that sealed with the old key just before has stored its value.
  const from = latest?.first_used_at.add({ hours: 1 })
  if (from && Temporal.Instant.compare(now, from) < 0) throw new Refusal('keys.fresh', { at: from.toString() })
  const unused = (await listKeyUses()).filter(({ newest, values, files }) => !newest && values + files === 0)
  const dropped = await withPlainConnection(await databaseUrl(), (client) =>
    forgetKeys(
      client,
      unused.map(({ id }) => id),
      (ids) => dropFieldKeys(new Set(ids)),
    ),
  )
  await carryOut({ actor: COMMAND_LINE, action: 'keys.drop', now }, async (change) => {
    change.note({ after: { keys: dropped } })
    return null
  })
  return dropped
}

async function keptFiles(): Promise<string[]> {
  const rows = await db.selectFrom('files').select('sha256').execute()
  return rows.map(({ sha256 }) => sha256)
}
