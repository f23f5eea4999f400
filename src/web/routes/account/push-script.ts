/* On pages with the form that asks for notices: asks the browser for a subscription when the form is sent, and sends it along. The form is
 * hidden until this script knows that the browser can; otherwise a sentence says why not. */

/** Milliseconds after which a browser is given up: some never answer. */
const TIMEOUT_MS = 10_000

type PushObstacle = 'iphone' | 'cannot' | 'refused'
type Policies = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => string }
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-push]')) {
  const lack = pushObstacle()
  const isEnabled = form.dataset['here'] !== undefined && lack === null && Notification.permission === 'granted'
  if (lack !== null) sayLack(lack)
  else if (!isEnabled) offerPush(form)
}

function pushObstacle(): PushObstacle | null {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'refused' : null
  // Safari on an iPhone offers notices only to a site on the Home Screen, not in a tab.
  return /iPhone|iPad/.test(navigator.userAgent) ? 'iphone' : 'cannot'
}

function sayLack(lack: PushObstacle): void {
  for (const words of document.querySelectorAll<HTMLElement>('[data-push-lack]'))
    words.hidden = words.dataset['pushLack'] !== lack
}

function offerPush(form: HTMLFormElement): void {
  form.hidden = false
  form.addEventListener('submit', (event) => {
    const field = form.elements.namedItem('subscription')
    if (!(field instanceof HTMLInputElement) || field.value !== '') return
    event.preventDefault()
    void sendWithSubscription(form, field)
  })
}

async function sendWithSubscription(form: HTMLFormElement, field: HTMLInputElement): Promise<void> {
  const button = form.querySelector('button')
  if (button) button.disabled = true
  showState(form, 'asking')
  try {
    // Nothing is asked before somebody presses, and the browser's question has no time limit.
    const permission = await Notification.requestPermission()
    if (permission !== 'granted') return showState(form, permission === 'denied' ? 'refused' : 'stopped')
    field.value = JSON.stringify(await inTime(subscribe(form.dataset)))
    if (button) button.disabled = false
    form.requestSubmit()
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    showState(form, name === 'TimeoutError' ? 'late' : name === 'NotAllowedError' ? 'refused' : 'failed')
  } finally {
    if (button) button.disabled = false
  }
}

async function subscribe({ push = '', worker = '', scope = '' }: DOMStringMap): Promise<PushSubscription> {
  const registration = await workerOf(scope, worker)
  // Give up a subscription that somebody else may have left in this browser: this person gets a new one.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push })
}

/** The worker of this area if there is one, else the worker that only shows notices. */
async function workerOf(scope: string, address: string): Promise<ServiceWorkerRegistration> {
  const known = await navigator.serviceWorker.getRegistration(scope)
  const isOfArea = known?.scope === new URL(scope, location.href).href
  const registration =
    known && isOfArea ? known : await navigator.serviceWorker.register(trustedAddress(address), { scope })
  const worker = registration.active ?? registration.waiting ?? registration.installing
  if (worker && worker.state !== 'activated')
    await new Promise<void>((resolve) =>
      worker.addEventListener('statechange', () => worker.state === 'activated' && resolve()),
    )
  return registration
}

/** The page allows one policy, for this one script. */
function trustedAddress(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  if (!trustedTypes) return address
  const createScriptURL = (url: string) => {
    if (url.startsWith('/assets/push-only-worker-')) return url
    throw new TypeError(`${url} is not the worker of notices`)
  }
  return trustedTypes.createPolicy('push', { createScriptURL }).createScriptURL(address)
}

function inTime<Answer>(promise: Promise<Answer>): Promise<Answer> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new DOMException('no answer came', 'TimeoutError')), TIMEOUT_MS),
  )
  return Promise.race([promise, late])
}

function showState(form: HTMLFormElement, which: string): void {
  const place = form.querySelector('output')
  if (place) place.textContent = form.dataset[which] ?? ''
}
