import { dropKeys, listKeyUses, rotateIdentityKeys, rotateKeys } from '#features/system/key-changes/commands.server.ts'
import { isIdentityEmbedded } from '#integrations/identity/identity.ts'
import { fieldKeysPath } from '#platform/field-keys.server.ts'
import { type Answer, type Call, UsageError } from './command.ts'

export async function list({ t }: Call): Promise<Answer> {
  const keys = await listKeyUses()
  const place = fieldKeysPath()
  const lines = keys.map(({ id, newest, values, files }) =>
    t(newest ? 'cli.keyNewest' : 'cli.keyOlder', { id, values, files }),
  )
  return { json: { place: place ?? 'FIELD_KEYS', keys }, text: lines.join('\n') }
}

export async function rotate({ t }: Call): Promise<Answer> {
  const done = await rotateKeys(Temporal.Now.instant())
  const { key, values, files } = done
  return { json: done, text: t(done.resumed ? 'cli.keysResumed' : 'cli.keysRotated', { key, values, files }) }
}

export async function rotateIdentity({ t }: Call): Promise<Answer> {
  if (!isIdentityEmbedded()) throw new UsageError(t('cli.identityKeysElsewhere'))
  const key = await rotateIdentityKeys(Temporal.Now.instant())
  return { json: { key }, text: t('cli.identityKeysRotated', { key }) }
}

export async function drop({ t }: Call): Promise<Answer> {
  const dropped = await dropKeys(Temporal.Now.instant())
  const text = dropped.length === 0 ? t('cli.keysNoneDropped') : t('cli.keysDropped', { keys: dropped.join(', ') })
  return { json: { dropped }, text }
}
