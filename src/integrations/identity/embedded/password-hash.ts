import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '#domain/refusal.ts'

/**
 * Parameters of argon2id: 64 MiB of memory, three passes, one lane (`rulings.md` G). After a change each password is
 * hashed again at the next sign-in.
 */
const PARAMETERS = { memory: 65_536, passes: 3, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Most hashes at once, and most that may wait: a flood of sign-ins is refused instead of using up the memory. */
const AT_ONCE = 2
const QUEUE = 50
const RETRY_AFTER_SECONDS = 10

const derive = promisify(argon2)

type Argon2Hash = typeof PARAMETERS & { salt: Buffer; hash: Buffer }

/** Hashes a password for storage: a PHC string with its own parameters and salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await compute(password, { ...PARAMETERS, salt, hash: Buffer.alloc(HASH_BYTES) })
  return writeArgon2({ ...PARAMETERS, salt, hash })
}

export function writeArgon2({ memory, passes, parallelism, salt, hash }: Argon2Hash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${withoutPadding(salt)}$${withoutPadding(hash)}`
}

/**
 * Whether a password is the stored one. Without a stored one it does the same work on a hash that no password has, so
 * that time does not reveal whether an account exists. `isFirst` goes before those who wait.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  { isFirst = false }: Turn = {},
): Promise<boolean> {
  const parsed = stored === null ? DUMMY_HASH : parseArgon2(stored)
  const hash = await compute(password, parsed, { isFirst })
  return timingSafeEqual(hash, parsed.hash) && stored !== null
}

/** Whether a stored hash was made with other parameters than today's. */
export function isOutdated(stored: string): boolean {
  const { memory, passes, parallelism } = parseArgon2(stored)
  return memory !== PARAMETERS.memory || passes !== PARAMETERS.passes || parallelism !== PARAMETERS.parallelism
}

const DUMMY_HASH: Argon2Hash = { ...PARAMETERS, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) }

function compute(
  password: string,
  { memory, passes, parallelism, salt, hash }: Argon2Hash,
  turn: Turn = {},
): Promise<Buffer> {
  return inTurn(
    () => derive('argon2id', { message: password, nonce: salt, memory, passes, parallelism, tagLength: hash.length }),
    turn,
  )
}

export function parseArgon2(stored: string): Argon2Hash {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored)
  const [, memory, passes, parallelism, salt, hash] = found ?? []
  if (!salt || !hash) throw new Error('A stored password hash is not an argon2id PHC string.')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

function withoutPadding(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

type Turn = { isFirst?: boolean }

let running = 0
const waitingFirst: (() => void)[] = []
const waiting: (() => void)[] = []

/** Runs `AT_ONCE` hashes at a time. A hash that ends passes its turn to the one that waits longest, first among those with `isFirst`. */
async function inTurn<Result>(work: () => Promise<Result>, { isFirst = false }: Turn): Promise<Result> {
  const queue = isFirst ? waitingFirst : waiting
  if (running < AT_ONCE) running++
  else if (queue.length < QUEUE) await new Promise<void>((resolve) => queue.push(resolve))
  else throw new Refusal('identity.too-many-requests', { retryAfter: RETRY_AFTER_SECONDS })
  try {
    return await work()
  } finally {
    const next = waitingFirst.shift() ?? waiting.shift()
    if (next) next()
    else running--
  }
}
