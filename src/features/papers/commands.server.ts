import { type Updateable, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { inParts } from '#db/parts.ts'
import { rowsAsJson, setFromOne } from '#db/rows-as-json.ts'
import { order } from '#db/queue.server.ts'
import { sealFor } from '#db/sealed-columns.server.ts'
import type { Papers } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { type Day, firstDayOf } from '#domain/paper.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal, takeEach } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveFile } from '#features/files/commands.server.ts'
import { forgetFile } from '#features/files/jobs.ts'
import { tellByMailToo } from '#features/mail/commands.server.ts'
import { cleanPaper } from '#integrations/uploads/clean-upload.ts'
import { type PaperKindWithVersion, getKind, getKindOf, listKinds } from './kinds/queries.server.ts'
import { dayAt, getPaper } from './queries.server.ts'
import type { PaperInput, PaperOf, RequestInput, WaitingPaper } from './schema.ts'

/**
 * Adds a document of a driver, a car or the operator for the office; it counts at once. Answers its id. Refuses
 * `record.not-found`, `paper.expiry-missing`, `paper.number-missing` for a sensitive one, `paper.file-missing` without file,
 * number and end, and what `cleanPaper` refuses.
 */
export async function addPaper(change: Change, of: PaperOf, code: string, input: PaperInput): Promise<string> {
  const kind = await kindFor(change, of, code)
  const dates = datesOf(kind, input)
  refuseNothing(kind, input, dates)
  await lockHolder(change, of)
  const openPaper = await findOpenPaper(change, of, code)
  const id = openPaper?.state === 'asked' ? openPaper.id : randomUUID()
  const kept = await keptOf(change, kind, input, id)
  await makeCurrent(change, [{ of, kind: code, id, isThere: openPaper?.id === id, dates, kept }])
  return id
}

/** Refuses a document without file, number and end, as nothing of it could be kept. */
function refuseNothing(
  kind: PaperKindWithVersion,
  { files, number }: PaperInput,
  { expires_on }: ReturnType<typeof datesOf>,
): void {
  if (!kind.isSensitive && files.length === 0 && number === '' && expires_on === null)
    throw new Refusal('paper.file-missing')
}

/** A document that counts from now on. `isThere`: it was requested before, so its row exists. */
type Counting = {
  of: PaperOf
  kind: string
  id: string
  isThere: boolean
  dates: ReturnType<typeof datesOf>
  kept: Awaited<ReturnType<typeof keptOf>>
}

/** Makes documents count from now on, each of another holder or kind. */
async function makeCurrent(change: Change, papers: readonly Counting[]): Promise<void> {
  const now = change.now.toString()
  await markReplaced(
    change,
    papers.map(({ of, id, kind, dates }) => ({ of, id, kind, issuedOn: dates.issued_on, sentOn: dayAt(change.now) })),
  )
  const stamps = { sent_at: now, sent_by: change.actor.uid, answered_at: now, answered_by: change.actor.uid }
  const rows = papers.map(({ of, kind, id, isThere, dates, kept }) => ({
    isThere,
    row: { id, kind, ...columnsOf(of), ...dates, ...kept, state: 'accepted', ...stamps },
  }))
  for (const part of inParts(rows.flatMap(({ row, isThere }) => (isThere ? [] : [row]))))
    await change.tx.insertInto('papers').values(part).execute()
  const existing = rows.flatMap(({ isThere, row }) => (isThere ? [row] : []))
  if (existing[0])
    await sql`update papers set ${setFromOne(existing[0])}
      from json_populate_recordset(null::papers, ${rowsAsJson(existing)}::json) as one where papers.id = one.id`.execute(
      change.tx,
    )
  for (const { of, kind, dates } of papers)
    change.note({ subject: subjectOf(of), after: { paper: kind, state: 'accepted', ...logFields(dates) } })
}

/** A document in a list, without its file. */
export type ListedPaper = { of: PaperOf; kind: string } & Pick<PaperInput, 'number' | 'issuedOn' | 'expiresOn'>

/**
 * Adds documents from a list. One that does not last longer than the present one is known, and changes nothing:
 * answers the id of each that was added, `null` for a known one. Refuses as `addPaper`.
 */
export async function takeListedPapers(change: Change, papers: readonly ListedPaper[]): Promise<(string | null)[]> {
  if (papers.length === 0) return []
  await lockAll(change)
  const kinds = new Map((await listKinds(change.tx)).map((kind) => [kind.code, kind]))
  const present = await readPresent(change, papers)
  const toStore = takeEach(papers, ({ of, kind: code, ...given }) => {
    const slot = `${subjectOf(of)} ${code}`
    const counts = present.counting.get(slot)
    const isLonger = counts === undefined || (counts !== null && (given.expiresOn === null || counts < given.expiresOn))
    if (!isLonger) return null
    const kind = kinds.get(code)
    if (kind?.holder !== of.holder || !present.isThere(of)) throw new Refusal('record.not-found')
    const dates = datesOf(kind, given)
    refuseNothing(kind, { ...given, files: [] }, dates)
    if (kind.isSensitive && given.number === '') throw new Refusal('paper.number-missing')
    present.counting.set(slot, dates.expires_on)
    const openPaper = present.requested.get(slot)
    present.requested.delete(slot)
    const id = openPaper ?? randomUUID()
    const kept = { number: sealedNumber(id, given.number), file_sha256: null, file_name: null }
    return { slot, of, kind: code, id, isThere: openPaper !== undefined, dates, kept }
  })
  for (const turn of inTurn(toStore.flatMap((paper) => paper ?? []))) await makeCurrent(change, turn)
  return toStore.map((paper) => paper?.id ?? null)
}

/**
 * Removes documents that a list added, as if they had never come; the ones that they replaced count again. Refuses
 * `paper.answered` when one of them was replaced, taken back or shown to somebody since.
 */
export async function removeListedPapers(change: Change, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await lockAll(change)
  const listed = sql<string>`any(${ids}::uuid[])`
  const present = await change.tx
    .selectFrom('papers')
    .select('id')
    .where('id', '=', listed)
    .where('state', '=', 'accepted')
    .where('file_sha256', 'is', null)
    .where('published_at', 'is', null)
    .where(sql<boolean>`not exists (select from paper_standings where paper_id = papers.id)`)
    .where(sql<boolean>`not exists (select from tickets where paper_id = papers.id)`)
    .execute()
  if (present.length < ids.length) throw new Refusal('paper.answered')
  const before = await change.tx.selectFrom('papers').select('id').where('replaced_by', '=', listed).execute()
  await change.tx.deleteFrom('papers').where('id', '=', listed).execute()
  if (before.length === 0) return
  await change.tx
    .updateTable('papers')
    .set({ state: 'accepted', replaced_by: null, replaced_on: null })
    .where(
      'id',
      'in',
      before.map(({ id }) => id),
    )
    .execute()
}

/** Splits documents into rounds: of one holder and kind, each replaces the one in the round before. */
function inTurn<Paper extends { slot: string }>(papers: readonly Paper[]): Paper[][] {
  const turns: Paper[][] = []
  const times = new Map<string, number>()
  for (const paper of papers) {
    const turn = times.get(paper.slot) ?? 0
    times.set(paper.slot, turn + 1)
    turns[turn] = [...(turns[turn] ?? []), paper]
  }
  return turns
}

/**
 * The present documents of these holders, by holder and kind: until when the one that counts lasts, also on a record merged into
 * theirs, and what was requested.
 */
async function readPresent({ tx }: Change, papers: readonly ListedPaper[]) {
  const idsOf = (holder: 'driver' | 'car') => [
    ...new Set(papers.flatMap(({ of }) => (of.holder === holder ? [readRecordId(of.id)] : []))),
  ]
  const cars = idsOf('car')
  const storedRows = await tx
    .selectFrom('vehicles')
    .select('id')
    .where('id', '=', sql<string>`any(${cars}::uuid[])`)
    .execute()
  const isOfThem = sql<boolean>`(driver_id = any(array(select own_records(one) from unnest(${idsOf('driver')}::uuid[]) one))
    or vehicle_id = any(${cars}::uuid[]) or (driver_id is null and vehicle_id is null))`
  const rows = await tx
    .selectFrom('papers')
    .select(['id', 'kind', 'driver_id', 'vehicle_id', 'state', 'expires_on'])
    .select(sql<string | null>`standing_record(driver_id)`.as('person'))
    .where('state', 'in', ['accepted', 'asked'])
    .where(isOfThem)
    .orderBy('ordinal')
    .execute()
  const counting = new Map<string, Day | null>()
  const open = new Map<string, string>()
  for (const { id, kind, driver_id, vehicle_id, person, state, expires_on } of rows) {
    const holder = (driver: string | null) =>
      driver ? `driver:${driver}` : vehicle_id ? `vehicle:${vehicle_id}` : 'company'
    if (state === 'accepted') counting.set(`${holder(person)} ${kind}`, expires_on)
    else open.set(`${holder(driver_id)} ${kind}`, id)
  }
  const carIds = new Set(storedRows.map(({ id }) => id))
  return { counting, requested: open, isThere: (of: PaperOf) => of.holder !== 'car' || carIds.has(of.id) }
}

/**
 * Takes a document that a driver sends: photos or a PDF; for a sensitive one only its code. It replaces one that was
 * requested or not yet checked. Refuses `record.not-found` for a kind that drivers do not send, `paper.file-missing`,
 * `paper.number-missing` and what `cleanPaper` refuses.
 */
export async function sendPaper(change: Change, driver: OwnDriverId, code: string, input: PaperInput): Promise<string> {
  const of: PaperOf = { holder: 'driver', id: driver }
  const kind = await kindFor(change, of, code)
  if (!kind.fromDriver || !kind.isUsed) throw new Refusal('record.not-found')
  if (!kind.isSensitive && input.files.length === 0) throw new Refusal('paper.file-missing')
  await lockHolder(change, of)
  const before = await findOpenPaper(change, of, code)
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
 * Takes a file that came with an application as a document of the driver, to be checked. Where the driver already has one
 * of that kind, that one stays; answers whether the file was taken.
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
  const before = await findOpenPaper(change, of, code)
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
 * Accepts a document, with its number and dates; it counts from now on. `seen`: the moment at which the checked one was
 * sent. Refuses `record.not-found`, `paper.answered` for one that is not waiting, `record.changed-meanwhile` when another
 * one was sent since, `paper.expiry-missing` and `paper.number-missing`.
 */
export async function acceptPaper(
  change: Change,
  id: string,
  input: Pick<PaperInput, 'number' | 'issuedOn' | 'expiresOn'> & { seen: string },
): Promise<WaitingPaper> {
  const paper = await getWaiting(change, id, input.seen)
  const kind = await getKind(paper.kind, change.tx)
  const dates = datesOf(kind, input)
  if (kind.isSensitive && input.number === '') throw new Refusal('paper.number-missing')
  const of = ofPaper(paper)
  await markReplaced(change, [{ of, id, kind: kind.code, issuedOn: input.issuedOn, sentOn: sentDay(paper) }])
  await write(change, of, kind.code, id, true, {
    ...dates,
    number: sealedNumber(id, input.number),
    state: 'accepted',
    answered_at: change.now.toString(),
    answered_by: change.actor.uid,
  })
  await notifyHolder(change, paper, 'accepted', '')
  change.note({ subject: subjectOf(of), after: { paper: kind.code, state: 'accepted', ...logFields(dates) } })
  return paper
}

/** Refuses a document, with the reason that the driver reads. Refuses as `acceptPaper`. */
export async function refusePaper(
  change: Change,
  id: string,
  { reason, seen }: { reason: string; seen: string },
): Promise<WaitingPaper> {
  const paper = await getWaiting(change, id, seen)
  await markRefused(change, id, reason)
  await notifyHolder(change, paper, 'refused', reason)
  change.note({ subject: subjectOf(ofPaper(paper)), after: { paper: paper.kind, state: 'refused', reason } })
  return paper
}

/**
 * Takes back a document that was accepted by mistake: it no longer counts, as if it never had, and the one that it replaced
 * counts again. Refuses `record.not-found` and `paper.answered` for one that does not count.
 */
export async function takeBackPaper(change: Change, id: string, reason: string): Promise<WaitingPaper> {
  const paper = await lockPaper(change, id)
  if (paper.state !== 'accepted') throw new Refusal('paper.answered')
  await markRefused(change, id, reason)
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
  await notifyHolder(change, paper, 'refused', reason)
  change.note({
    subject: subjectOf(ofPaper(paper)),
    before: { paper: paper.kind, state: 'accepted' },
    after: { reason },
  })
  return paper
}

/**
 * Takes back the refusal of a document: it waits to be checked once more, and the driver is told that it need not be sent
 * again. Refuses `record.not-found`, `paper.on-its-way` when another one was sent meanwhile, and `record.changed-meanwhile` for
 * one that is not refused.
 */
export async function lookAgain(change: Change, id: string): Promise<void> {
  const paper = await lockPaper(change, id)
  if (paper.state !== 'refused') throw new Refusal('record.changed-meanwhile')
  const of = ofPaper(paper)
  const open = await findOpenPaper(change, of, paper.kind)
  if (open?.state === 'sent') throw new Refusal('paper.on-its-way')
  // What was requested meanwhile is here.
  if (open) await change.tx.deleteFrom('papers').where('id', '=', open.id).execute()
  await change.tx
    .updateTable('papers')
    .set({ state: 'sent', reason: '', answered_at: null, answered_by: null })
    .where('id', '=', id)
    .execute()
  await notifyHolder(change, paper, 'again', '')
  change.note({
    subject: subjectOf(of),
    before: { paper: paper.kind, state: 'refused', reason: paper.reason },
    after: { state: 'sent' },
  })
}

/**
 * Requests a document from a driver, until a day; a second request replaces the day and the words. Refuses
 * `record.not-found`, `paper.due-past`, and `paper.on-its-way` when one was sent and waits for the office. `tellThem`: how the
 * drivers are told; a caller that sends another message anyway passes a function that writes only to their area.
 */
export async function askForPaper(
  change: Change,
  driverId: string,
  request: RequestInput,
  tellThem: typeof tellByMailToo = tellByMailToo,
): Promise<void> {
  const { left } = await askSeveral(change, [driverId], request, tellThem)
  if (left.length > 0) throw new Refusal('paper.on-its-way')
}

/**
 * Requests a document from several drivers; those whose document was sent and waits for the office are left out, and named in
 * `left`. Refuses `record.not-found` for a kind that drivers do not send, and `paper.due-past`.
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
  const { rows: requested } = await sql<{ driver: string }>`
    insert into papers (id, kind, driver_id, state, due_on, words, asked_at, asked_by)
    select gen_random_uuid(), ${code}, asked.id, 'asked', ${dueOn}::date, ${words}, ${change.now.toString()}::timestamptz,
      ${change.actor.uid}
    from unnest(${[...new Set(driverIds)].map(readRecordId)}::uuid[]) as asked (id)
    on conflict (kind, coalesce(driver_id, vehicle_id, '00000000-0000-0000-0000-000000000000'::uuid))
      where state in ('asked', 'sent')
      do update set due_on = excluded.due_on, words = excluded.words, asked_at = excluded.asked_at,
        asked_by = excluded.asked_by where papers.state = 'asked'
    returning driver_id as driver`.execute(change.tx)
  const drivers = requested.map(({ driver }) => driver)
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
 * Withdraws a request, with all that the driver would read about it. Refuses `record.not-found` where there is none, and
 * `paper.on-its-way` when the driver has sent the document meanwhile.
 */
export async function withdrawRequest(change: Change, driverId: string, code: string): Promise<void> {
  await lockAll(change)
  const request = await findOpenPaper(change, { holder: 'driver', id: driverId }, code)
  if (!request) throw new Refusal('record.not-found')
  if (request.state !== 'asked') throw new Refusal('paper.on-its-way')
  await change.tx.deleteFrom('papers').where('id', '=', request.id).execute()
  change.note({ subject: `driver:${driverId}`, before: { paper: code, state: 'asked' } })
}

/**
 * The kind of a document of this holder. Refuses `record.not-found` for a kind of another holder, and for an unknown car.
 */
async function kindFor(change: Change, of: PaperOf, code: string): Promise<PaperKindWithVersion> {
  if (of.holder === 'car') await requireCar(change, of.id)
  return getKindOf(of.holder, code, change.tx)
}

async function requireCar({ tx }: Change, id: string): Promise<void> {
  const car = await tx.selectFrom('vehicles').select('id').where('id', '=', readRecordId(id)).executeTakeFirst()
  if (!car) throw new Refusal('record.not-found')
}

/** The document of a kind that is requested or waits to be checked. */
async function findOpenPaper({ tx }: Change, of: PaperOf, code: string) {
  const row = await tx
    .selectFrom('papers')
    .select(['id', 'state', 'file_sha256 as file'])
    .where('kind', '=', code)
    .where(isOf(of))
    .where('state', 'in', ['asked', 'sent'])
    .executeTakeFirst()
  return row ?? null
}

/** Marks the documents that count as replaced by others, each from the first day of its successor on. */
async function markReplaced(
  { tx }: Change,
  others: readonly { of: PaperOf; id: string; kind: string; issuedOn: Day | null; sentOn: Day }[],
): Promise<void> {
  const rows = others.map(({ of, id, kind, ...days }) => {
    const { driver_id, vehicle_id } = columnsOf(of)
    return { id, kind, holder: driver_id ?? vehicle_id ?? NO_HOLDER, first: firstDayOf(days) }
  })
  if (rows.length === 0) return
  await sql`update papers set state = 'replaced', replaced_by = other.id, replaced_on = other.first, published_at = null
    from json_to_recordset(${JSON.stringify(rows)}::json) as other (id uuid, kind text, holder uuid, first date)
    where papers.kind = other.kind and coalesce(driver_id, vehicle_id, ${NO_HOLDER}::uuid) = other.holder and state = 'accepted'`.execute(
    tx,
  )
}

/** Stands for the operator, which has no id. */
const NO_HOLDER = '00000000-0000-0000-0000-000000000000'

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

async function markRefused({ tx, now, actor }: Change, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('papers')
    .set({ state: 'refused', reason, answered_at: now.toString(), answered_by: actor.uid, published_at: null })
    .where('id', '=', id)
    .execute()
}

/**
 * The waiting document that was `seen`: a driver may send another while the office checks the first, and nobody may
 * answer what they have not seen.
 */
async function getWaiting(change: Change, id: string, seen: string): Promise<WaitingPaper> {
  const paper = await lockPaper(change, id)
  if (paper.state !== 'sent') throw new Refusal('paper.answered')
  if (paper.sentAt !== seen) throw new Refusal('record.changed-meanwhile')
  return paper
}

async function lockPaper(change: Change, id: string): Promise<WaitingPaper> {
  await lockHolder(change, ofPaper(await getPaper(id, change.now, change.tx)))
  return getPaper(id, change.now, change.tx)
}

/** Lets changes of one holder's documents run one after the other, as each decides what the next one replaces. */
async function lockHolder({ tx }: Change, of: PaperOf): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('papers'))`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext(${subjectOf(of) + ' papers'}))`.execute(tx)
}

/**
 * Keeps everybody from sending or answering documents meanwhile: a lock for each of ten thousand holders would be too
 * many.
 */
async function lockAll({ tx }: Change): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('papers'))`.execute(tx)
}

/** What is stored of a sent document: its file, except for a sensitive one, and its number. */
async function keptOf(change: Change, kind: PaperKindWithVersion, { files, number }: PaperInput, id: string) {
  if (kind.isSensitive) {
    if (number === '') throw new Refusal('paper.number-missing')
    return { number: sealedNumber(id, number), file_sha256: null, file_name: null }
  }
  if (files.length === 0) return { number: sealedNumber(id, number), file_sha256: null, file_name: null }
  const { bytes, mediaType } = await cleanPaper(files)
  return {
    number: sealedNumber(id, number),
    file_sha256: await saveFile(change.tx, bytes, mediaType),
    file_name: `${kind.code}.${mediaType === 'application/pdf' ? 'pdf' : 'jpg'}`,
  }
}

function sealedNumber(id: string, number: string): Buffer | null {
  return number === '' ? null : sealFor('papers.number', id, number)
}

function datesOf(kind: PaperKindWithVersion, { issuedOn, expiresOn }: { issuedOn: Day | null; expiresOn: Day | null }) {
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

/** Tells a driver the outcome for a document; for those of cars and the operator nobody is told. */
async function notifyHolder(
  change: Change,
  { holder, holderId, kind, kindName }: WaitingPaper,
  event: 'accepted' | 'refused' | 'again',
  reason: string,
): Promise<void> {
  if (holder !== 'driver' || holderId === null) return
  await tellByMailToo(change, [holderId], { kind: 'paper', event, paper: kind, ...kindName, day: '', reason })
}
