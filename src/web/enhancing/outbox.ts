/*
 * Forms that must not be lost where there is no network (`data-outbox`): what is sent is kept on the phone first, under a key
 * made here, and sent as soon as that can be done. However often it is sent, the server knows the key and keeps it once.
 */
const STORE = 'outbox'
/** Says on every page that something waits, without opening the database. */
const MARK = 'volante-outbox'
/** Milliseconds between two tries while something waits, and after which an answer that does not come is given up. */
const AGAIN = 15_000
const PATIENCE = 60_000
/** The longer side of a photo as it is sent, and how much of it is kept: half a megabyte instead of eight. */
const LONGEST = 2_000
const QUALITY = 0.82

type Waiting = {
  key: string
  /** Of the tries that come late: the first one was another request. */
  lateKey: string
  address: string
  fields: [name: string, value: string | Blob, file?: string][]
  refused?: string
}

/** `others`: somebody is signed in, and it is another account that may send it. */
type Sent =
  | { is: 'kept'; at: string }
  | { is: 'refused'; reason: string; page: Document | null }
  | { is: 'away' }
  | { is: 'signed-out' }
  | { is: 'others' }

function isWaiting(): boolean {
  return localStorage.getItem(MARK) !== null
}

/** Takes the forms of this page over, and sends what waits. */
export function startOutbox(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-outbox]'))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void take(form)
    })
  addEventListener('online', () => void drain())
  void drain()
}

/** What was filled in on this page and waits, and how its form is opened again. */
let here: { key: string; release: () => void } | null = null

async function take(form: HTMLFormElement): Promise<void> {
  const buttons = [...form.querySelectorAll('button')]
  for (const button of buttons) button.disabled = true
  const release = () => buttons.forEach((button) => (button.disabled = false))
  say('sending')
  const waiting = await pack(form)
  // A phone without room, or one that keeps nothing, is no reason not to send.
  const isKept = await keep(waiting).then(
    () => true,
    () => false,
  )
  const answer = navigator.onLine ? await send(waiting, false) : { is: 'away' as const }
  if (answer.is === 'kept') {
    await forget(waiting.key)
    return location.assign(answer.at)
  }
  if (answer.is === 'refused') {
    // Somebody is there to put it right.
    await forget(waiting.key)
    delete form.dataset['sentKey']
    release()
    takeQuestions(form, answer.page)
    return tell(wordsOf()?.['refused']?.replace('{reason}', answer.reason) ?? answer.reason)
  }
  if (!isKept) {
    release()
    return say('full')
  }
  here = { key: waiting.key, release }
  say(answer.is === 'away' ? 'kept' : 'signIn')
  setTimeout(() => void drain(), AGAIN)
}

/** What the form says, with photos as small as they need be. */
async function pack(form: HTMLFormElement): Promise<Waiting> {
  // What could not be kept is sent again by hand, from the same page: it is the same one still, in another request.
  const key = (form.dataset['sentKey'] ??= crypto.randomUUID())
  const data = new FormData(form)
  data.set('sentKey', key)
  data.set('idempotencyKey', crypto.randomUUID())
  const fields: Waiting['fields'] = []
  for (const [name, value] of data) {
    if (typeof value === 'string') fields.push([name, value])
    else if (value.size > 0) fields.push([name, await smaller(value), value.name])
  }
  return { key, lateKey: crypto.randomUUID(), address: location.pathname + location.search, fields }
}

async function smaller(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return file
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
  if (scale === 1 && file.size < 1_000_000) return file
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', QUALITY))
}

/** What the answer asks besides, as which of two hours it was, is answered in the form that was sent. */
function takeQuestions(form: HTMLFormElement, page: Document | null): void {
  for (const asked of page?.querySelectorAll<HTMLSelectElement>('form[data-outbox] select[name]') ?? []) {
    const field = asked.closest('div')
    const before = field?.previousElementSibling?.querySelector('[name]')?.getAttribute('name')
    if (!field || !before || form.elements.namedItem(asked.name)) continue
    form.querySelector(`[name="${before}"]`)?.closest('div')?.after(document.adoptNode(field))
  }
}

let isDraining = false

/** Sends what waits, one after the other, in one tab at a time. */
async function drain(): Promise<void> {
  if (isDraining || !isWaiting()) return
  isDraining = true
  await navigator.locks.request(MARK, drainHere).finally(() => (isDraining = false))
  if ((await all()).some(({ refused }) => refused === undefined)) setTimeout(() => void drain(), AGAIN)
}

async function drainHere(): Promise<void> {
  let [sent, isOfOthers] = [false, false]
  for (const waiting of await all()) {
    if (waiting.refused !== undefined) continue
    const answer = await send(waiting, true)
    if (answer.is === 'kept') {
      await forget(waiting.key)
      // Whoever still looks at its form sees what became of it.
      if (waiting.key === here?.key) return location.assign(answer.at)
      sent = true
    } else if (answer.is === 'refused') {
      await keep({ ...waiting, refused: answer.reason })
      if (waiting.key === here?.key) here.release()
    }
    // What another account filled in waits for it, and holds up nothing of whoever is here.
    else if (answer.is === 'others') isOfOthers = true
    else return answer.is === 'signed-out' ? say('signIn') : show(await all())
  }
  const left = await all()
  show(left)
  if (isOfOthers) say('signIn')
  else if (sent && left.length === 0) say('sent')
}

function send({ address, fields, lateKey }: Waiting, isLate: boolean): Promise<Sent> {
  const data = new FormData()
  for (const [name, value, file] of fields) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, file)
  }
  if (isLate) {
    data.set('late', 'on')
    data.set('idempotencyKey', lateKey)
  }
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'document'
    request.timeout = PATIENCE
    request.addEventListener('loadend', () => resolve(read(request, address)))
    request.send(data)
  })
}

/** A page that is the form again says why it was refused; any other of the office is where it was kept. */
function read({ status, responseURL, responseXML }: XMLHttpRequest, address: string): Sent {
  // Too much at once is taken a moment later.
  if (status === 0 || status === 429 || status >= 500) return { is: 'away' }
  const at = new URL(responseURL, location.href)
  // Whoever filled it in has to be signed in, and may do it.
  if (/\/login\b/.test(at.pathname)) return { is: 'signed-out' }
  if (status === 403) return { is: 'others' }
  if (status === 200 && at.pathname !== new URL(address, location.href).pathname) return { is: 'kept', at: at.href }
  const wrong = [...(responseXML?.querySelectorAll('[role=alert], [id$="-error"]') ?? [])]
  return {
    is: 'refused',
    reason: wrong.map(({ textContent }) => textContent?.trim()).join(' ') || String(status),
    page: responseXML,
  }
}

function place(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-outbox-words]')
}

function wordsOf(): Record<string, string> | null {
  const words = place()?.dataset['outboxWords']
  return words ? (JSON.parse(words) as Record<string, string>) : null
}

function say(word: string): void {
  tell(wordsOf()?.[word] ?? '')
}

function tell(words: string): void {
  const said = place()
  if (!said) return
  said.textContent = words
  said.hidden = words === ''
  said.scrollIntoView({ block: 'nearest' })
}

/** How many wait, and what was refused, with the way to let go of it. */
function show(waiting: readonly Waiting[]): void {
  const [said, words] = [place(), wordsOf()]
  if (!said || !words) return
  const refused = waiting.filter((one) => one.refused !== undefined)
  const left = waiting.length - refused.length
  tell(left === 0 ? '' : (words[left === 1 ? 'one' : 'other'] ?? '').replace('{count}', String(left)))
  for (const { key, refused: reason = '' } of refused) {
    const line = document.createElement('p')
    const button = document.createElement('button')
    line.append(words['refused']?.replace('{reason}', reason) ?? reason, ' ', button)
    button.type = 'button'
    button.textContent = words['forget'] ?? ''
    button.addEventListener('click', () => void forget(key).then(() => line.remove()))
    said.append(line)
    said.hidden = false
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('volante', 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'key' }))
  return settled(request)
}

async function all(): Promise<Waiting[]> {
  const waiting = await settled<Waiting[]>((await open()).transaction(STORE).objectStore(STORE).getAll())
  if (waiting.length === 0) localStorage.removeItem(MARK)
  return waiting
}

async function keep(waiting: Waiting): Promise<void> {
  localStorage.setItem(MARK, 'on')
  await write((store) => store.put(waiting))
}

async function forget(key: string): Promise<void> {
  await write((store) => store.delete(key)).catch(() => {})
  await all().catch(() => {})
}

/** Kept is what the phone has written to its end: one without room says so only then. */
async function write(change: (store: IDBObjectStore) => unknown): Promise<void> {
  const transaction = (await open()).transaction(STORE, 'readwrite')
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
