import { type Updateable, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { order } from '#db/queue.server.ts'
import { sealFor } from '#db/sealed-columns.server.ts'
import type { Papers } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { type Day, firstDayOf } from '#domain/paper.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { keepFile } from '#features/files/commands.server.ts'
import { forgetFile } from '#features/files/jobs.ts'
import { tellByMailToo } from '#features/mail/commands.server.ts'
import { cleanPaper } from '#integrations/uploads/clean-upload.ts'
import { type KeptKind, getKind, getKindOf } from './kinds/queries.server.ts'
import { dayAt, getPaper, papersOf } from './queries.server.ts'
import type { PaperInput, PaperOf, RequestInput, WaitingPaper } from './schema.ts'

/**
 * The office gives a paper to a driver, a car or the operator; it counts at once. Answers its id. Refuses `record.not-found`,
 * `paper.expiry-missing`, `paper.number-missing` of a sensitive one, `paper.file-missing` with neither file, number nor end,
 * and what `cleanPaper` refuses.
 */
export async function addPaper(change: Change, of: PaperOf, code: string, input: PaperInput): Promise<string> {
  const kind = await kindFor(change, of, code)
  const dates = datesOf(kind, input)
  if (!kind.isSensitive && input.files.length === 0 && input.number === '' && dates.expires_on === null)
    throw new Refusal('paper.file-missing')
  await lockHolder(change, of)
  const asked = await onItsWay(change, of, code)
  const id = asked?.state === 'asked' ? asked.id : randomUUID()
  const kept = await keptOf(change, kind, input, id)
  await giveWay(change, of, { id, kind: code, ...input, sentOn: dayAt(change.now) })
  const now = change.now.toString()
  const values = { ...dates, ...kept, state: 'accepted', sent_at: now, sent_by: change.actor.uid }
  await write(change, of, code, id, asked?.id === id, { ...values, answered_at: now, answered_by: change.actor.uid })
  change.note({ subject: subjectOf(of), after: { paper: kind.code, state: 'accepted', ...logFields(dates) } })
  return id
}

/**
 * Adds a paper that a list names, without its file. A paper that holds no longer than what is here already is `known`, and changes nothing.
 * Refuses as `addPaper`.
 */
export async function takeListedPaper(
  change: Change,
  of: PaperOf,
  code: string,
  listed: Pick<PaperInput, 'number' | 'issuedOn' | 'expiresOn'>,
): Promise<'added' | 'known'> {
  const counts = (await papersOf(of, change.now, change.tx)).find(
    ({ kind, state }) => kind === code && state === 'accepted',
  )
  const isLonger =
    !counts || (counts.expiresOn !== null && (listed.expiresOn === null || counts.expiresOn < listed.expiresOn))
  if (!isLonger) return 'known'
  await addPaper(change, of, code, { ...listed, files: [] })
  return 'added'
}

/**
 * A driver sends a paper of the own: photos or a PDF, of a sensitive one its code alone. It takes the place of one that is
 * asked for or not yet looked at. Refuses `record.not-found` for a kind that drivers do not send, `paper.file-missing`,
 * `paper.number-missing` and what `cleanPaper` refuses.
 */
export async function sendPaper(change: Change, driver: OwnDriverId, code: string, input: PaperInput): Promise<string> {
  const of: PaperOf = { holder: 'driver', id: driver }
  const kind = await kindFor(change, of, code)
  if (!kind.fromDriver || !kind.isUsed) throw new Refusal('record.not-found')
  if (!kind.isSensitive && input.files.length === 0) throw new Refusal('paper.file-missing')
  await lockHolder(change, of)
  const before = await onItsWay(change, of, code)
  const id = before?.id ?? randomUUID()
  await write(change, of, code, id, before !== null, {
    state: 'sent',
    issued_on: input.issuedOn,
    expires_on: kind.hasExpiry ? input.expiresOn : null,
    ...(await keptOf(change, kind, input, id)),
    sent_at: change.now.toString(),
    sent_by: change.actor.uid,
  })
  if (before?.file) await order(change.tx, forgetFile, { sha256: before.file })
  change.note({ subject: subjectOf(of), after: { paper: kind.code, state: 'sent' } })
  return id
}

/**
 * A file that came with an application is a paper of the driver, and waits to be looked at. What the driver has of that kind
 * already stays; answers whether it was taken.
 */
export async function receivePaper(
  change: Change,
  driverId: string,
  code: string,
  { sha256, isPdf, expiresOn }: { sha256: string; isPdf: boolean; expiresOn: Day | null },
): Promise<boolean> {
  const of: PaperOf = { holder: 'driver', id: driverId }
  const kind = await kindFor(change, of, code)
  if (!kind.isUsed || kind.isSensitive) return false
  await lockHolder(change, of)
  const before = await onItsWay(change, of, code)
  if (before?.state === 'sent') return false
  await write(change, of, code, before?.id ?? randomUUID(), before !== null, {
    state: 'sent',
    issued_on: null,
    expires_on: kind.hasExpiry ? expiresOn : null,
    file_sha256: sha256,
    file_name: `${code}.${isPdf ? 'pdf' : 'jpg'}`,
    sent_at: change.now.toString(),
    sent_by: null,
  })
  change.note({ subject: subjectOf(of), after: { paper: code, state: 'sent' } })
  return true
}

/**
 * What came is in order and counts from now on, with what stands on it. `seen`: when that came which was looked at. Refuses
 * `record.not-found`, `paper.answered` for one that is not waiting, `record.changed-meanwhile` where another one came since,
 * `paper.expiry-missing` and `paper.number-missing`.
 */
export async function acceptPaper(
  change: Change,
  id: string,
  input: Pick<PaperInput, 'number' | 'issuedOn' | 'expiresOn'> & { seen: string },
): Promise<WaitingPaper> {
  const paper = await waiting(change, id, input.seen)
  const kind = await getKind(paper.kind, change.tx)
  const dates = datesOf(kind, input)
  if (kind.isSensitive && input.number === '') throw new Refusal('paper.number-missing')
  const of = ofPaper(paper)
  await giveWay(change, of, { id, kind: kind.code, issuedOn: input.issuedOn, sentOn: sentDay(paper) })
  await write(change, of, kind.code, id, true, {
    ...dates,
    number: sealedNumber(id, input.number),
    state: 'accepted',
    answered_at: change.now.toString(),
    answered_by: change.actor.uid,
  })
  await tell(change, paper, 'accepted', '')
  change.note({ subject: subjectOf(of), after: { paper: kind.code, state: 'accepted', ...logFields(dates) } })
  return paper
}

/** What came is not what was needed; the driver reads why. Refuses as `acceptPaper`. */
export async function refusePaper(
  change: Change,
  id: string,
  { reason, seen }: { reason: string; seen: string },
): Promise<WaitingPaper> {
  const paper = await waiting(change, id, seen)
  await answer(change, id, reason)
  await tell(change, paper, 'refused', reason)
  change.note({ subject: subjectOf(ofPaper(paper)), after: { paper: paper.kind, state: 'refused', reason } })
  return paper
}

/**
 * A paper that counts was accepted by mistake: it counts no more, and never did; the one in whose place it was counts again.
 * Refuses `record.not-found` and `paper.answered` for one that does not count.
 */
export async function takeBackPaper(change: Change, id: string, reason: string): Promise<WaitingPaper> {
  const paper = await locked(change, id)
  if (paper.state !== 'accepted') throw new Refusal('paper.answered')
  await answer(change, id, reason)
  const before = await change.tx
    .selectFrom('papers')
    .select('id')
    .where('replaced_by', '=', id)
    .orderBy('ordinal', 'desc')
    .executeTakeFirst()
  if (before) {
    await change.tx
      .updateTable('papers')
      .set({ state: 'accepted', replaced_by: null, replaced_on: null })
      .where('id', '=', before.id)
      .execute()
  }
  await tell(change, paper, 'refused', reason)
  change.note({
    subject: subjectOf(ofPaper(paper)),
    before: { paper: paper.kind, state: 'accepted' },
    after: { reason },
  })
  return paper
}

/**
 * Asks a driver for a paper, until a day; asked again, the day and the words are new. Refuses `record.not-found`,
 * `paper.due-past`, and `paper.on-its-way` for one that was sent and waits for the office. `tellThem`: in the area alone where
 * another message goes out already.
 */
export async function askForPaper(
  change: Change,
  driverId: string,
  asked: RequestInput,
  tellThem: typeof tellByMailToo = tellByMailToo,
): Promise<void> {
  const { left } = await askSeveral(change, [driverId], asked, tellThem)
  if (left.length > 0) throw new Refusal('paper.on-its-way')
}

/**
 * Asks several drivers for a paper at once; whose paper was sent and waits for the office is left out, and named as `left`. Refuses
 * `record.not-found` for a kind that drivers do not send, and `paper.due-past`.
 */
export async function askSeveral(
  change: Change,
  driverIds: readonly string[],
  { kind: code, dueOn, words }: RequestInput,
  tellThem: typeof tellByMailToo = tellByMailToo,
): Promise<{ count: number; left: string[] }> {
  const kind = await getKindOf('driver', code, change.tx)
  if (!kind.fromDriver || !kind.isUsed) throw new Refusal('record.not-found')
  if (dueOn !== null && dueOn < dayAt(change.now)) throw new Refusal('paper.due-past')
  await lockAll(change)
  const { rows: asked } = await sql<{ driver: string }>`
    insert into papers (id, kind, driver_id, state, due_on, words, asked_at, asked_by)
    select gen_random_uuid(), ${code}, asked.id, 'asked', ${dueOn}::date, ${words}, ${change.now.toString()}::timestamptz,
      ${change.actor.uid}
    from unnest(${[...new Set(driverIds)].map(readRecordId)}::uuid[]) as asked (id)
    on conflict (kind, coalesce(driver_id, vehicle_id, '00000000-0000-0000-0000-000000000000'::uuid))
      where state in ('asked', 'sent')
      do update set due_on = excluded.due_on, words = excluded.words, asked_at = excluded.asked_at,
        asked_by = excluded.asked_by where papers.state = 'asked'
    returning driver_id as driver`.execute(change.tx)
  const drivers = asked.map(({ driver }) => driver)
  await tellThem(change, drivers, {
    kind: 'paper',
    event: 'asked',
    paper: code,
    pt: kind.name.pt,
    en: kind.name.en,
    day: dueOn ?? '',
    reason: words,
  })
  for (const driver of drivers)
    change.note({ subject: `driver:${driver}`, after: { paper: code, state: 'asked', due: dueOn, reason: words } })
  return { count: drivers.length, left: driverIds.filter((driver) => !drivers.includes(driver)) }
}

/**
 * A driver need not send a paper after all: it is asked for no longer, and what the driver would read of it is gone. Refuses
 * `record.not-found` where it is not asked for, and `paper.on-its-way` where the driver has sent it meanwhile.
 */
export async function withdrawRequest(change: Change, driverId: string, code: string): Promise<void> {
  await lockAll(change)
  const request = await onItsWay(change, { holder: 'driver', id: driverId }, code)
  if (!request) throw new Refusal('record.not-found')
  if (request.state !== 'asked') throw new Refusal('paper.on-its-way')
  await change.tx.deleteFrom('papers').where('id', '=', request.id).execute()
  change.note({ subject: `driver:${driverId}`, before: { paper: code, state: 'asked' } })
}

/** The kind of a paper of this holder. Refuses `record.not-found` for another holder's, and for a car that is not there. */
async function kindFor(change: Change, of: PaperOf, code: string): Promise<KeptKind> {
  if (of.holder === 'car') await requireCar(change, of.id)
  return getKindOf(of.holder, code, change.tx)
}

async function requireCar({ tx }: Change, id: string): Promise<void> {
  const car = await tx.selectFrom('vehicles').select('id').where('id', '=', readRecordId(id)).executeTakeFirst()
  if (!car) throw new Refusal('record.not-found')
}

/** What is asked for or waits to be looked at. */
async function onItsWay({ tx }: Change, of: PaperOf, code: string) {
  const row = await tx
    .selectFrom('papers')
    .select(['id', 'state', 'file_sha256 as file'])
    .where('kind', '=', code)
    .where(isOf(of))
    .where('state', 'in', ['asked', 'sent'])
    .executeTakeFirst()
  return row ?? null
}

/** The paper that counts gives way to another from that one's first day on. */
async function giveWay(
  { tx }: Change,
  of: PaperOf,
  to: { id: string; kind: string; issuedOn: Day | null; sentOn: Day },
): Promise<void> {
  await tx
    .updateTable('papers')
    .set({ state: 'replaced', replaced_by: to.id, replaced_on: firstDayOf(to), published_at: null })
    .where('kind', '=', to.kind)
    .where(isOf(of))
    .where('state', '=', 'accepted')
    .execute()
}

async function write(
  { tx }: Change,
  of: PaperOf,
  kind: string,
  id: string,
  isThere: boolean,
  values: Omit<Updateable<Papers>, 'id' | 'kind'> & { state: string },
): Promise<void> {
  if (isThere) await tx.updateTable('papers').set(values).where('id', '=', id).execute()
  else
    await tx
      .insertInto('papers')
      .values({ id, kind, ...columnsOf(of), ...values })
      .execute()
}

async function answer({ tx, now, actor }: Change, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('papers')
    .set({ state: 'refused', reason, answered_at: now.toString(), answered_by: actor.uid, published_at: null })
    .where('id', '=', id)
    .execute()
}

/** A driver may send another one while the first is looked at: nobody answers what was not seen. */
async function waiting(change: Change, id: string, seen: string): Promise<WaitingPaper> {
  const paper = await locked(change, id)
  if (paper.state !== 'sent') throw new Refusal('paper.answered')
  if (paper.sentAt !== seen) throw new Refusal('record.changed-meanwhile')
  return paper
}

async function locked(change: Change, id: string): Promise<WaitingPaper> {
  await lockHolder(change, ofPaper(await getPaper(id, change.now, change.tx)))
  return getPaper(id, change.now, change.tx)
}

/** One after the other of one holder: which paper counts is decided by the one before it. */
async function lockHolder({ tx }: Change, of: PaperOf): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('papers'))`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext(${subjectOf(of) + ' papers'}))`.execute(tx)
}

/** Nobody sends or answers a paper meanwhile: a lock for each of ten thousand holders would be too many. */
async function lockAll({ tx }: Change): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('papers'))`.execute(tx)
}

/** What is kept of what was sent: the file, or of a sensitive paper none; and its number. */
async function keptOf(change: Change, kind: KeptKind, { files, number }: PaperInput, id: string) {
  if (kind.isSensitive) {
    if (number === '') throw new Refusal('paper.number-missing')
    return { number: sealedNumber(id, number), file_sha256: null, file_name: null }
  }
  if (files.length === 0) return { number: sealedNumber(id, number), file_sha256: null, file_name: null }
  const { bytes, mediaType } = await cleanPaper(files)
  return {
    number: sealedNumber(id, number),
    file_sha256: await keepFile(change.tx, bytes, mediaType),
    file_name: `${kind.code}.${mediaType === 'application/pdf' ? 'pdf' : 'jpg'}`,
  }
}

function sealedNumber(id: string, number: string): Buffer | null {
  return number === '' ? null : sealFor('papers.number', id, number)
}

function datesOf(kind: KeptKind, { issuedOn, expiresOn }: { issuedOn: Day | null; expiresOn: Day | null }) {
  if (kind.hasExpiry && !kind.namesApplication && expiresOn === null) throw new Refusal('paper.expiry-missing')
  return { issued_on: issuedOn, expires_on: kind.hasExpiry ? expiresOn : null }
}

function logFields({ issued_on, expires_on }: ReturnType<typeof datesOf>) {
  return { issuedOn: issued_on, expiresOn: expires_on }
}

function columnsOf(of: PaperOf) {
  if (of.holder === 'company') return { driver_id: null, vehicle_id: null }
  const id = readRecordId(of.id)
  return of.holder === 'driver' ? { driver_id: id, vehicle_id: null } : { driver_id: null, vehicle_id: id }
}

function isOf(of: PaperOf) {
  const { driver_id, vehicle_id } = columnsOf(of)
  return sql<boolean>`driver_id is not distinct from ${driver_id}::uuid and vehicle_id is not distinct from ${vehicle_id}::uuid`
}

function ofPaper({ holder, holderId }: WaitingPaper): PaperOf {
  return holder === 'company' || holderId === null ? { holder: 'company' } : { holder, id: holderId }
}

function subjectOf(of: PaperOf): string {
  if (of.holder === 'company') return 'company'
  return `${of.holder === 'driver' ? 'driver' : 'vehicle'}:${of.id}`
}

function sentDay({ sentAt }: WaitingPaper): Day {
  return dayAt(Temporal.Instant.from(sentAt ?? ''))
}

/** A driver reads what became of a paper; of a car's and the operator's nobody has to. */
async function tell(
  change: Change,
  { holder, holderId, kind, kindName }: WaitingPaper,
  event: 'accepted' | 'refused',
  reason: string,
): Promise<void> {
  if (holder !== 'driver' || holderId === null) return
  await tellByMailToo(change, [holderId], { kind: 'paper', event, paper: kind, ...kindName, day: '', reason })
}
