import { type Tx, db, inTransaction } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { Provider } from '#integrations/connections/providers.ts'
import { type UberMessage, isSigned, readMessage } from '#integrations/connections/uber-message.ts'
import type { MessageOutcome } from './schema.ts'

/** Maximum age in days of a message that changes a state. The platform itself tries for only an hour to send one. */
const BELIEVED_DAYS = 7
/** Maximum minutes by which the platform's clock may be ahead of ours. */
const AHEAD_MINUTES = 5
/** Days for which a message's identifier is kept to recognise repetitions: longer than a message is accepted. */
const KNOWN_DAYS = 60

/**
 * The outcome of a message. `unsigned`: it was not read at all; `twice`: it came before; `no-message`: it is signed
 * but is no message.
 */
export type Received = MessageOutcome | 'unsigned' | 'twice' | 'no-message'

/** Processes a message that a platform sent on its own. Reads it only when it is signed with the connection's key. */
export async function receiveMessage(
  provider: Provider,
  { body, signature }: { body: Uint8Array; signature: string | null },
  now: Temporal.Instant,
): Promise<Received> {
  const key = await signingKey(provider)
  if (key === null || !isSigned(body, signature, key)) return 'unsigned'
  const message = readMessage(body)
  if (message === null) return 'no-message'
  return await inTransaction(async (tx) => {
    await tx
      .deleteFrom('platform_messages')
      .where('came_at', '<', moment(now.subtract({ hours: 24 * KNOWN_DAYS })))
      .execute()
    // Update the driver first, because that locks the row: the second of two simultaneous messages is then compared
    // with the result of the first.
    const outcome = await outcomeOf(tx, provider, message, now)
    const written = await tx
      .insertInto('platform_messages')
      .values({
        provider,
        id: message.id,
        kind: message.kind,
        about: message.about,
        state: message.state,
        happened_at: message.happenedAt.toString(),
        came_at: now.toString(),
        outcome,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return written ? outcome : 'twice'
  })
}

async function outcomeOf(
  tx: Tx,
  provider: Provider,
  { of, about, state, happenedAt }: UberMessage,
  now: Temporal.Instant,
): Promise<MessageOutcome> {
  const isTooOld = happenedAt.until(now).total('hours') > BELIEVED_DAYS * 24
  if (isTooOld || now.until(happenedAt).total('minutes') > AHEAD_MINUTES) return 'late'
  if (of === 'other' || about === null || state === null) return 'unread'
  const changed = await tx
    .updateTable('platform_drivers')
    .set({ state, state_at: happenedAt.toString() })
    .where('provider', '=', provider)
    .where('driver', '=', about)
    .where('state_at', '<', moment(happenedAt))
    .executeTakeFirst()
  if (changed.numUpdatedRows > 0n) return 'kept'
  const row = await tx
    .selectFrom('platform_drivers')
    .select('driver')
    .where('provider', '=', provider)
    .where('driver', '=', about)
    .executeTakeFirst()
  return row ? 'older' : 'nobody'
}

async function signingKey(provider: Provider): Promise<string | null> {
  const row = await db
    .selectFrom('connections')
    .select('signing_key')
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.signing_key ? openOf('connections.signing_key', provider, row.signing_key) : null
}
