import { dropKeys, listKeyUses, rotateIdentityKeys, rotateKeys } from '#features/system/key-changes/commands.server.ts'
import { keepsPeopleHere } from '#integrations/identity/identity.ts'
import { fieldKeysPath } from '#platform/field-keys.server.ts'
import { type Answer, type Call, type Command, UsageError } from './command.ts'

/**
 * The keys of sealed fields and kept files: which there are, a fresh one, and those nothing needs any more. And those with
 * which sign-ins are signed.
 */
export const KEY_COMMANDS: readonly Command[] = [
  { name: 'keys rotate', usage: 'keys rotate [--json]', summary: 'cli.keysRotate', options: {}, run: rotate },
  { name: 'keys drop', usage: 'keys drop [--json]', summary: 'cli.keysDrop', options: {}, run: drop },
  {
    name: 'identity rotate-keys',
    usage: 'identity rotate-keys [--json]',
    summary: 'cli.identityRotateKeys',
    options: {},
    run: rotateIdentity,
  },
  { name: 'keys', usage: 'keys [--json]', summary: 'cli.keys', options: {}, run: list },
]

async function list({ t }: Call): Promise<Answer> {
  const keys = await listKeyUses()
  const place = fieldKeysPath()
  const lines = keys.map(({ id, newest, values, files }) =>
    t(newest ? 'cli.keyNewest' : 'cli.keyOlder', { id, values, files }),
  )
  return { json: { place: place ?? 'FIELD_KEYS', keys }, text: lines.join('\n') }
}

async function rotate({ t }: Call): Promise<Answer> {
  const done = await rotateKeys(Temporal.Now.instant())
  const { key, values, files } = done
  return { json: done, text: t(done.resumed ? 'cli.keysResumed' : 'cli.keysRotated', { key, values, files }) }
}

async function rotateIdentity({ t }: Call): Promise<Answer> {
  if (!keepsPeopleHere()) throw new UsageError(t('cli.identityKeysElsewhere'))
  const key = await rotateIdentityKeys(Temporal.Now.instant())
  return { json: { key }, text: t('cli.identityKeysRotated', { key }) }
}

async function drop({ t }: Call): Promise<Answer> {
  const dropped = await dropKeys(Temporal.Now.instant())
  const text = dropped.length === 0 ? t('cli.keysNoneDropped') : t('cli.keysDropped', { keys: dropped.join(', ') })
  return { json: { dropped }, text }
}
