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

/** What a command is given: the transaction of the change, who acts, and the one moment at which it happens. */
export type Change = {
  tx: Tx
  actor: Actor
  now: Temporal.Instant
  /**
   * Notes what was changed; without a call the event names only the action. `action`: what was done instead of the
   * action that was asked for.
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
 * The one place every change passes through: a transaction, the audit event in it, and the idempotency key. `work`
 * answers JSON (where to go next), because the answer is kept. Refuses `form.reused` when a key comes again with
 * another request.
 */
export function carryOut<Answer extends Json>(
  asked: Order,
  work: (change: Change) => Promise<Answer>,
): Promise<Answer> {
  const requestHash = createHash('sha256')
    .update(JSON.stringify(asked.request ?? null))
    .digest('hex')
  const actorName = asked.actor.uid ?? asked.actor.role

  return inTransaction(async (tx) => {
    if (asked.key) {
      const known = await claimKey(tx, asked, asked.key, actorName, requestHash)
      if (known) return known.answer as Answer
    }

    const changes: Difference[] = []
    const answer = await work({
      tx,
      actor: asked.actor,
      now: asked.now,
      note: (difference) => changes.push(difference),
    })

    const events = (changes.length > 0 ? changes : [{}]).map(({ action, subject, before, after }: Difference) => ({
      at: asked.now.toString(),
      actor: asked.actor.uid,
      actor_role: asked.actor.role,
      action: action ?? asked.action,
      subject: subject ?? '',
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      address: asked.actor.address,
      request_id: asked.actor.requestId,
    }))
    for (const part of inParts(events)) await tx.insertInto('audit_events').values(part).execute()
    if (asked.key) {
      await tx
        .updateTable('idempotency_keys')
        .set({ answer: JSON.stringify(answer) })
        .where('key', '=', asked.key)
        .where('actor', '=', actorName)
        .execute()
    }
    return answer
  })
}

/** Claims the key, waiting for the same form while it is being carried out; gives that form's row if it came first. */
async function claimKey(tx: Tx, asked: Order, key: string, actor: string, requestHash: string) {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({
      key,
      actor,
      action: asked.action,
      request_sha256: requestHash,
      answer: 'null',
      created_at: asked.now.toString(),
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
  if (first.action !== asked.action || first.request_sha256 !== requestHash) throw new Refusal('form.reused')
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
