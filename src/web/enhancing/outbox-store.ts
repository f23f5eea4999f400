/*
 * What waits on this phone to be sent, for the pages that take it (`outbox.ts`) and the worker that sends it when they are closed
 * (`area-worker.ts`).
 */
const STORE = 'outbox'

export type Waiting = {
  /** What is sent as the key under which the server keeps it once. */
  key: string
  /** Of the tries that come late of what the server reads otherwise then (`isLate`): the first one was another request. */
  lateKey: string
  /** Whose it is, as the cookie of the session names a person; unknown of what an older version kept. */
  owner?: string
  /** The heading of its page, and when it was filled in: what somebody knows it by. */
  title?: string
  at?: string
  address: string
  fields: readonly [name: string, value: string | Blob, file?: string][]
  /** The server is told that it comes late: an inspection, which is never refused for what happened meanwhile. */
  isLate?: boolean
  refused?: string
}

/** Milliseconds after which what nobody came back for is let go of. */
const LONGEST = 30 * 24 * 3_600_000

/** Who the mark of a session belongs to; `null` when nobody is signed in, or it does not say. */
export function ownerIn(mark: string | null): string | null {
  return mark?.slice(13) || null
}

export async function allWaiting(): Promise<Waiting[]> {
  return settled<Waiting[]>((await open()).transaction(STORE).objectStore(STORE).getAll())
}

/** The forms among these that belong to whoever is signed in. */
export function ofOwner(waiting: readonly Waiting[], owner: string | null): Waiting[] {
  return waiting.filter((one) => one.owner === undefined || one.owner === owner)
}

export async function findWaiting(key: string): Promise<Waiting | undefined> {
  return settled<Waiting | undefined>((await open()).transaction(STORE).objectStore(STORE).get(key))
}

export async function keepWaiting(waiting: Waiting): Promise<void> {
  await write((store) => store.put(waiting))
}

export async function forgetWaiting(key: string): Promise<void> {
  await write((store) => store.delete(key))
}

/** Lets go of what others left and never came back for. */
export async function forgetOld(owner: string | null): Promise<void> {
  for (const one of await allWaiting())
    if (one.owner !== undefined && one.owner !== owner && Date.now() - Date.parse(one.at ?? '') > LONGEST)
      await forgetWaiting(one.key)
}

/** Name of the header that says for how many seconds a form waited, by the one clock of the phone: be it wrong, the server counts from its own. */
export const WAITED = 'outbox-waited'

export function waitedFor({ at }: Waiting): string {
  return String(Math.max(0, Math.round((Date.now() - Date.parse(at ?? '')) / 1000) || 0))
}

/** The form as it is sent, the same one however often. */
export function formOf({ fields, lateKey, isLate }: Waiting, isAgain: boolean): FormData {
  const data = new FormData()
  for (const [name, value, file] of fields) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, file)
  }
  if (isAgain && isLate) {
    data.set('late', 'on')
    data.set('idempotencyKey', lateKey)
  }
  return data
}

/** Does it with one that waits, unless another tab or the worker is at it or it is gone; answers `null` then. */
export async function aloneWith<Result>(
  key: string,
  act: (waiting: Waiting) => Promise<Result>,
): Promise<Result | null> {
  return navigator.locks.request(`outbox ${key}`, { ifAvailable: true }, async (lock) => {
    const waiting = lock ? await findWaiting(key) : undefined
    return waiting ? act(waiting) : null
  })
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('volante', 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'key' }))
  return settled(request)
}

/** Kept is what the phone has written to its end: one without room says so only then. */
async function write(change: (store: IDBObjectStore) => unknown): Promise<void> {
  const transaction = (await open()).transaction(STORE, 'readwrite', { durability: 'strict' })
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error('The phone keeps nothing.'))
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('error', fail)
    transaction.addEventListener('abort', fail)
    change(transaction.objectStore(STORE))
  })
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The phone keeps nothing.')))
  })
}
