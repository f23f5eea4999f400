/*
 * What a worker does with notices (`docs/decisions/224`): shows each of them, opens its place when it is tapped, and tells the site when the
 * browser changed its subscription. Any worker of ours calls `listenForPushes` once, at its start.
 */
type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type PushedEvent = WorkerEvent & { data: { json: () => unknown } | null }
type TappedEvent = WorkerEvent & { notification: { close: () => void; data: unknown } }
type ChangedEvent = WorkerEvent & { newSubscription?: object | null; oldSubscription?: { options: object } | null }
type Tab = { url: string; focus: () => Promise<unknown>; navigate: (address: string) => Promise<unknown> }
type Scope = {
  registration: {
    scope: string
    showNotification: (title: string, options: object) => Promise<void>
    pushManager: { subscribe: (options: object) => Promise<object> }
  }
  clients: {
    matchAll: (what: { type: 'window'; includeUncontrolled: boolean }) => Promise<Tab[]>
    openWindow: (address: string) => Promise<unknown>
  }
}

type Payload = { title: string; body: string; navigate: string; lang?: string; tag?: string }

const scope = globalThis as unknown as Scope

/** Shows notices on this phone from now on. */
export function listenForPushes(): void {
  addEventListener('push', (event) => (event as WorkerEvent).waitUntil(show(event as PushedEvent)))
  addEventListener('notificationclick', (event) => (event as WorkerEvent).waitUntil(open(event as TappedEvent)))
  addEventListener('pushsubscriptionchange', (event) => (event as WorkerEvent).waitUntil(renew(event as ChangedEvent)))
}

/** Always shows a notice: browsers take the permission away from a site that shows none. */
async function show({ data }: PushedEvent): Promise<void> {
  const { title, body, navigate, lang = '', tag = '' } = read(data)
  const options = { body, lang, tag, data: navigate, icon: '/favicon.svg' }
  await scope.registration.showNotification(title, options)
}

function read(data: PushedEvent['data']): Payload {
  const plain = { title: location.hostname, body: '', navigate: scope.registration.scope }
  try {
    const { notification } = (data?.json() ?? {}) as { notification?: Payload }
    return notification ? { ...plain, ...notification } : plain
  } catch {
    return plain
  }
}

/** Brings a page of that place forward; else leads any page of the area there; else opens one. */
async function open({ notification }: TappedEvent): Promise<void> {
  notification.close()
  const address = ownAddress(notification.data)
  const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const openTab = tabs.find(({ url }) => url === address)
  await (openTab ? openTab.focus() : scope.clients.openWindow(address))
}

/** The address that a notice leads to: always on this site. */
function ownAddress(given: unknown): string {
  const address = typeof given === 'string' ? URL.parse(given, location.origin) : null
  return address?.origin === location.origin ? address.href : scope.registration.scope
}

async function renew({ newSubscription, oldSubscription }: ChangedEvent): Promise<void> {
  const subscription =
    newSubscription ??
    (oldSubscription ? await scope.registration.pushManager.subscribe(oldSubscription.options) : null)
  if (!subscription) return
  const body = new URLSearchParams({ subscription: JSON.stringify(subscription) })
  await fetch('/api/push', { method: 'POST', body, credentials: 'same-origin' })
}
