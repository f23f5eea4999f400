import { normalKey } from '#domain/identifiers.ts'
import type { KeyKind, Source } from '#domain/import.ts'
import type { KeyOwner } from '#domain/matching.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { addKeysToEach } from '#features/fleet/keys/commands.server.ts'
import type { FleetLoad } from './fleet-load.ts'

type PlatformKeys = readonly (readonly [Source, KeyKind, string | null])[]

export async function loadKeys(
  change: Change,
  listedKeys: readonly { owner: KeyOwner; keys: PlatformKeys }[],
  load: FleetLoad,
): Promise<void> {
  const named = listedKeys.map(({ owner, keys }) => ({
    owner,
    keys: keys.flatMap(([source, kind, value]) => (value ? [{ source, ...normalKey({ kind, value }) }] : [])),
  }))
  const added = await addKeysToEach(change, named)
  load.keys.added += added
  load.keys.known += named.flatMap(({ keys }) => keys).length - added
}
