import { type Sent, readJson, readOsmAnd } from '#integrations/positions/sent.ts'
import { Allowance } from '#platform/allowance.ts'
import { networkOf } from '#platform/network.ts'
import { type Outcome, storePositions } from '../receiving/commands.server.ts'
import { ofOperator } from '#platform/operator.ts'

/** Requests a minute with one token; a server with a thousand cars sends one a request. */
const OF_TOKEN = ofOperator(() => new Allowance(12_000, { minutes: 1 }))
/** Requests a minute from one network with unknown tokens. */
const OF_STRANGERS = ofOperator(() => new Allowance(60, { minutes: 1 }))
/** The most fixes in one request. */
const MAX_FIXES = 10_000

/** A request to the address of devices: its fields, body and token, and where it comes from. */
export type DeviceRequest = {
  fields: URLSearchParams
  body: string
  authorization: string | null
  address: string
  now: Temporal.Instant
}

/** The status of the answer and, for a batch, the number of fixes by outcome. */
export type DeviceAnswer = { status: 200 | 400 | 404 | 429; tally: Partial<Record<Outcome, number>> | null }

/**
 * Takes positions from phones, trackers and programs, in any of the formats they send. A refused fix gets the same
 * answer as a kept one, as its sender would otherwise repeat it for ever. Only a request without a known token is
 * turned away.
 */
export async function answerDevice({
  fields,
  body,
  authorization,
  address,
  now,
}: DeviceRequest): Promise<DeviceAnswer> {
  const network = networkOf(address)
  if (OF_STRANGERS.value.isSpent(network, now)) return refusedAnswer(429)
  const [, bearer] = /^Bearer +(\S{20,200})$/i.exec(authorization ?? '') ?? []
  const isJson = /^[[{]/.test(body)
  const read = isJson ? readBody(body, fields) : [readFields(fields, body, now)]
  const sent = read?.map((position) => ({ ...position, key: bearer ?? position.key })) ?? []
  const [first] = sent
  // The request names no device.
  if (first?.key === null || (first === undefined && bearer === undefined)) return refusedAnswer(404)
  if (first === undefined || sent.length > MAX_FIXES) return refusedAnswer(400)
  if (!OF_TOKEN.value.take(first.key, now)) return refusedAnswer(429)
  const outcomes = await storePositions(sent)
  if (outcomes.every((outcome) => outcome === 'unknown')) {
    OF_STRANGERS.value.take(network, now)
    // The status that a Traccar server would answer in either case.
    return refusedAnswer(isJson ? 404 : 400)
  }
  return { status: 200, tally: bearer !== undefined && sent.length > 1 ? tallyOf(outcomes) : null }
}

const refusedAnswer = (status: 400 | 404 | 429): DeviceAnswer => ({ status, tally: null })

function tallyOf(outcomes: readonly Outcome[]): Partial<Record<Outcome, number>> {
  const counts: Partial<Record<Outcome, number>> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

function readFields(fields: URLSearchParams, body: string, now: Temporal.Instant): Sent {
  const query = new URLSearchParams(fields)
  for (const [name, value] of new URLSearchParams(body)) if (!query.has(name)) query.append(name, value)
  return readOsmAnd(query, now.epochMilliseconds)
}

/** The fixes in a body. Traccar Client names the device in it, others in the address. */
function readBody(text: string, fields: URLSearchParams): Sent[] | null {
  const key = fields.get('id') ?? fields.get('deviceid')
  try {
    return readJson(JSON.parse(text))?.map((position) => ({ ...position, key: position.key ?? key })) ?? null
  } catch {
    return null
  }
}
