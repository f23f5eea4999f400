/* The forms that wait on this phone to be sent, for the pages that take them (`outbox.ts`) and the worker that sends them when
 * all pages are closed (`area-worker.ts`). */
const STORE = 'outbox'

export type Waiting = {
  /** The key under which the server keeps the form once. */
  key: string
  /**
   * The key of later tries of a late form (`isLate`): the server reads those differently, so they are another request than
   * the first try.
   */
  lateKey: string
  /** The person who filled it in, as the session's cookie names them; missing on forms kept by an older version. */
  owner?: string
  /** The heading of its page and the moment it was filled in, by which somebody recognises it. */
  title?: string
  at?: string
  address: string
  fields: readonly [name: string, value: string | Blob, file?: string][]
  /** The server is told that it comes late. This is for inspections, which are never refused for what happened meanwhile. */
  isLate?: boolean
  refused?: string
}

/** Milliseconds after which a form that nobody came back for is deleted. */
const MAX_AGE_MS = 30 * 24 * 3_600_000

/** The person a session's mark belongs to; `null` when nobody is signed in, or it does not say. */
export function ownerIn(mark: string | null): string | null {
  return mark?.slice(13) || null
}

export async function allWaiting(): Promise<Waiting[]> {
  return resultOf<Waiting[]>((await open()).transaction(STORE).objectStore(STORE).getAll())
}

/** The forms among these that belong to whoever is signed in. */
export function ofOwner(waiting: readonly Waiting[], owner: string | null): Waiting[] {
  return waiting.filter((waitingForm) => waitingForm.owner === undefined || waitingForm.owner === owner)
}

export async function findWaiting(key: string): Promise<Waiting | undefined> {
  return resultOf<Waiting | undefined>((await open()).transaction(STORE).objectStore(STORE).get(key))
}

export async function keepWaiting(waiting: Waiting): Promise<void> {
  await write((store) => store.put(waiting))
}

export async function forgetWaiting(key: string): Promise<void> {
  await write((store) => store.delete(key))
}

/** Deletes forms that other people left and never came back for. */
export async function forgetOld(owner: string | null): Promise<void> {
  for (const waitingForm of await allWaiting())
    if (
      waitingForm.owner !== undefined &&
      waitingForm.owner !== owner &&
      Date.now() - Date.parse(waitingForm.at ?? '') > MAX_AGE_MS
    )
      await forgetWaiting(waitingForm.key)
}

/**
 * Name of the header with the seconds that a form waited, counted by the phone's clock alone: if that clock is wrong, the server still
 * subtracts from its own.
 */
export const WAITED = 'outbox-waited'

export function secondsWaited({ at }: Waiting): string {
  return String(Math.max(0, Math.round((Date.now() - Date.parse(at ?? '')) / 1000) || 0))
}

/** The form as it is sent, the same for every try. */
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

/** Runs `act` with one waiting form. Answers `null` if another tab or the worker holds it, or if it is gone. */
export async function withLock<Result>(
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
  return resultOf(request)
}

/** Waits until the phone has written everything: a phone without room reports it only then. */
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

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The phone keeps nothing.')))
  })
}
