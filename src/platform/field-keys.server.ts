import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Env, dataPath, env } from './env.server.ts'
import { readIfExists } from './process.ts'
import { ofOperator } from './operator.ts'

/** A key that seals fields of the database and kept files. `id` stands in front of everything sealed with it and is no secret. */
export type FieldKey = { id: string; field: Buffer; file: Buffer; bytes: Buffer }

/** All keys. The first is the newest, which seals; each of them opens. `index` is used to find a sealed value, and never changes. */
export type KeyRing = { keys: readonly [FieldKey, ...FieldKey[]]; index: Buffer }

const KEY_BYTES = 32
const ENTRY = /^(index|[\da-f]{8}):([\w-]{43})$/
const INDEX = 'index'

type Read = { from: string; ring: KeyRing }
const lastRead = ofOperator<Read | null>(() => null)

/** Path of the file with the keys; `null` when they are a setting, which no command can write. */
export function fieldKeysPath(): string | null {
  return placeOf(env())
}

function placeOf({ FIELD_KEYS, FIELD_KEYS_FILE }: Env): string | null {
  return FIELD_KEYS ? null : (FIELD_KEYS_FILE ?? dataPath('field-keys'))
}

/**
 * Keys read in this turn of the event loop: ten thousand accounts may be sealed in one turn, and asking for the state of
 * the file each time costs more than sealing.
 */
const ringOfTurn = ofOperator<KeyRing | null>(() => null)

/** Answers the current keys: another process may have added a new first one. Makes the first key at the first use. */
export function keyRing(): KeyRing {
  if (ringOfTurn.value) return ringOfTurn.value
  ringOfTurn.value = lookForRing()
  setImmediate(() => (ringOfTurn.value = null))
  return ringOfTurn.value
}

function lookForRing(): KeyRing {
  const path = fieldKeysPath()
  const from = path === null ? env().FIELD_KEYS! : markOf(path)
  if (from === null) {
    makeRing(path!)
    return lookForRing()
  }
  if (lastRead.value?.from !== from) lastRead.value = { from, ring: parse(path === null ? from : readIfExists(path)!) }
  return lastRead.value.ring
}

/** Answers the keys if there are any, without making the first one. */
export function knownKeyRing(): KeyRing | null {
  const path = fieldKeysPath()
  return path !== null && markOf(path) === null ? null : keyRing()
}

/** Finds a key by its id; an unknown id is looked for in the file or setting again. `null`: the key is not here. */
export function findFieldKey(id: string): FieldKey | null {
  const inRing = (ring: KeyRing | undefined) => ring?.keys.find((key) => key.id === id) ?? null
  return inRing(lastRead.value?.ring) ?? inRing(lookForRing())
}

/** Puts a fresh key first and answers its id. Only where the keys are a file. */
export function addFieldKey(): string {
  const [text, id] = [readRing(), randomBytes(4).toString('hex')]
  writeRing([`${id}:${freshKey()}`, ...text])
  return id
}

/** Deletes keys for good: what they sealed can't be opened any more. Never deletes the first one. */
export function dropFieldKeys(ids: ReadonlySet<string>): void {
  const [first] = keyRing().keys
  writeRing(readRing().filter((line) => line.startsWith(first.id) || !ids.has(line.split(':')[0]!)))
}

function readRing(): string[] {
  keyRing()
  return entriesOf(readIfExists(fieldKeysPath()!)!)
}

/** Writes the file in one step: another process reads the old file or the new one, never half of either. */
function writeRing(lines: readonly string[]): void {
  const path = fieldKeysPath()!
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(aside, `${lines.join('\n')}\n`, { mode: 0o600, flush: true })
  renameSync(aside, path)
  ringOfTurn.value = null
}

function makeRing(path: string): void {
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const lines = [`${randomBytes(4).toString('hex')}:${freshKey()}`, `${INDEX}:${freshKey()}`]
  writeFileSync(aside, `${lines.join('\n')}\n`, { mode: 0o600, flush: true })
  try {
    // If two processes each make keys, the first wins and both read the same.
    linkSync(aside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside)
  }
}

const freshKey = () => randomBytes(KEY_BYTES).toString('base64url')

/** Answers a mark of the file, which differs after another file took its place. */
function markOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${path} ${found.ino} ${found.mtimeMs} ${found.size}` : null
}

const entriesOf = (text: string) => text.split(/[\s,]+/).filter(Boolean)

function parse(text: string): KeyRing {
  const keys: FieldKey[] = []
  let index: Buffer | null = null
  for (const entry of entriesOf(text)) {
    const [, id, value] = ENTRY.exec(entry) ?? []
    // The text is a secret: the error does not quote it.
    if (!id || !value)
      throw new Error(
        'The field keys can not be read: each is eight hexadecimal digits, a colon and 43 letters of base64url.',
      )
    const bytes = Buffer.from(value, 'base64url')
    if (id === INDEX) index = bytes
    else keys.push({ id, bytes, field: deriveKey(bytes, 'field of the database'), file: deriveKey(bytes, 'kept file') })
  }
  const [first, ...rest] = keys
  if (!first || !index) throw new Error('The field keys can not be read: it takes one key and the one called index.')
  return { keys: [first, ...rest], index }
}

const deriveKey = (bytes: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', bytes, '', purpose, KEY_BYTES))
