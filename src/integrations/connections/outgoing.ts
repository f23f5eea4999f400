import { callOut, hostOf } from '#platform/outgoing-call.ts'
import { NotPublic, TooLong, readPublic } from '#platform/public-host.server.ts'

/**
 * The one way out to a platform: to hosts known by name, encrypted, within a time and a size, and without following
 * redirects. An error tells only its kind: it holds no address, header or body of a request, so that no secret can
 * reach a log, a page or another error through it.
 */

/** All hosts that may be called. */
const HOSTS: ReadonlySet<string> = new Set([
  ...['oidc.bolt.eu', 'node.bolt.eu', 'auth.uber.com', 'api.uber.com'],
  ...['fleetapi-pt.cartrack.com', 'graph.facebook.com'],
])
/** Ends of the names of hosts where platforms put files for a minute: the full names are not known. */
const FILE_HOSTS = ['.amazonaws.com', '.googleapis.com', '.uber.com']

/** Milliseconds within which the whole answer must have come. */
const TIMEOUT_MS = 20_000
/** Most bytes of an answer, unpacked: a page of 1,000 orders has about one million. */
const MAX_BYTES = 24_000_000

export type Outgoing = {
  url: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body: string | null
  /** Most bytes of an answer that is a file, and not a page of a list. */
  mostBytes?: number
}

export type OutgoingAnswer = {
  status: number
  bytes: Uint8Array
  /** Answer as text. */
  text: string
  retryAfter: Temporal.Duration | null
}

/** The way out, as a function, so that a test can replace it. */
export type SendOut = (request: Outgoing) => Promise<OutgoingAnswer>

/**
 * Reasons for which no answer came: nobody was reached, so nothing was taken; it took too long, it broke off, it was redirected, it
 * was too large, or the machine is in the operator's own network.
 */
export type OutgoingTrouble = 'unreachable' | 'slow' | 'cut' | 'led-elsewhere' | 'too-large' | 'inside'

export class OutgoingFault extends Error {
  override readonly name = 'OutgoingFault'
  readonly trouble: OutgoingTrouble

  constructor(trouble: OutgoingTrouble) {
    super(`No answer of a platform: ${trouble}`)
    this.trouble = trouble
  }
}

type Limits = {
  /** Address of a service on this machine that replaces every known host, as `http://127.0.0.1:4000`; `null` for the real ones. */
  local: string | null
  patience?: number
  mostBytes?: number
}

/** Makes the way out under these limits. It throws `OutgoingFault`, and a defect for an unknown host. */
export function wayOut({ local, patience = TIMEOUT_MS, mostBytes = MAX_BYTES }: Limits): SendOut {
  return (request) =>
    callOut('platform', hostOf(request.url), () =>
      askAt(addressOf(request.url, local), request, { patience, mostBytes }),
    )
}

/**
 * Makes the way to a server whose address the operator gives: encrypted, and only to machines on the internet. `inside`
 * is the one origin allowed in the own network, set by the operator of the machine. It throws `OutgoingFault`.
 */
export function wayToServer({
  local,
  inside,
  patience = TIMEOUT_MS,
  mostBytes = MAX_BYTES,
}: Limits & { inside: string | null }): SendOut {
  return (request) => {
    const address = new URL(request.url)
    const allowedAddress = local === null ? (address.origin === inside ? address : null) : atLocal(local, address)
    return callOut('platform', address.hostname, () =>
      allowedAddress
        ? askAt(allowedAddress, request, { patience, mostBytes })
        : askPublic(request, { patience, mostBytes }),
    )
  }
}

type Bounds = { patience: number; mostBytes: number }

async function askAt(
  address: URL,
  { method, headers, body, mostBytes }: Outgoing,
  { patience, mostBytes: most }: Bounds,
): Promise<OutgoingAnswer> {
  const signal = AbortSignal.timeout(patience)
  const response = await fetch(address, {
    method,
    headers,
    ...(body === null ? {} : { body }),
    redirect: 'manual',
    signal,
  }).catch((error: unknown) => {
    throw new OutgoingFault(signal.aborted ? 'slow' : mayHaveArrived(error) ? 'cut' : 'unreachable')
  })
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    throw new OutgoingFault('led-elsewhere')
  }
  const bytes = await bytesOf(response, mostBytes ?? most, signal)
  return answerOf(response.status, bytes, retryAfterOf(response.headers))
}

async function askPublic({ url, headers }: Outgoing, { patience, mostBytes }: Bounds): Promise<OutgoingAnswer> {
  const { status, bytes, retryAfter } = await readPublic(url, { milliseconds: patience, mostBytes, headers }).catch(
    (error: unknown) => {
      throw new OutgoingFault(troubleOf(error))
    },
  )
  if (status >= 300 && status < 400) throw new OutgoingFault('led-elsewhere')
  return answerOf(status, bytes, waitOf(retryAfter))
}

function answerOf(status: number, bytes: Buffer, retryAfter: Temporal.Duration | null): OutgoingAnswer {
  return {
    status,
    bytes,
    get text() {
      return bytes.toString('utf8')
    },
    retryAfter,
  }
}

function troubleOf(error: unknown): OutgoingTrouble {
  if (error instanceof NotPublic) return 'inside'
  if (error instanceof TooLong) return 'too-large'
  const { name, code } = Object(error) as { name?: unknown; code?: unknown }
  if (name === 'AbortError' || name === 'TimeoutError') return 'slow'
  return NEVER_SENT.has(code) ? 'unreachable' : 'cut'
}

/** Error codes before anything was sent. */
const NEVER_SENT: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
])

/** Whether the request may have reached the other side: it may after any error except those. */
function mayHaveArrived(error: unknown): boolean {
  const { cause } = Object(error) as { cause?: unknown }
  return !NEVER_SENT.has((Object(cause) as { code?: unknown }).code)
}

/** Whether a platform may direct us to an address for one of its files. */
export function isFileAddress(url: string): boolean {
  const address = URL.parse(url)
  return address?.protocol === 'https:' && address.username === '' && isKnownHost(address)
}

const isKnownHost = ({ host }: URL) => HOSTS.has(host) || FILE_HOSTS.some((end) => host.endsWith(end))

function addressOf(url: string, local: string | null): URL {
  const address = new URL(url)
  if (address.protocol !== 'https:' || !isKnownHost(address))
    throw new Error(`${address.protocol}//${address.host} is no host that is asked`)
  return local === null ? address : atLocal(local, address)
}

/** Makes the address at a service of this machine that replaces every host. */
function atLocal(local: string, { host, pathname, search }: URL): URL {
  return new URL(`${local}/${host}${pathname}${search}`)
}

async function bytesOf(response: Response, mostBytes: number, signal: AbortSignal): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of response.body ?? []) {
      size += part.length
      if (size > mostBytes) throw new OutgoingFault('too-large')
      parts.push(part)
    }
  } catch (error) {
    if (error instanceof OutgoingFault) throw error
    throw new OutgoingFault(signal.aborted ? 'slow' : 'cut')
  }
  return Buffer.concat(parts)
}

/** Reads the wait that a service asks for, in seconds or until an HTTP date; `null` where there is nothing readable. */
function retryAfterOf(headers: Headers): Temporal.Duration | null {
  return waitOf(headers.get('retry-after') ?? headers.get('x-ratelimit-retry-after-seconds'))
}

function waitOf(text: string | null | undefined): Temporal.Duration | null {
  const trimmed = text?.trim()
  if (trimmed === undefined || trimmed === '') return null
  if (/^\d{1,6}$/.test(trimmed)) return Temporal.Duration.from({ seconds: Number(trimmed) })
  const until = Date.parse(trimmed)
  const now = Temporal.Now.instant().epochMilliseconds
  return Number.isNaN(until) ? null : Temporal.Duration.from({ seconds: Math.max(0, Math.ceil((until - now) / 1_000)) })
}
