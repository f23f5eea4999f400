import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Tx, db } from '#db/client.server.ts'
import { dataPath } from '#platform/env.server.ts'

/** A place in the chain, and its hash (hexadecimal). */
export type Anchor = { seq: number; hash: string }

/**
 * Where the chain breaks, and how. `changed`: the event, or the one before it, is not what was hashed. `missing`: no
 * event has this number. `added`: there are events after the one that the head names. `head`: the last event is not
 * the one that the head names, or the head is gone. `anchor`: the event's hash differs from the one that was noted
 * outside.
 */
export type Break = { seq: number; what: 'changed' | 'missing' | 'added' | 'head' | 'anchor' }

/**
 * The result of checking the log. `events`: number of valid events, from the first on. `head`: the head in the
 * database. `erased`: number of events from which an erasure removed content; their place and hash are valid, but the
 * content can no longer be proved.
 */
export type ChainReport = { events: number; erased: number; head: Anchor | null; broken: Break | null }

/**
 * The file beside the database to which the head is appended each day, one line each: `2026-06-08T04:00:00Z
 * 1234:<hash>`.
 */
export const anchorsPath = () => dataPath('audit-anchors')

const ANCHOR_LINE = /^(\S+) (\d{1,15}):([0-9a-f]{64})$/

/** The heads noted outside the log: the daily ones in their file, and one in each payment batch. */
export async function keptAnchors(): Promise<Anchor[]> {
  const daily = await notedAnchors()
  const batches = await db
    .selectFrom('payment_batches')
    .select(['audit_seq as seq', 'audit_hash as hash'])
    .where('audit_seq', 'is not', null)
    .execute()
  // oxlint-disable-next-line typescript/no-non-null-assertion -- only batches with an anchor are asked for
  return [...daily, ...batches.map(({ seq, hash }) => ({ seq: seq!, hash: hash!.toString('hex') }))]
}

/** Seconds since the head was last noted, and events since then; before the first note, all events. */
export async function sinceNoted(now: Temporal.Instant): Promise<{ seconds: number | null; events: number }> {
  const [anchorLines, head] = await Promise.all([readFile(anchorsPath(), 'utf8').catch(() => ''), readHead(db)])
  const line = anchorLines.split('\n').findLast((anchorLine) => ANCHOR_LINE.test(anchorLine)) ?? ''
  const [, at, seq] = ANCHOR_LINE.exec(line) ?? []
  if (at === undefined) return { seconds: null, events: head?.seq ?? 0 }
  return {
    seconds: Math.max(0, now.since(Temporal.Instant.from(at)).total('seconds')),
    events: Math.max(0, (head?.seq ?? 0) - Number(seq)),
  }
}

/** The heads that were noted outside the database, the oldest first. */
export async function notedAnchors(): Promise<Anchor[]> {
  const anchorLines = await readFile(anchorsPath(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return anchorLines.split('\n').flatMap((line) => {
    const found = ANCHOR_LINE.exec(line)
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the pattern has the group
    return found ? [{ seq: Number(found[2]), hash: found[3]! }] : []
  })
}

/** Checks the whole log and returns the first break. `anchors` are heads that were noted earlier. */
export function verifyChain(anchors: readonly Anchor[] = []): Promise<ChainReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Make `sha256` and `audit_events` mean the function and table of the database, even if somebody made others
      // with these names.
      await sql`set local search_path = pg_catalog, public, pg_temp`.execute(tx)
      const head = await readHead(tx)
      const { erased } = await tx
        .selectFrom('audit_erased')
        .select(({ fn }) => fn.countAll<number>().as('erased'))
        .executeTakeFirstOrThrow()
      const broken = await firstBreak(tx, anchors)
      if (broken) return { events: Math.max(broken.seq - 1, 0), erased, head, broken }
      const last = await readLast(tx)
      return { events: last.seq, erased, head, broken: breakAtEnd(last, head, anchors) }
    })
}

/** The head in the database; `null` for an empty log. */
export async function readHead(on: Pick<Tx, 'selectFrom'>): Promise<Anchor | null> {
  const head = await on.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirst()
  return head ? { seq: head.seq, hash: head.hash.toString('hex') } : null
}

/** The last event; for an empty log, the place before the first. */
async function readLast(tx: Tx): Promise<Anchor> {
  const last = await tx
    .selectFrom('audit_events')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? { seq: last.seq, hash: last.hash.toString('hex') } : { seq: 0, hash: '' }
}

/**
 * The first event that is not at its place, does not follow from the one before, or differs from its anchor: one pass
 * in the database, in order. The hashed content is built here without the trigger's function on purpose: whoever
 * changes that function in the database does not change this check. `json` gives the same text as the trigger's
 * `jsonb` for these columns, and is faster.
 */
async function firstBreak(tx: Tx, anchors: readonly Anchor[]): Promise<Break | null> {
  const { rows } = await sql<{ seq: number; place: number; follows: boolean }>`
    select seq, place, follows from (
      select seq, hash, row_number() over (order by seq) as place,
        hash = sha256(lag(hash, 1, ''::bytea) over (order by seq) || convert_to(json_build_array(
          seq, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), actor, actor_role, action, subject,
          before::text, after::text, address, request_id)::text, 'UTF8'))
          -- An erasure removed content from this event; the next event still follows from its hash.
          or exists (select from audit_erased where audit_erased.seq = audit_events.seq) as follows
      from audit_events
    ) walked
    where seq <> place or not follows
      or exists (select from unnest(${anchors.map(({ seq: at }) => at)}::bigint[], ${anchors.map(({ hash }) => hash)}::text[]) as noted (at, noted_hash)
        where noted.at = walked.seq and noted.noted_hash <> encode(walked.hash, 'hex'))
    order by seq limit 1`.execute(tx)
  const [found] = rows
  if (!found) return null
  const { seq, place, follows } = found
  if (seq > place) return { seq: place, what: 'missing' }
  if (seq < place) return { seq, what: 'added' }
  return { seq, what: follows ? 'anchor' : 'changed' }
}

function breakAtEnd(last: Anchor, head: Anchor | null, anchors: readonly Anchor[]): Break | null {
  if (anchors.some(({ seq }) => seq > last.seq)) return { seq: last.seq + 1, what: 'missing' }
  if (head === null) return last.seq > 0 ? { seq: last.seq, what: 'head' } : null
  if (head.seq > last.seq) return { seq: last.seq + 1, what: 'missing' }
  if (head.seq < last.seq) return { seq: head.seq + 1, what: 'added' }
  return head.hash === last.hash ? null : { seq: last.seq, what: 'head' }
}
