import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { readNumber, readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Person, personOfDriver } from './links.server.ts'
import { type ErasureBar, SUBJECTS, type SubjectKind } from './schema.ts'

/** A person who can be erased. `left`: the day from which periods count; `null` for a person who is still here, as `barred` says. */
export type Subject = {
  kind: SubjectKind
  id: string
  name: string
  person: Person
  left: Temporal.PlainDate | null
  barred: ErasureBar | null
}

/** The kind and the id that an address names. Refuses `record.not-found`. */
export function readSubject(subject: string): { kind: SubjectKind; id: string } {
  const [named = '', ...rest] = subject.split(':')
  const kind = SUBJECTS.find((candidate) => candidate === named)
  if (!kind || rest.join(':') === '') throw new Refusal('record.not-found')
  return { kind, id: rest.join(':') }
}

/** The person of a subject. Refuses `record.not-found`. */
export async function findSubject(subject: string, today: Temporal.PlainDate, on: Kysely<DB> = db): Promise<Subject> {
  const { kind, id } = readSubject(subject)
  if (kind === 'driver') return { kind, id, ...(await ofDriver(id, today, on)) }
  if (kind === 'application') return { kind, id, ...(await ofApplication(id, today, on)) }
  if (kind === 'message') return { kind, id, ...(await ofMessage(id, today, on)) }
  return { kind, id, ...(await ofAccount(id, today, on)) }
}

type FoundSubject = Omit<Subject, 'kind' | 'id'>

const personWithoutRecord = (email: string): Person => ({
  ref: '',
  name: '',
  drivers: [],
  uid: null,
  emails: email === '' ? [] : [email.toLowerCase()],
})

async function ofDriver(id: string, today: Temporal.PlainDate, on: Kysely<DB>): Promise<FoundSubject> {
  const person = await personOfDriver(id, on)
  const { rows } = await sql<{ lastDay: string | null; removed: string | null; role: string | null }>`select
      (select case when returned_on is null then last_day end
        from departures where driver_id = drivers.id order by ordinal desc limit 1)::text as "lastDay",
      (removed_at at time zone 'Europe/Lisbon')::date::text as removed, role
    from drivers left join users on users.uid = drivers.uid where drivers.id = ${readRecordId(id)}::uuid`.execute(on)
  const { lastDay = null, removed = null } = rows[0] ?? {}
  const isOver = lastDay !== null && lastDay < today.toString()
  const left = isOver ? lastDay : removed
  // An account of the office is not only the driver's: it has an erasure of its own.
  const isOffice = rows[0]?.role === 'admin'
  return {
    name: person.name,
    person: isOffice ? { ...person, uid: null, emails: [] } : person,
    left: left === null ? null : Temporal.PlainDate.from(left),
    barred: left === null ? barOf(id, lastDay) : null,
  }
}

function barOf(driverId: string, lastDay: string | null): ErasureBar {
  return lastDay === null ? { because: 'working', driverId } : { because: 'leaving', driverId, lastDay }
}

async function ofApplication(id: string, today: Temporal.PlainDate, on: Kysely<DB>): Promise<FoundSubject> {
  const row = await on
    .selectFrom('applications')
    .select(['name', 'email', 'driver_id'])
    .where('id', '=', readRecordId(id))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  // An application that made a driver belongs to the driver's record, and is erased with it.
  const driverId = row.driver_id
  return {
    name: row.name,
    person: personWithoutRecord(row.email),
    left: driverId === null ? today : null,
    barred: driverId === null ? null : { because: 'driver', driverId },
  }
}

async function ofMessage(id: string, today: Temporal.PlainDate, on: Kysely<DB>): Promise<FoundSubject> {
  const row = await on
    .selectFrom('contact_messages')
    .select(['name', 'email'])
    .where('id', '=', readNumber(id))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return { name: row.name, person: personWithoutRecord(row.email), left: today, barred: null }
}

async function ofAccount(uid: string, today: Temporal.PlainDate, on: Kysely<DB>): Promise<FoundSubject> {
  const row = await on
    .selectFrom('users')
    .leftJoin('drivers', 'drivers.uid', 'users.uid')
    .select(['users.uid', 'display_name', 'users.email', 'disabled', 'drivers.id as driver'])
    .where('users.uid', '=', uid)
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  const barred: ErasureBar | null = row.driver
    ? { because: 'driver', driverId: row.driver }
    : row.disabled
      ? null
      : { because: 'account', uid }
  return {
    name: row.display_name ?? row.email,
    person: { ...personWithoutRecord(row.email), uid: row.uid },
    left: barred === null ? today : null,
    barred,
  }
}
