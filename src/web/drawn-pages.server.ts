import { createContext } from 'react-router'

/** A page as it was drawn for somebody, for who keeps it; set by who draws. */
export const drawnContext = createContext<string | null>(null)

/** All a page of the panel is drawn from, besides its address. */
type Reading = {
  /** Whose session, and what its time says of it. */
  session: string
  cookies: string
  /** Of the database (`stateOfDatabase`), when the session was read. */
  state: string
  now: Temporal.Instant
}

type DrawnPage = { state: string; minute: number; headers: [string, string][]; parts: readonly Buffer[]; size: number }

/** Bytes of all pages together. */
const MOST = 32 * 1024 * 1024

const MINUTE = 60_000

/** As `KeyField` is drawn; a test of both holds them together. */
const KEY_FIELD = '<input type="hidden" name="idempotencyKey" value="'

/**
 * Pages of the panel, sent again to the session they were drawn for while nothing at all was written and the minute is
 * the same: drawn anew they would be the same page. Each form gets a key of its own, as if the page were drawn anew.
 * The session is read before, so who is signed out, or may less, is never answered from here.
 */
export class DrawnPages {
  readonly #pages = new Map<string, DrawnPage>()
  #size = 0

  find(address: string, { session, cookies, state, now }: Reading): Response | null {
    const page = this.#pages.get(`${session} ${address} ${cookies}`)
    if (!page || page.state !== state || page.minute !== minuteAt(now)) return null
    return new Response(streamOf(page.parts), { headers: page.headers })
  }

  /** Keeps a page that only shows: one that was answered otherwise than with 200, or that sets a cookie, is drawn each time. */
  keep(address: string, { session, cookies, state, now }: Reading, { status, headers }: Response, html: string): void {
    const name = `${session} ${address} ${cookies}`
    this.#forget(name)
    if (status !== 200 || headers.has('set-cookie') || html.length > MOST / 8) return
    const parts = withoutKeys(html)
    const size = parts.reduce((total, part) => total + part.byteLength, name.length)
    this.#pages.set(name, { state, minute: minuteAt(now), headers: [...headers], parts, size })
    this.#size += size
    for (const oldest of this.#pages.keys()) {
      if (this.#size <= MOST) break
      this.#forget(oldest)
    }
  }

  #forget(name: string): void {
    this.#size -= this.#pages.get(name)?.size ?? 0
    this.#pages.delete(name)
  }
}

function minuteAt(now: Temporal.Instant): number {
  return Math.floor(now.epochMilliseconds / MINUTE)
}

/** The page in parts, between which a key stands. */
function withoutKeys(html: string): Buffer[] {
  const parts: Buffer[] = []
  let start = 0
  for (let found = html.indexOf(KEY_FIELD); found !== -1; found = html.indexOf(KEY_FIELD, start)) {
    const key = found + KEY_FIELD.length
    parts.push(Buffer.from(html.slice(start, key)))
    start = html.indexOf('"', key)
  }
  parts.push(Buffer.from(html.slice(start)))
  return parts
}

/** As a stream: a body that is given whole is copied once more. A key is as long as any other, so the length stays. */
function streamOf(parts: readonly Buffer[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(page) {
      for (const [at, part] of parts.entries()) {
        if (at > 0) page.enqueue(Buffer.from(crypto.randomUUID()))
        page.enqueue(part)
      }
      page.close()
    },
  })
}
