import { readFileSync } from 'node:fs'

/** One exchange with the emulator, as it was recorded. */
export type Exchange = { name: string; req: string; body?: unknown; status: number; res: unknown }

/** The parts of an answer that the replay compares. */
export type Shape = { status: number; code: string | null; fields: string[] }

const FOLDER = 'test/fixtures/identity'

export const TRANSCRIPT: readonly Exchange[] = JSON.parse(readFileSync(`${FOLDER}/emulator-15.34.2.json`, 'utf8'))

/** How our answer differs and why, by the name of the exchange. */
export const DIVERGENCES: Record<
  string,
  { reason: string; cascade?: true; status: number; code: string | null; lacks?: string[]; adds?: string[] }
> = JSON.parse(readFileSync(`${FOLDER}/divergences.json`, 'utf8'))

export function shapeOf(status: number, body: unknown): Shape {
  return { status, code: codeOf(body), fields: fieldsOf(body) }
}

/** How `ours` differs from `recorded`, or `null` when it doesn't. */
export function difference(recorded: Shape, ours: Shape) {
  const lacks = recorded.fields.filter((field) => !ours.fields.includes(field))
  const adds = ours.fields.filter((field) => !recorded.fields.includes(field))
  const isSame = recorded.status === ours.status && recorded.code === ours.code && lacks.length + adds.length === 0
  if (isSame) return null
  return { status: ours.status, code: ours.code, ...(lacks.length > 0 && { lacks }), ...(adds.length > 0 && { adds }) }
}

/**
 * Sends the recorded requests, in their order, to `send`, with our tokens, codes and ids in the place of the recorded
 * ones: whatever our answers give out replaces what the recorded answers gave out in all later requests.
 */
export async function replay(
  send: (request: Request) => Promise<Response>,
  now: () => Temporal.Instant,
  edit: (exchange: Exchange) => unknown,
): Promise<{ exchange: Exchange; answer: Shape }[]> {
  const ours = new Map<string, string>()
  /** Our latest ID token for each person of the recording. */
  const tokens = new Map<string, string>()
  const answers: { exchange: Exchange; answer: Shape }[] = []

  function learn(recorded: unknown, answered: unknown): void {
    if (typeof recorded === 'string' && typeof answered === 'string') {
      if (recorded !== answered) ours.set(recorded, answered)
      const person = personOf(recorded)
      if (person && personOf(answered)) tokens.set(person, answered)
    } else if (isObject(recorded) && isObject(answered)) {
      for (const key of Object.keys(recorded)) {
        if (GIVEN_OUT.test(key)) learn(recorded[key], answered[key])
      }
      if (Array.isArray(recorded['oobCodes'])) learnCodes(recorded['oobCodes'], answered['oobCodes'])
    }
  }

  /** Here a new code voids earlier ones of the same kind: the latest takes the place of every recorded one. */
  function learnCodes(recorded: readonly Record<string, string>[], answered: unknown): void {
    const listed = Array.isArray(answered) ? (answered as Record<string, string>[]) : []
    for (const { requestType, oobCode } of recorded) {
      const latest = listed.findLast((code) => code['requestType'] === requestType)?.['oobCode']
      if (!ours.has(oobCode!) && latest) ours.set(oobCode!, latest)
    }
    const reset = recorded.filter(({ requestType }) => requestType === 'PASSWORD_RESET').map(({ oobCode }) => oobCode!)
    const last = reset.map((code) => ours.get(code)).findLast(Boolean)
    for (const code of reset) if (last) ours.set(code, last)
  }

  function translated(value: unknown): unknown {
    if (typeof value === 'string') return ours.get(value) ?? tokens.get(personOf(value) ?? '') ?? value
    if (Array.isArray(value)) return value.map(translated)
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, translated(entry)]))
  }

  for (const exchange of TRANSCRIPT) {
    const [method = '', path = ''] = exchange.req.split(' ')
    const body = edit(exchange)
    const isForm = path.includes('securetoken')
    const written = isForm
      ? translatedForm(String(body), translated)
      : typeof body === 'string'
        ? body
        : JSON.stringify(translated(atOurTime(body, now())))
    const isOwner = /\/projects\/demo-x|\/emulator\//.test(path) && !exchange.name.endsWith('no auth')
    const response = await send(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
          ...(isOwner && { authorization: 'Bearer owner' }),
        },
        ...(method !== 'GET' && body !== undefined && { body: written }),
      }),
    )
    const answered: unknown = await response.json()
    learn(exchange.res, answered)
    answers.push({ exchange, answer: shapeOf(response.status, answered) })
  }
  return answers
}

function translatedForm(form: string, translated: (value: unknown) => unknown): string {
  const entries = [...new URLSearchParams(form)].map(([name, value]) => [name, String(translated(value))])
  return new URLSearchParams(entries).toString()
}

/** Fields that a service gives out for use in later requests. */
const GIVEN_OUT = /^(localId|idToken|id_token|refreshToken|refresh_token|oobCode|mfaPendingCredential|mfaEnrollmentId)$/

/** Moves `validSince` to our time: "void earlier sign-ins" means earlier than our now. */
function atOurTime(body: unknown, now: Temporal.Instant): unknown {
  if (!isObject(body) || !('validSince' in body)) return body
  return { ...body, validSince: String(Math.floor(now.epochMilliseconds / 1000)) }
}

function codeOf(body: unknown): string | null {
  const message = isObject(body) && isObject(body['error']) ? body['error']['message'] : null
  if (typeof message !== 'string') return null
  // Newer parsers of JSON give the position of a mistake twice: leave it out.
  return message.split(' : ')[0]!.replace(/ \(line \d+ column \d+\)$/, '')
}

function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [`${path}: list`, ...new Set(value.flatMap((entry) => fieldsOf(entry, `${path}[]`)))]
  if (!isObject(value)) return [`${path}: ${value === null ? 'null' : typeof value}`]
  return Object.entries(value).flatMap(([key, entry]) => fieldsOf(entry, path ? `${path}.${key}` : key))
}

/** The person of an ID token; `null` when the text is none. */
function personOf(text: string): string | null {
  const [, payload] = /^eyJ[\w-]+\.([\w-]+)\.[\w-]*$/.exec(text) ?? []
  if (!payload) return null
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString()).sub ?? null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
