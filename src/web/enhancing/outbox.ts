import { MARK_COOKIE, markIn } from './area-store.ts'
import { smallerPhoto } from './smaller-photo.ts'
import {
  WAITED,
  type Waiting,
  allWaiting,
  withLock,
  findWaiting,
  forgetOld,
  forgetWaiting,
  formOf,
  keepWaiting,
  ofOwner,
  ownerIn,
  secondsWaited,
} from './outbox-store.ts'

/* Forms that must not be lost without a network (`data-outbox`): the phone keeps the form first, under a key made here, and
 * sends it as soon as it can. However often it is sent, the server knows the key and keeps it once. */

/** Key of the local storage that tells every page that forms wait, without opening the database. */
const MARK = 'volante-outbox'
/** Milliseconds between two tries while forms wait, and after which a missing answer is given up. */
const RETRY_MS = 15_000
const TIMEOUT_MS = 60_000
/** Fields that identify the request: nothing that the person typed. */
const REQUEST_FIELDS = new Set(['sentKey', 'idempotencyKey', 'filledBy'])

/** `others`: somebody is signed in, but only another account may send this form. */
type Refused = { is: 'refused'; reason: string; page: Document | null }
type Sent = { is: 'kept'; at: string } | Refused | { is: 'away' } | { is: 'signed-out' } | { is: 'others' }

let isStarted = false

/** Sends the waiting forms, now and whenever it may be possible again. */
export function startOutbox(): void {
  if (isStarted) return
  isStarted = true
  const drainNow = () => void drain()
  for (const name of ['online', 'pageshow']) addEventListener(name, drainNow)
  document.addEventListener('visibilitychange', () => document.hidden || drainNow())
  // Runs before the script that signs out (`shell/site-script.ts`) sees the event.
  addEventListener('submit', askBeforeLeaving, true)
  void forgetOld(ownerNow()).catch(() => {})
  void drain().then(fillAgain)
}

function ownerNow(): string | null {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${MARK_COOKIE}=`))
  return ownerIn(markIn(pair?.slice(MARK_COOKIE.length + 1)))
}

async function ownWaiting(): Promise<Waiting[]> {
  const waiting = await allWaiting()
  if (waiting.length === 0) localStorage.removeItem(MARK)
  else localStorage.setItem(MARK, 'on')
  return ofOwner(waiting, ownerNow())
}

/** The form filled in on this page that still waits, and how to enable it again. */
let waitingHere: { key: string; form: HTMLFormElement; release: () => void } | null = null
/** A refused form that is being corrected on this page; it keeps the moment at which it was first filled in. */
let formBeingCorrected: Waiting | null = null

/** Takes over a form that is being sent. */
export async function take(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  // Nobody is signed in as the sender: send it as any form.
  if (ownerNow() === null) return form.submit()
  const buttons = [...form.querySelectorAll('button')]
  const data = new FormData(form, submitter)
  for (const button of buttons) button.disabled = true
  const release = () => buttons.forEach((button) => (button.disabled = false))
  showMessage('sending')
  const waiting = await pack(form, data)
  // A phone without room, or one that keeps nothing, must still send.
  const isKept = await keep(waiting).then(
    () => true,
    () => false,
  )
  if (isKept) void askForSync()
  const sending = isKept
    ? await withLock(waiting.key, (current) => attempt(current, false))
    : navigator.onLine && (await send(waiting, false))
  const answer = sending || { is: 'away' as const }
  if (answer.is === 'kept') {
    if (formBeingCorrected) await forget(formBeingCorrected.key)
    if (form.dataset['stay'] !== undefined)
      sessionStorage.setItem('stay', JSON.stringify({ path: new URL(answer.at).pathname, y: scrollY }))
    return location.assign(answer.at)
  }
  if (answer.is === 'refused') {
    // The person is here and can correct it.
    await forget(waiting.key)
    release()
    return askToCorrect(form, answer)
  }
  if (!isKept) {
    release()
    return showMessage('full')
  }
  if (formBeingCorrected) await forget(formBeingCorrected.key)
  waitingHere = { key: waiting.key, form, release }
  if (answer.is === 'signed-out') askToSignIn()
  else showMessage(answer.is === 'away' ? 'kept' : 'signIn')
  later()
}

/** Sends a form that this tab holds, and deletes it from the phone when it has arrived. */
async function attempt(waiting: Waiting, isAgain: boolean): Promise<Sent> {
  if (!navigator.onLine) return { is: 'away' }
  const answer = await send(waiting, isAgain)
  if (answer.is === 'kept') await forget(waiting.key)
  return answer
}

/** Packs the fields of the form, with photos made smaller. */
async function pack(form: HTMLFormElement, data: FormData): Promise<Waiting> {
  // A form that could not be kept is sent again by hand from the same page, so it keeps its key.
  const key = (form.dataset['sentKey'] ??= crypto.randomUUID())
  const isLate = form.dataset['outbox'] === 'late'
  const owner = ownerNow()
  if (isLate) data.set('sentKey', key)
  data.set('idempotencyKey', isLate ? crypto.randomUUID() : key)
  if (owner !== null) data.set('filledBy', owner)
  const fields: [string, string | Blob, string?][] = []
  for (const [name, value] of data) {
    if (typeof value === 'string') fields.push([name, value])
    else if (value.size > 0) {
      const file = await smallerPhoto(value)
      fields.push([name, file, file.name])
    }
  }
  const { pathname, searchParams } = new URL(form.getAttribute('action') ?? '', location.href)
  // After success the form leads to its own page with `done`. Without removing `done` here, that answer would look like the
  // page again, which is a refusal.
  searchParams.delete('done')
  const search = searchParams.size > 0 ? `?${searchParams}` : ''
  return {
    key,
    lateKey: crypto.randomUUID(),
    address: pathname + search,
    fields,
    isLate,
    ...(owner === null ? {} : { owner }),
    title: document.querySelector('h1')?.textContent?.trim() ?? document.title,
    at: formBeingCorrected?.at ?? new Date().toISOString(),
  }
}

/** Says what is wrong with a form to the person who still looks at it. */
function askToCorrect(form: HTMLFormElement, { reason, page }: Refused): void {
  delete form.dataset['sentKey']
  takeQuestions(form, page)
  showErrors(form, page)
  showText(refusedWords(errorsIn(page) || reason))
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

/** Puts questions that the answer adds, such as which of two hours was meant, into the form that was sent. */
function takeQuestions(form: HTMLFormElement, page: Document | null): void {
  for (const question of page?.querySelectorAll<HTMLSelectElement>('form[data-outbox] select[name]') ?? []) {
    const field = question.closest('div')
    const before = field?.previousElementSibling?.querySelector('[name]')?.getAttribute('name')
    if (!field || !before || form.elements.namedItem(question.name)) continue
    form.querySelector(`[name="${before}"]`)?.closest('div')?.after(document.adoptNode(field))
  }
}

/** Moves each error of the answer beside its field in the form that was sent, whose photos the answer lacks. */
function showErrors(form: HTMLFormElement, page: Document | null): void {
  for (const invalid of page?.querySelectorAll('form[data-outbox] details[open] [name]') ?? [])
    form
      .querySelector(`[name="${invalid.getAttribute('name')}"]`)
      ?.closest('details')
      ?.setAttribute('open', '')
  for (const old of form.querySelectorAll('[id$="-error"]')) old.remove()
  for (const marked of form.querySelectorAll('[aria-invalid]')) marked.removeAttribute('aria-invalid')
  for (const error of page?.querySelectorAll('form[data-outbox] [id$="-error"]') ?? []) {
    // A choice is described by its group, any other field by itself.
    const described = page?.querySelector(`[aria-describedby~="${error.id}"]`)
    const name = (described?.matches('[name]') ? described : described?.querySelector('[name]'))?.getAttribute('name')
    const field = form.querySelector(`[name="${name}"]`)
    const around = field?.closest(error.parentElement?.localName ?? 'div')
    if (!field || !around) continue
    const describedElement = described?.matches('[name]') ? field : around
    describedElement.setAttribute('aria-describedby', described?.getAttribute('aria-describedby') ?? '')
    field.setAttribute('aria-invalid', 'true')
    around.append(document.adoptNode(error))
  }
}

let isDraining = false
let timer: ReturnType<typeof setTimeout> | undefined

function later(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void drain(), RETRY_MS)
}

/** Sends the waiting forms one after the other; each tab skips what another one is sending. */
async function drain(): Promise<void> {
  if (isDraining) return
  isDraining = true
  await drainHere().finally(() => (isDraining = false))
  if ((await ownWaiting()).some(({ refused }) => refused === undefined)) later()
}

async function drainHere(): Promise<void> {
  // Nobody is signed in: do not show which forms wait, or whose they are.
  if (ownerNow() === null) return (await allWaiting()).length > 0 ? askToSignIn() : undefined
  let isSent = false
  let isOfOthers = false
  let refusedHere: Refused | null = null
  for (const { key, refused } of await ownWaiting()) {
    if (refused !== undefined) continue
    const answer = await withLock(key, async (waiting) => {
      const answered = await attempt(waiting, true)
      if (answered.is === 'refused') await keep({ ...waiting, refused: answered.reason })
      return answered
    })
    if (answer?.is === 'kept') {
      // If the person still looks at the form, show what became of it.
      if (key === waitingHere?.key) return location.assign(answer.at)
      isSent = true
    } else if (answer?.is === 'refused') {
      if (key === waitingHere?.key) refusedHere = answer
    }
    // A form of another account waits for that account, and does not hold up those of the person here.
    else if (answer?.is === 'others') isOfOthers = true
    else if (answer) {
      show(await ownWaiting())
      return answer.is === 'signed-out' ? askToSignIn() : undefined
    }
  }
  const left = await ownWaiting()
  // The reason stays in view while somebody corrects a form.
  if (!formBeingCorrected) show(left)
  if (refusedHere && waitingHere) {
    const { key, form, release } = waitingHere
    // It stays on the phone until its correction has arrived.
    formBeingCorrected = left.find((waitingForm) => waitingForm.key === key) ?? null
    waitingHere = null
    release()
    return askToCorrect(form, refusedHere)
  }
  // Another tab may have sent the form of this one.
  const isSentHere = isSent || waitingHere !== null
  if (isOfOthers) showMessage('signIn')
  else if (isSentHere && left.length === 0) showMessage('sent')
}

function send(waiting: Waiting, isAgain: boolean): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', waiting.address)
    request.responseType = 'document'
    request.timeout = TIMEOUT_MS
    request.setRequestHeader(WAITED, secondsWaited(waiting))
    request.addEventListener('loadend', () => resolve(readAnswer(request, waiting.address)))
    request.send(formOf(waiting, isAgain))
  })
}

/** Reads an answer: a redirect means that the form was kept; the same page again says why it was refused. */
function readAnswer({ status, responseURL, responseXML }: XMLHttpRequest, address: string): Sent {
  // Too many requests: the form is sent again a moment later.
  if (status === 0 || status === 429 || status >= 500) return { is: 'away' }
  const at = new URL(responseURL, location.href)
  // The person who filled it in must be signed in and allowed to send it.
  if (/\/login\b/.test(at.pathname)) return { is: 'signed-out' }
  if (status === 403) return { is: 'others' }
  if (status === 200 && at.pathname + at.search !== address) return { is: 'kept', at: at.href }
  return { is: 'refused', reason: reasonIn(responseXML, status), page: responseXML }
}

/** The errors on the page that came back; on a page without a form its heading. */
function reasonIn(page: Document | null, status: number): string {
  return (
    errorsIn(page) ||
    (page?.querySelector('h1')?.textContent ?? messageTexts()?.[status === 413 ? 'large' : 'unread'] ?? String(status))
  )
}

/** The errors on a page, each once, as many fields may lack the same. */
function errorsIn(page: Document | null): string {
  const alerts = [...(page?.querySelectorAll('[role=alert], [id$="-error"]') ?? [])]
  return [...new Set(alerts.map(({ textContent }) => textContent?.trim()))].filter(Boolean).join(' ')
}

/** Asks the worker to send waiting forms also when every page is closed, where the browser can do that. */
async function askForSync(): Promise<void> {
  if (!navigator.serviceWorker?.controller) return
  const { sync } = (await navigator.serviceWorker.ready) as { sync?: { register: (tag: string) => Promise<void> } }
  await sync?.register('outbox').catch(() => {})
}

/** Signing out deletes what a driver's phone holds: ask first if something on it was not sent. */
function askBeforeLeaving(event: SubmitEvent): void {
  const form = event.target
  const list = outputElement()?.dataset['outboxList']
  if (!(form instanceof HTMLFormElement) || !form.matches('[data-logout]:not([data-anyway])') || !list) return
  event.preventDefault()
  event.stopImmediatePropagation()
  void leave(form, list)
}

async function leave(form: HTMLFormElement, list: string): Promise<void> {
  if ((await ownWaiting()).length > 0) return location.assign(`${list}?leave`)
  form.dataset['anyway'] = ''
  form.requestSubmit()
}

/** Fills a refused form in again on the page that it came from: `#outbox=key`. */
async function fillAgain(): Promise<void> {
  const key = /^#outbox=(.+)$/.exec(location.hash)?.[1]
  const waiting = key === undefined ? undefined : await findWaiting(key)
  if (!waiting || (waiting.owner !== undefined && waiting.owner !== ownerNow())) return
  const fitsForm = (form: HTMLFormElement) =>
    new URL(form.getAttribute('action') ?? '', location.href).pathname === waiting.address.split('?')[0] &&
    waiting.fields.every(
      ([name]) => REQUEST_FIELDS.has(name) || name === 'late' || form.elements.namedItem(name) !== null,
    )
  // Where a page has several such forms, as one for each shift, take the one with the same hidden values.
  const hasSameHiddenValues = (form: HTMLFormElement) =>
    waiting.fields.every(([name, value]) => {
      const field = form.elements.namedItem(name)
      return (
        REQUEST_FIELDS.has(name) ||
        !(field instanceof HTMLInputElement && field.type === 'hidden') ||
        field.value === value
      )
    })
  const forms = [...document.querySelectorAll<HTMLFormElement>('form[data-outbox]')].filter(fitsForm)
  const form = forms.find(hasSameHiddenValues) ?? forms[0]
  if (!form) return
  formBeingCorrected = waiting
  // The form may be folded, or hidden except without a network.
  for (let around: Element | null = form; around; around = around.parentElement) {
    around.removeAttribute('hidden')
    if (around instanceof HTMLDetailsElement) around.open = true
  }
  for (const [name, value, file = ''] of waiting.fields) {
    if (REQUEST_FIELDS.has(name)) continue
    for (const field of form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)) {
      if (field.type === 'checkbox' || field.type === 'radio') field.checked ||= field.value === value
      else if (typeof value === 'string') field.value = value
      else if (field.type === 'file') {
        const files = new DataTransfer()
        for (const givenFile of field.multiple ? (field.files ?? []) : []) files.items.add(givenFile)
        files.items.add(new File([value], file, { type: value.type }))
        field.files = files.files
        field.dispatchEvent(new Event('change', { bubbles: true }))
      }
    }
  }
  if (waiting.refused !== undefined) showText(refusedWords(waiting.refused))
  form.scrollIntoView()
}

function outputElement(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-outbox-words]')
}

function messageTexts(): Record<string, string> | null {
  const words = outputElement()?.dataset['outboxWords']
  return words ? (JSON.parse(words) as Record<string, string>) : null
}

function refusedWords(reason: string): string {
  return messageTexts()?.['refused']?.replace('{reason}', reason) ?? reason
}

function showMessage(word: string): void {
  showText(messageTexts()?.[word] ?? '')
}

/** Says that somebody has to sign in, with the way to do it and back to this page. */
function askToSignIn(): void {
  showMessage('signIn')
  const words = messageTexts()
  const address = `${words?.['login'] ?? '/login'}?next=${encodeURIComponent(location.pathname + location.search)}`
  outputElement()?.append(' ', linkTo(address, words?.['enter'] ?? ''))
}

function showText(words: string): void {
  const output = outputElement()
  if (!output) return
  output.textContent = words
  output.hidden = words === ''
  output.scrollIntoView({ block: 'nearest' })
}

/** Shows how many forms wait; where they are listed, each with a link to its form and a button to delete it. */
function show(waiting: readonly Waiting[]): void {
  const [output, words] = [outputElement(), messageTexts()]
  if (!output || !words) return
  const count = String(waiting.length)
  showText(waiting.length === 0 ? '' : (words[waiting.length === 1 ? 'one' : 'other'] ?? '').replace('{count}', count))
  const list = output.dataset['outboxList']
  const isListed = list === undefined || location.pathname === list
  for (const section of document.querySelectorAll<HTMLElement>('[data-outbox-leave]'))
    section.hidden = waiting.length === 0 || !location.search.includes('leave')
  if (waiting.length === 0) return
  if (!isListed) return output.append(' ', linkTo(list, words['see'] ?? ''))
  const items = document.createElement('ul')
  for (const waitingForm of waiting) items.append(itemOf(waitingForm, words))
  output.append(items)
}

function itemOf({ key, title = '', at, address, refused }: Waiting, words: Record<string, string>): HTMLElement {
  const item = document.createElement('li')
  const button = document.createElement('button')
  const when = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' })
  item.append([title, at ? when.format(new Date(at)) : ''].filter(Boolean).join(' · '), ' ')
  if (refused !== undefined)
    item.append(refusedWords(refused), ' ', linkTo(`${address}#outbox=${key}`, words['mend'] ?? ''), ' ')
  button.type = 'button'
  button.textContent = words['forget'] ?? ''
  button.addEventListener('click', () => void forget(key).then(async () => show(await ownWaiting())))
  item.append(button)
  return item
}

function linkTo(address: string, words: string): HTMLElement {
  const link = document.createElement('a')
  link.href = address
  link.textContent = words
  return link
}

async function keep(waiting: Waiting): Promise<void> {
  localStorage.setItem(MARK, 'on')
  await keepWaiting(waiting)
}

async function forget(key: string): Promise<void> {
  await forgetWaiting(key).catch(() => {})
  await ownWaiting().catch(() => {})
}
