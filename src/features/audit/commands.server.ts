import { createHash } from 'node:crypto'
import { type Tx, inTransaction } from '#db/client.server.ts'
import type { Json } from '#db/types.ts'
import { inParts } from '#db/parts.ts'
import { type Power, hasPower, roleFrom, scopesFrom } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'

/** Who acts: a signed-in person, the command line, or the product itself (a job). */
export type Actor = {
  uid: string | null
  role: 'admin' | 'driver' | 'anonymous' | 'command-line' | 'system'
  address: string | null
  requestId: string | null
}

export const COMMAND_LINE: Actor = { uid: null, role: 'command-line', address: null, requestId: null }
export const SYSTEM: Actor = { uid: null, role: 'system', address: null, requestId: null }

type Difference = { action?: string; subject?: string; before?: Json; after?: Json }

/** The argument of a command: the transaction of the change, who acts, and the one moment at which it happens. */
export type Change = {
  tx: Tx
  actor: Actor
  now: Temporal.Instant
  /**
   * Notes what was changed in the log; without a call the event names only the action. `action` replaces the
   * requested action when the command did something else.
   */
  note: (difference: Difference) => void
}

type Order = {
  actor: Actor
  /** `noun.verb`: `week.approve`. */
  action: string
  now: Temporal.Instant
  /** The key of the form: the same form sent again gets the same answer, and changes nothing. */
  key?: string | null
  /** The content of the request, to tell a repetition from another request under the same key. */
  request?: unknown
}

/**
 * Every change passes through this function: it opens the transaction, writes the audit event in it, and checks the
 * idempotency key. `work` returns JSON (where to go next), because the answer is saved with the key. Refuses
 * `form.reused` when a key comes again with another request.
 */
export function carryOut<Answer extends Json>(
  order: Order,
  work: (change: Change) => Promise<Answer>,
): Promise<Answer> {
  const requestHash = createHash('sha256')
    .update(JSON.stringify(order.request ?? null))
    .digest('hex')
  const actorName = order.actor.uid ?? order.actor.role

  return inTransaction(async (tx) => {
    if (order.key) {
      const known = await claimKey(tx, order, order.key, actorName, requestHash)
      if (known) return known.answer as Answer
    }

    const changes: Difference[] = []
    const answer = await work({
      tx,
      actor: order.actor,
      now: order.now,
      note: (difference) => changes.push(difference),
    })

    const events = (changes.length > 0 ? changes : [{}]).map(({ action, subject, before, after }: Difference) => ({
      at: order.now.toString(),
      actor: order.actor.uid,
      actor_role: order.actor.role,
      action: action ?? order.action,
      subject: subject ?? '',
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      address: order.actor.address,
      request_id: order.actor.requestId,
    }))
    for (const part of inParts(events)) await tx.insertInto('audit_events').values(part).execute()
    if (order.key) {
      await tx
        .updateTable('idempotency_keys')
        .set({ answer: JSON.stringify(answer) })
        .where('key', '=', order.key)
        .where('actor', '=', actorName)
        .execute()
    }
    return answer
  })
}

/** Claims the key, waiting while the same form is being carried out; returns that form's row if it came first. */
async function claimKey(tx: Tx, order: Order, key: string, actor: string, requestHash: string) {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({
      key,
      actor,
      action: order.action,
      request_sha256: requestHash,
      answer: 'null',
      created_at: order.now.toString(),
    })
    .onConflict((conflict) => conflict.columns(['key', 'actor']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return null

  const first = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('key', '=', key)
    .where('actor', '=', actor)
    .executeTakeFirstOrThrow()
  if (first.action !== order.action || first.request_sha256 !== requestHash) throw new Refusal('form.reused')
  return first
}

/**
 * Whether the actor holds a power now: the command line and the product itself hold all, a visitor without a name or a
 * closed account none.
 */
export async function actorHasPower({ tx, actor }: Pick<Change, 'tx' | 'actor'>, power: Power): Promise<boolean> {
  if (actor.role === 'command-line' || actor.role === 'system') return true
  if (actor.uid === null) return false
  const user = await tx
    .selectFrom('users')
    .select(['role', 'scopes'])
    .where('uid', '=', actor.uid)
    .where('disabled', '=', false)
    .executeTakeFirst()
  return user !== undefined && hasPower({ role: roleFrom(user.role), scopes: scopesFrom(user.scopes) }, power)
}
