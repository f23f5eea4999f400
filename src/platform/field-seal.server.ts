import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { findFieldKey, keyRing } from './field-keys.server.ts'

/** Column and record of a value: a value that is copied to another record, or into another column, does not open there. */
export type FieldPlace = { column: `${string}.${string}`; of: string }

/** Thrown for a value that can't be opened: the key is not here, or the bytes were not sealed for this place. */
export class FieldFault extends Error {
  override readonly name = 'FieldFault'
}

/** First byte of a sealed value. Text never begins with it, so plain values can be told apart. */
export const SEALED = 1
const ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + ID_BYTES + NONCE_BYTES + TAG_BYTES

/**
 * Seals a text under the newest key (AES-256-GCM): mark, id of the key, nonce, tag, text. Somebody who has only the
 * database learns its length, nothing more.
 */
export function sealField(text: string, place: FieldPlace): Buffer {
  const [key] = keyRing().keys
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key.field, nonce).setAAD(contextOf(place))
  const closed = cipher.update(text, 'utf8')
  cipher.final()
  return Buffer.concat([Buffer.from([SEALED]), Buffer.from(key.id, 'hex'), nonce, cipher.getAuthTag(), closed])
}

/** Opens a sealed text. Throws `FieldFault`: a field that can't be opened is a defect of the installation, never a missing value. */
export function openField(sealed: Uint8Array, place: FieldPlace): string {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  if (bytes[0] !== SEALED || bytes.length < HEAD_BYTES) throw new FieldFault(`${place.column} is not sealed.`)
  const id = keyIdOf(bytes)
  const key = findFieldKey(id)
  if (!key) throw new FieldFault(`${place.column} is sealed with the key ${id}, which is not here.`)
  const decipher = createDecipheriv('aes-256-gcm', key.field, bytes.subarray(1 + ID_BYTES, 1 + ID_BYTES + NONCE_BYTES))
    .setAAD(contextOf(place))
    .setAuthTag(bytes.subarray(HEAD_BYTES - TAG_BYTES, HEAD_BYTES))
  try {
    return decipher.update(bytes.subarray(HEAD_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    throw new FieldFault(`${place.column} was not sealed for this record.`)
  }
}

/** Answers the id of the key that sealed a value. */
export function keyIdOf(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(1, 1 + ID_BYTES)).toString('hex')
}

/**
 * Makes an index by which a sealed value is found without being opened: the same kind and value give the same bytes,
 * from which nothing can be read (HMAC-SHA-256 under a key of its own). `value` is in its normal form.
 */
export function blindIndex(kind: 'iban' | 'nif', value: string): Buffer {
  return createHmac('sha256', keyRing().index).update(`${kind}:${value}`).digest().subarray(0, 16)
}

function contextOf({ column, of }: FieldPlace): Buffer {
  return Buffer.from(`${column}:${of}`)
}
