import { setTimeout as pause } from 'node:timers/promises'
import { db } from '#db/client.server.ts'
import { order } from '#db/queue.server.ts'
import { openOf, sealFor } from '#db/sealed-columns.server.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import type { Sleep, SendOptions } from '#integrations/connections/asking.ts'
import { type BoltClient, boltClient } from '#integrations/connections/bolt.ts'
import { type CartrackClient, cartrackClient } from '#integrations/connections/cartrack.ts'
import { ConnectionFault } from '#integrations/connections/connection-fault.ts'
import { wayOut, wayToServer } from '#integrations/connections/outgoing.ts'
import type { Credentials, PlatformCompany, Provider } from '#integrations/connections/providers.ts'
import { type TraccarClient, readServerAddress, traccarClient } from '#integrations/connections/traccar.ts'
import { type UberClient, uberClient } from '#integrations/connections/uber.ts'
import { env, isProduction } from '#platform/env.server.ts'
import { collectNow } from './jobs.ts'
import { findConnection } from './queries.server.ts'
import type { Connection, ConnectionInput } from './schema.ts'

/**
 * How requests reach a platform: over the internet, or at a service on this machine if a setting says so, which it
 * never does in production.
 */
export function sendOptions(
  provider: Provider,
  { patience, rest = wait }: { patience?: number; rest?: Sleep | undefined },
) {
  const localService = isProduction() ? null : (env().CONNECTIONS_LOCAL ?? null)
  const limits = { local: localService, ...(patience === undefined ? {} : { patience }) }
  const send = provider === 'traccar' ? wayToServer({ ...limits, inside: originInside() }) : wayOut(limits)
  return { send, rest }
}

/** The only internal server that may be asked, from the setting. */
const originInside = () => URL.parse(env().TRACCAR_INSIDE ?? '')?.origin ?? null

export const wait: Sleep = async (milliseconds) => {
  await pause(milliseconds)
}

/** Milliseconds after which a request is given up while a person waits; a person waits at most twice that. */
export const PATIENCE_OF_PEOPLE = 8_000

/**
 * Asks a platform whether it accepts the credentials of a form, before they are saved. Refuses `connection.…` with
 * the fault, and in `said` the platform's own number of the error.
 */
export async function tryCredentials(provider: Provider, input: ConnectionInput): Promise<void> {
  const complete = withServerName(provider, input)
  await requireAccess(provider, { clientId: complete.clientId, clientSecret: await secretFor(provider, complete) })
}

async function requireAccess(provider: Provider, credentials: Credentials): Promise<void> {
  try {
    await companiesOf(
      clientWith(provider, credentials, { ...sendOptions(provider, { patience: PATIENCE_OF_PEOPLE }), tries: 1 }),
    )
  } catch (error) {
    if (!(error instanceof ConnectionFault)) throw error
    throw refusalOf(error)
  }
}

/** The refusal that a person sees for a fault. It names the setting that helps when that is known. */
export function refusalOf({ trouble, detail }: ConnectionFault): Refusal {
  return detail === 'inside' ? new Refusal('connection.inside') : new Refusal(`connection.${trouble}`, { said: detail })
}

/**
 * Saves the credentials with which a platform is asked from now on. A form without a secret keeps the known one as
 * long as the client is the same.
 */
export async function setConnection(change: Change, provider: Provider, typed: ConnectionInput): Promise<void> {
  const input = withServerName(provider, typed)
  const before = await findConnection(provider, change.tx)
  const secret = await secretFor(provider, input, change)
  const state = input.unasked === undefined ? 'connected' : 'waiting'
  const values = {
    client_id: input.clientId,
    secret: sealFor('connections.secret', provider, secret),
    set_at: change.now.toString(),
    set_by: change.actor.uid,
    ...(input.signingKey === '' ? {} : { signing_key: sealFor('connections.signing_key', provider, input.signingKey) }),
    every_hours: input.everyHours,
    state,
    state_since: change.now.toString(),
    failures: 0,
    next_at: change.now.toString(),
    // Another client may be another account, so forget which time the old one has fetched.
    ...(before && before.clientId !== input.clientId ? { collected_from: null, collected_until: null } : {}),
  }
  await change.tx
    .insertInto('connections')
    .values({ provider, ...values })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(values))
    .execute()
  if (before?.paused == null) await orderCollecting(change, provider)
  change.note({
    subject: `connection:${provider}`,
    before: before && { clientId: before.clientId, everyHours: before.everyHours },
    after: {
      clientId: input.clientId,
      everyHours: input.everyHours,
      newSecret: input.clientSecret !== '',
      newSigningKey: input.signingKey !== '',
    },
  })
}

/** Puts the address of an operator's own server, which is its name, into one spelling. Refuses `connection.address`. */
function withServerName(provider: Provider, input: ConnectionInput): ConnectionInput {
  if (provider !== 'traccar') return input
  const clientId = readServerAddress(input.clientId, originInside())
  if (clientId === null) throw new Refusal('connection.address')
  return { ...input, clientId }
}

/**
 * The secret of a form, or the known one when the form has none. Refuses `connection.secret-missing` when none is
 * known for this client.
 */
async function secretFor(provider: Provider, input: ConnectionInput, change?: Change): Promise<string> {
  if (input.clientSecret !== '') return input.clientSecret
  const row = await (change?.tx ?? db)
    .selectFrom('connections')
    .select(['client_id', 'secret'])
    .where('provider', '=', provider)
    .executeTakeFirst()
  if (row?.client_id !== input.clientId) throw new Refusal('connection.secret-missing')
  return openOf('connections.secret', provider, row.secret)
}

/** Removes a connection: the platform is not asked any more, but everything that was fetched stays. */
export async function removeConnection(change: Change, provider: Provider): Promise<void> {
  const before = await requireConnection(provider, change)
  await change.tx.deleteFrom('connections').where('provider', '=', provider).execute()
  change.note({ subject: `connection:${provider}`, before: { clientId: before.clientId }, after: null })
}

/** Pauses a connection: nothing is fetched automatically until somebody resumes it. */
export async function pauseConnection(change: Change, provider: Provider): Promise<void> {
  const { paused } = await requireConnection(provider, change)
  if (paused) throw new Refusal('connection.paused')
  await setPaused(change, provider, { paused_at: change.now.toString(), paused_by: change.actor.uid })
}

/** Resumes a connection: the platform is asked at once, and then by its schedule. */
export async function resumeConnection(change: Change, provider: Provider): Promise<void> {
  const { paused } = await requireConnection(provider, change)
  if (!paused) throw new Refusal('connection.not-paused')
  await setPaused(change, provider, { paused_at: null, paused_by: null })
  await orderCollecting(change, provider)
}

async function setPaused(
  change: Change,
  provider: Provider,
  values: { paused_at: string | null; paused_by: string | null },
) {
  await change.tx
    .updateTable('connections')
    .set({ ...values, next_at: change.now.toString() })
    .where('provider', '=', provider)
    .execute()
  change.note({ subject: `connection:${provider}`, after: { paused: values.paused_at !== null } })
}

/** Orders a run now. Refuses `connection.paused`. */
export async function askNow(change: Change, provider: Provider): Promise<void> {
  const { paused } = await requireConnection(provider, change)
  if (paused) throw new Refusal('connection.paused')
  await orderCollecting(change, provider)
  change.note({ subject: `connection:${provider}` })
}

function orderCollecting({ tx, actor, now }: Change, provider: Provider): Promise<void> {
  return order(tx, collectNow, { provider, by: actor.uid, at: now.toString() }, `${collectNow.name} ${provider}`)
}

async function requireConnection(provider: Provider, { tx }: Change): Promise<Connection> {
  const connection = await findConnection(provider, tx)
  if (connection === null) throw new Refusal('connection.not-set')
  return connection
}

/**
 * The companies of the account. Fails when there is none: then nothing can be read until the platform gives access in
 * its portal. A tracker has no companies; it is only asked whether it accepts the credentials.
 */
export async function companiesOf(client: Client): Promise<PlatformCompany[]> {
  if (client.provider === 'cartrack' || client.provider === 'traccar') {
    await client.letIn()
    return []
  }
  const companies =
    client.provider === 'bolt' ? (await client.companies()).map((id) => ({ id, name: null })) : await client.companies()
  if (companies.length === 0) throw new ConnectionFault('access', 'companies')
  return companies
}

export type Clock = () => Temporal.Instant

/** The client that asks a platform with the saved credentials. Refuses `connection.not-set`. */
export async function clientOf(
  provider: Provider,
  options: SendOptions,
  clock: Clock = () => Temporal.Now.instant(),
): Promise<Client> {
  const row = await db
    .selectFrom('connections')
    .select(['client_id', 'secret'])
    .where('provider', '=', provider)
    .executeTakeFirst()
  if (!row) throw new Refusal('connection.not-set')
  const credentials = { clientId: row.client_id, clientSecret: openOf('connections.secret', provider, row.secret) }
  return clientWith(provider, credentials, options, clock)
}

export type Client =
  | ({ provider: 'bolt' } & BoltClient)
  | ({ provider: 'uber' } & UberClient)
  | ({ provider: 'cartrack' } & CartrackClient)
  | ({ provider: 'traccar' } & TraccarClient)

function clientWith(provider: Provider, credentials: Credentials, options: SendOptions, clock?: Clock): Client {
  if (provider === 'traccar') return { provider, ...traccarClient(credentials, options) }
  if (provider === 'cartrack') return { provider, ...cartrackClient(credentials, options) }
  return provider === 'bolt'
    ? { provider, ...boltClient(credentials, options, clock) }
    : { provider, ...uberClient(credentials, options, clock) }
}
