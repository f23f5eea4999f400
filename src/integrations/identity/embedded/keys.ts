import { randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, exportPKCS8, generateKeyPair, importJWK, importPKCS8, type JWK } from 'jose'
import { sql } from 'kysely'
import { type Tx, db, inTransaction } from '#db/client.server.ts'
import { seal, unseal } from '#platform/seal.server.ts'
import { ofOperator } from '#platform/operator.ts'

const ALGORITHM = 'RS256'
const RENEWED_AFTER = { hours: 24 * 90 }
/** Time for which a new key is only published before it signs: by then everybody who keeps a copy of the list has it. */
const SIGNS_AFTER = { hours: 1 }
/** Time for which a replaced key is kept: no token lives longer than a session cookie's 14 days. */
const KEPT_AFTER_SUCCESSOR = { hours: 24 * 14 + 1 }
const READ_AGAIN_AFTER = { minutes: 5 }
const LOCK = 'identity keys'

type Key = {
  kid: string
  createdAt: Temporal.Instant
  publicJwk: JWK
  publicKey: CryptoKey
  privateKey: CryptoKey | null
}

/** Keys that sign tokens: in the database, the private half sealed; made at first use, renewed every 90 days. */
export type KeyRing = {
  signing: (now: Temporal.Instant) => Promise<{ kid: string; privateKey: CryptoKey }>
  /** Finds the public key of this number, or `null`. */
  verifying: (kid: string, now: Temporal.Instant) => Promise<CryptoKey | null>
  published: (now: Temporal.Instant) => Promise<JWK[]>
}

/** Number of times that keys in the database were replaced: a ring that knows another number reads them again. */
const timesChanged = ofOperator(() => 0)

/** Makes each ring of this process read its keys again before it uses them. */
export function readKeysAgain(): void {
  timesChanged.value++
}

export function keyRing(): KeyRing {
  let keys: Key[] = []
  let readAgainAt: Temporal.Instant | null = null
  let knownChanges = timesChanged.value

  async function current(now: Temporal.Instant): Promise<Key[]> {
    const isFresh = readAgainAt && Temporal.Instant.compare(now, readAgainAt) < 0
    if (isFresh && knownChanges === timesChanged.value) return keys
    knownChanges = timesChanged.value
    keys = await renewKeys(now)
    readAgainAt = now.add(READ_AGAIN_AFTER)
    return keys
  }

  return {
    async signing(now) {
      const usable = (await current(now)).flatMap(({ kid, createdAt, privateKey }) =>
        privateKey ? [{ kid, createdAt, privateKey }] : [],
      )
      const due = usable.filter(({ createdAt }) => Temporal.Instant.compare(createdAt.add(SIGNS_AFTER), now) <= 0)
      const key = due.at(-1) ?? usable[0]
      if (!key) throw new Error('There is no key to sign tokens with.')
      return key
    },
    async verifying(kid, now) {
      const known = (await current(now)).find((key) => key.kid === kid)
      if (known) return known.publicKey
      // Another process may have made the key a moment ago.
      keys = await readKeys()
      return keys.find((key) => key.kid === kid)?.publicKey ?? null
    },
    published: async (now) => (await current(now)).map(({ publicJwk }) => publicJwk),
  }
}

/** Answers the keys, oldest first, after making the one that is due and dropping those that no token needs. */
async function renewKeys(now: Temporal.Instant): Promise<Key[]> {
  const keys = await readKeys()
  const newest = keys.findLast(({ privateKey }) => privateKey)
  const isDue = !newest || Temporal.Instant.compare(newest.createdAt.add(RENEWED_AFTER), now) <= 0
  if (isDue) await makeKey(now, newest?.kid ?? null)
  const unneeded = keys.filter((_, index) => {
    const successor = keys[index + 1]
    return successor && Temporal.Instant.compare(successor.createdAt.add(KEPT_AFTER_SUCCESSOR), now) <= 0
  })
  if (unneeded.length > 0) {
    const kids = unneeded.map(({ kid }) => kid)
    await db.deleteFrom('identity_keys').where('kid', 'in', kids).execute()
  }
  return isDue || unneeded.length > 0 ? readKeys() : keys
}

/**
 * Makes a fresh key that signs at once, for when somebody may have seen the others: their private halves are deleted
 * for good. Tokens that they signed stay valid until they run out.
 */
export async function replaceKeys(tx: Tx, now: Temporal.Instant): Promise<string> {
  const key = await newKey(now)
  await lockKeys(tx)
  await tx
    .updateTable('identity_keys')
    .set({ private_sealed: Buffer.alloc(0) })
    .execute()
  await tx.insertInto('identity_keys').values(key).execute()
  return key.kid
}

/** Makes the next key. Of several processes only one makes it; the others wait, and find it. */
async function makeKey(now: Temporal.Instant, newest: string | null): Promise<void> {
  const key = await newKey(now)
  await inTransaction(async (tx) => {
    await lockKeys(tx)
    const latest = (await readKeys()).findLast(({ privateKey }) => privateKey)
    if (latest && latest.kid !== newest) return
    await tx.insertInto('identity_keys').values(key).execute()
  })
}

const lockKeys = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(tx)

async function newKey(now: Temporal.Instant) {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true })
  const kid = randomUUID()
  const privateSealed = seal(await exportPKCS8(privateKey), sealOf(kid))
  const publicJwk = { ...(await exportJWK(publicKey)), alg: ALGORITHM, use: 'sig', kid }
  return { kid, private_sealed: privateSealed, public_jwk: JSON.stringify(publicJwk), created_at: now }
}

async function readKeys(): Promise<Key[]> {
  const rows = await db.selectFrom('identity_keys').selectAll().orderBy('created_at').execute()
  return Promise.all(rows.map(readKey))
}

async function readKey(row: {
  kid: string
  private_sealed: Buffer
  public_jwk: string
  created_at: Temporal.Instant
}): Promise<Key> {
  const publicJwk: JWK = JSON.parse(row.public_jwk)
  const publicKey = await importJWK(publicJwk, ALGORITHM)
  if (publicKey instanceof Uint8Array) throw new Error(`The key ${row.kid} is not a public one.`)
  // A replaced key, or one sealed under a lost secret, signs nothing new; its tokens stay valid.
  const pem = unseal(row.private_sealed, sealOf(row.kid))
  const privateKey = pem === null ? null : await importPKCS8(pem, ALGORITHM)
  return { kid: row.kid, createdAt: row.created_at, publicJwk, publicKey, privateKey }
}

function sealOf(kid: string) {
  return { purpose: 'identity signing key', of: kid }
}
