import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Tx, db } from '#db/client.server.ts'

/** A place in the chain and the hash (hexadecimal) that stands there. */
export type Anchor = { seq: number; hash: string }

/**
 * `changed`: the event, or the one before it, is not what was hashed · `missing`: no event has this number ·
 * `added`: an event the head does not know of · `head`: the last event is not the one the head holds, or the head is
 * gone · `anchor`: not the hash that was noted down for it.
 */
export type Break = { seq: number; what: 'changed' | 'missing' | 'added' | 'head' | 'anchor' }

/** `events` that hold, from the first on; `head` as the database keeps it. */
export type ChainReport = { events: number; head: Anchor | null; broken: Break | null }

const BATCH = 20_000

/** Walks the whole log and answers the first event that does not hold. `anchor` is a head somebody noted down earlier. */
export function verifyChain(anchor: Anchor | null = null): Promise<ChainReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const head = await readHead(tx)
      const walked = await walk(tx, anchor)
      return { events: walked.events, head, broken: walked.broken ?? breakAtEnd(walked, head, anchor) }
    })
}

async function readHead(tx: Tx): Promise<Anchor | null> {
  const head = await tx.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirst()
  return head ? { seq: head.seq, hash: head.hash.toString('hex') } : null
}

type Walked = { events: number; last: Buffer; broken: Break | null }

async function walk(tx: Tx, anchor: Anchor | null): Promise<Walked> {
  let events = 0
  let last: Buffer = Buffer.alloc(0)
  const stop = (what: Break['what'], seq: number): Walked => ({ events, last, broken: { seq, what } })
  for (let from = Number.MIN_SAFE_INTEGER; ;) {
    const batch = await readBatch(tx, from)
    for (const { seq, content, hash } of batch) {
      if (seq !== events + 1) return seq > events + 1 ? stop('missing', events + 1) : stop('added', seq)
      if (!hash.equals(createHash('sha256').update(last).update(content).digest())) return stop('changed', seq)
      if (seq === anchor?.seq && hash.toString('hex') !== anchor.hash) return stop('anchor', seq)
      events = seq
      last = hash
    }
    if (batch.length < BATCH) return { events, last, broken: null }
    from = events
  }
}

/**
 * The content is put together here once more, on purpose not by the function of the trigger: whoever changes that one
 * in the database does not change what is checked.
 */
async function readBatch(tx: Tx, after: number) {
  const { rows } = await sql<{ seq: number; content: string; hash: Buffer }>`
    select seq, hash, jsonb_build_array(seq, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), actor,
      actor_role, action, subject, before::text, after::text, address, request_id)::text as content
    from audit_events where seq > ${after} order by seq limit ${BATCH}`.execute(tx)
  return rows
}

function breakAtEnd({ events, last }: Walked, head: Anchor | null, anchor: Anchor | null): Break | null {
  if (anchor !== null && anchor.seq > events) return { seq: events + 1, what: 'missing' }
  if (head === null) return events > 0 ? { seq: events, what: 'head' } : null
  if (head.seq > events) return { seq: events + 1, what: 'missing' }
  if (head.seq < events) return { seq: head.seq + 1, what: 'added' }
  return head.hash === last.toString('hex') ? null : { seq: events, what: 'head' }
}
