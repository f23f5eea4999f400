import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { personName } from '#db/person-name.ts'
import { listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { type RequestKind, answerBy } from '#domain/data-request.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import type { DataRequest, Outcome, RequestState } from './schema.ts'

/** Every request: first those that wait, then the others, newest first. */
export async function listRequests(
  now: Temporal.Instant,
  { driverId }: { driverId?: string } = {},
  on: Kysely<DB> = db,
): Promise<DataRequest[]> {
  const rows = await on
    .selectFrom('data_requests')
    .leftJoin('drivers', 'drivers.id', 'driver_id')
    .leftJoin('users', 'users.uid', 'answered_by')
    .selectAll('data_requests')
    .select(['drivers.name as driver', 'drivers.uid as driver_uid', personName().as('answerer')])
    .$if(driverId !== undefined, (query) => query.where('driver_id', '=', readRecordId(driverId ?? '')))
    .orderBy('data_requests.ordinal', 'desc')
    .execute()
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const requests = rows.map((row): DataRequest => {
    const askedOn = Temporal.PlainDate.from(row.asked_on)
    const isExtended = row.extended_at !== null
    const by = answerBy(askedOn, isExtended)
    const daysLeft = today.until(by).days
    const isOpen = row.answered_at === null && row.withdrawn_at === null
    return {
      id: row.id,
      driverId: row.driver_id,
      name: row.driver ?? row.name,
      contact: row.contact,
      kind: row.kind as RequestKind,
      words: row.words,
      askedOn: row.asked_on,
      by: by.toString(),
      daysLeft,
      state: stateOf(row, daysLeft),
      extendedWhy: row.extended_why,
      canExtend: isOpen && !isExtended && daysLeft >= 0,
      outcome: row.outcome as Outcome | null,
      answer: row.answer,
      answeredAt: row.answered_at?.toString() ?? null,
      answeredBy: row.answerer,
      isOwn: row.created_by !== null && row.created_by === row.driver_uid,
    }
  })
  const isOpen = ({ state }: DataRequest) => state !== 'answered' && state !== 'withdrawn'
  return [
    ...requests.filter(isOpen).toSorted((a, b) => a.by.localeCompare(b.by)),
    ...requests.filter((request) => !isOpen(request)),
  ]
}

type Row = { answered_at: unknown; withdrawn_at: unknown; extended_at: unknown }

function stateOf({ answered_at, withdrawn_at, extended_at }: Row, daysLeft: number): RequestState {
  if (withdrawn_at !== null) return 'withdrawn'
  if (answered_at !== null) return 'answered'
  if (daysLeft < 0) return 'late'
  return extended_at === null ? 'open' : 'extended'
}

/** One request. Refuses `record.not-found`. */
export async function getRequest(id: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<DataRequest> {
  const recordId = readRecordId(id)
  const found = (await listRequests(now, {}, on)).find((request) => request.id === recordId)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** Open requests: how many, how many are late, and the first day for an answer; `null` without any. */
export const openRequests = (now: Temporal.Instant) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('data_requests')
        .select(['kind', 'asked_on', 'extended_at'])
        .where('answered_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .orderBy('ordinal', 'desc'),
    (rows: { kind: RequestKind; asked_on: string; extended_at: string | null }[]) => {
      const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
      const open = rows
        .map(({ kind, asked_on, extended_at }) => ({
          kind,
          by: answerBy(Temporal.PlainDate.from(asked_on), extended_at !== null).toString(),
        }))
        .toSorted((a, b) => a.by.localeCompare(b.by))
      const [first] = open
      return first ? { count: open.length, late: open.filter(({ by }) => by < today).length, first } : null
    },
  )
