import { type Updateable, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { order } from '#db/queue.server.ts'
import { db } from '#db/client.server.ts'
import { sealFor } from '#db/sealed-columns.server.ts'
import type { Papers } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { type Day, WARNED_BEFORE, firstDayOf, warningDue } from '#domain/paper.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Deed, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { keepFile } from '#features/files/commands.server.ts'
import { forgetFile } from '#features/files/jobs.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { cleanPaper } from '#integrations/uploads/clean-upload.ts'
import { type KeptKind, getKind } from './kinds/queries.server.ts'
import { dayAt, getPaper } from './queries.server.ts'
import type { PaperInput, PaperOf, RequestInput, WaitingPaper } from './schema.ts'

/**
 * The office gives a paper to a driver, a car or the operator; it counts at once. Answers its id. Refuses `record.not-found`,
 * `paper.expiry-missing`, `paper.number-missing` of a sensitive one, `paper.file-missing` with neither file nor number, and what `cleanPaper` refuses.
 */
export async function addPaper(deed: Deed, of: PaperOf, code: string, input: PaperInput): Promise<string> {
  const kind = await kindFor(deed, of, code)
  const dates = datesOf(kind, input)
  if (!kind.isSensitive && input.files.length === 0 && input.number === '') throw new Refusal('paper.file-missing')
  await lockHolder(deed, of)
  const asked = await onItsWay(deed, of, code)
  const id = asked?.state === 'asked' ? asked.id : randomUUID()
  const kept = await keptOf(deed, kind, input, id)
  await giveWay(deed, of, { id, kind: code, ...input, sentOn: dayAt(deed.now) })
  const now = deed.now.toString()
  const values = { ...dates, ...kept, state: 'accepted', sent_at: now, sent_by: deed.actor.uid }
  await write(deed, of, code, id, asked?.id === id, { ...values, answered_at: now, answered_by: deed.actor.uid })
  deed.note({ subject: subjectOf(of), after: { paper: kind.code, state: 'accepted', ...told(dates) } })
  return id
}

/**
 * A driver sends a paper of the own: photos or a PDF, of a sensitive one its code alone. It takes the place of one that is
 * asked for or not yet looked at. Refuses `record.not-found` for a kind that drivers do not send, `paper.file-missing`,
 * `paper.number-missing` and what `cleanPaper` refuses.
 */
export async function sendPaper(deed: Deed, driver: OwnDriverId, code: string, input: PaperInput): Promise<string> {
  const of: PaperOf = { holder: 'driver', id: driver }
  const kind = await kindFor(deed, of, code)
  if (!kind.fromDriver || !kind.isUsed) throw new Refusal('record.not-found')
  if (!kind.isSensitive && input.files.length === 0) throw new Refusal('paper.file-missing')
  await lockHolder(deed, of)
  const before = await onItsWay(deed, of, code)
  const id = before?.id ?? randomUUID()
  await write(deed, of, code, id, before !== null, {
    state: 'sent',
    issued_on: input.issuedOn,
    expires_on: kind.hasExpiry ? input.expiresOn : null,
    ...(await keptOf(deed, kind, input, id)),
    ...{ sent_at: deed.now.toString(), sent_by: deed.actor.uid },
  })
  if (before?.file) await order(deed.tx, forgetFile, { sha256: before.file })
  deed.note({ subject: subjectOf(of), after: { paper: kind.code, state: 'sent' } })
  return id
}

/**
 * What came is in order and counts from now on, with what stands on it. Refuses `record.not-found`, `paper.answered` for one
 * that is not waiting, `paper.expiry-missing` and `paper.number-missing`.
 */
export async function acceptPaper(
  deed: Deed,
  id: string,
  input: Pick<PaperInput, 'number' | 'issuedOn' | 'expiresOn'>,
): Promise<WaitingPaper> {
  const paper = await waiting(deed, id)
  const kind = await getKind(paper.kind, deed.tx)
  const dates = datesOf(kind, input)
  if (kind.isSensitive && input.number === '') throw new Refusal('paper.number-missing')
  const of = ofPaper(paper)
  await giveWay(deed, of, { id, kind: kind.code, issuedOn: input.issuedOn, sentOn: sentDay(paper) })
  await write(deed, of, kind.code, id, true, {
    ...{ ...dates, number: sealedNumber(id, input.number), state: 'accepted' },
    ...{ answered_at: deed.now.toString(), answered_by: deed.actor.uid },
  })
  await tell(deed, paper, 'accepted', '')
  deed.note({ subject: subjectOf(of), after: { paper: kind.code, state: 'accepted', ...told(dates) } })
  return paper
}

/** What came is not what was needed; the driver reads why. Refuses `record.not-found` and `paper.answered`. */
export async function refusePaper(deed: Deed, id: string, reason: string): Promise<WaitingPaper> {
  const paper = await waiting(deed, id)
  await answer(deed, id, reason)
  await tell(deed, paper, 'refused', reason)
  deed.note({ subject: subjectOf(ofPaper(paper)), after: { paper: paper.kind, state: 'refused', reason } })
  return paper
}

/**
 * A paper that counts was accepted by mistake: it counts no more, and never did; the one in whose place it was counts again.
 * Refuses `record.not-found` and `paper.answered` for one that does not count.
 */
export async function takeBackPaper(deed: Deed, id: string, reason: string): Promise<WaitingPaper> {
  const paper = await locked(deed, id)
  if (paper.state !== 'accepted') throw new Refusal('paper.answered')
  await answer(deed, id, reason)
  const before = await deed.tx
    .selectFrom('papers')
    .select('id')
    .where('replaced_by', '=', id)
    .orderBy('ordinal', 'desc')
    .executeTakeFirst()
  if (before) {
    await deed.tx
      .updateTable('papers')
      .set({ state: 'accepted', replaced_by: null, replaced_on: null })
      .where('id', '=', before.id)
      .execute()
  }
  await tell(deed, paper, 'refused', reason)
  deed.note({ subject: subjectOf(ofPaper(paper)), before: { paper: paper.kind, state: 'accepted' }, after: { reason } })
  return paper
}

/**
 * Asks a driver for a paper, until a day; asked again, the day and the words are new. Refuses `record.not-found`, and
 * `paper.on-its-way` for one that was sent and waits for the office.
 */
export async function askForPaper(
  deed: Deed,
  driverId: string,
  { kind: code, dueOn, words }: RequestInput,
): Promise<void> {
  const of: PaperOf = { holder: 'driver', id: driverId }
  const kind = await kindFor(deed, of, code)
  if (!kind.fromDriver || !kind.isUsed) throw new Refusal('record.not-found')
  await lockHolder(deed, of)
  const before = await onItsWay(deed, of, code)
  if (before?.state === 'sent') throw new Refusal('paper.on-its-way')
  const asked = { due_on: dueOn, words, asked_at: deed.now.toString(), asked_by: deed.actor.uid }
  await write(deed, of, code, before?.id ?? randomUUID(), before !== null, { state: 'asked', ...asked })
  await writeNotices(deed, [driverId], {
    ...{ kind: 'paper', event: 'asked', paper: code, pt: kind.name.pt, en: kind.name.en },
    ...{ day: dueOn ?? '', reason: words },
  })
  deed.note({ subject: subjectOf(of), after: { paper: code, state: 'asked', due: dueOn, reason: words } })
}

/**
 * Tells each driver of the own papers that end soon or have ended, each warning once. Whoever has sent the next one, or has
 * left, is told nothing.
 */
export async function warnDrivers(now: Temporal.Instant): Promise<void> {
  const today = dayAt(now)
  const papers = (await listEndingUntold(today)).flatMap((paper) => {
    const days = warningDue(paper.ends, today)
    return days === null || (paper.told !== null && paper.told <= days) ? [] : [{ ...paper, days }]
  })
  if (papers.length === 0) return
  await carryOut({ actor: SYSTEM, action: 'paper.warn', now }, async (deed) => {
    const warned_at = now.toString()
    const warnings = papers.map(({ id, days }) => ({ paper_id: id, days, warned_at }))
    await deed.tx.insertInto('paper_warnings').values(warnings).execute()
    for (const { driver, kind, pt, en, ends } of papers) {
      const event = ends < today ? 'ended' : 'ends'
      await writeNotices(deed, [driver], { kind: 'paper', event, paper: kind, pt, en, day: ends, reason: '' })
      deed.note({ subject: `driver:${driver}`, after: { paper: kind, expiresOn: ends } })
    }
    return null
  })
}

/** Papers of drivers that end within the time of the first warning, each with the last warning that was told of it. */
async function listEndingUntold(today: Day) {
  const [first] = WARNED_BEFORE
  const rows = await db
    .selectFrom('papers')
    .innerJoin('paper_kinds', 'paper_kinds.code', 'papers.kind')
    .innerJoin('drivers', 'drivers.id', 'papers.driver_id')
    .select(['papers.id', 'papers.kind', 'drivers.id as driver', 'expires_on', 'name_pt as pt', 'name_en as en'])
    .select(sql<number | null>`(select min(days) from paper_warnings where paper_id = papers.id)`.as('told'))
    .where('papers.state', '=', 'accepted')
    .where('paper_kinds.is_used', '=', true)
    .where('drivers.is_gone', '=', false)
    .where('drivers.status', '<>', 'inactive')
    .where('expires_on', '<=', Temporal.PlainDate.from(today).add({ days: first }).toString())
    .where(
      sql<boolean>`not exists (select from papers next
        where next.driver_id = papers.driver_id and next.kind = papers.kind and next.state = 'sent')`,
    )
    .orderBy('expires_on')
    .execute()
  return rows.flatMap(({ expires_on: ends, ...row }) => (ends === null ? [] : [{ ...row, ends }]))
}

async function kindFor(deed: Deed, of: PaperOf, code: string): Promise<KeptKind> {
  const kind = await getKind(code, deed.tx)
  if (kind.holder !== of.holder) throw new Refusal('record.not-found')
  return kind
}

/** What is asked for or waits to be looked at. */
async function onItsWay({ tx }: Deed, of: PaperOf, code: string) {
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
  { tx }: Deed,
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
  { tx }: Deed,
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

async function answer({ tx, now, actor }: Deed, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('papers')
    .set({ state: 'refused', reason, answered_at: now.toString(), answered_by: actor.uid, published_at: null })
    .where('id', '=', id)
    .execute()
}

async function waiting(deed: Deed, id: string): Promise<WaitingPaper> {
  const paper = await locked(deed, id)
  if (paper.state !== 'sent') throw new Refusal('paper.answered')
  return paper
}

async function locked(deed: Deed, id: string): Promise<WaitingPaper> {
  await lockHolder(deed, ofPaper(await getPaper(id, deed.now, deed.tx)))
  return getPaper(id, deed.now, deed.tx)
}

/** One after the other of one holder: which paper counts is decided by the one before it. */
async function lockHolder({ tx }: Deed, of: PaperOf): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${subjectOf(of) + ' papers'}))`.execute(tx)
}

/** What is kept of what was sent: the file, or of a sensitive paper none; and its number. */
async function keptOf(deed: Deed, kind: KeptKind, { files, number }: PaperInput, id: string) {
  if (kind.isSensitive) {
    if (number === '') throw new Refusal('paper.number-missing')
    return { number: sealedNumber(id, number), file_sha256: null, file_name: null }
  }
  if (files.length === 0) return { number: sealedNumber(id, number), file_sha256: null, file_name: null }
  const { bytes, mediaType } = await cleanPaper(files)
  return {
    number: sealedNumber(id, number),
    file_sha256: await keepFile(deed.tx, bytes, mediaType),
    file_name: `${kind.code}.${mediaType === 'application/pdf' ? 'pdf' : 'jpg'}`,
  }
}

function sealedNumber(id: string, number: string): Buffer | null {
  return number === '' ? null : sealFor('papers.number', id, number)
}

function datesOf(kind: KeptKind, { issuedOn, expiresOn }: { issuedOn: Day | null; expiresOn: Day | null }) {
  if (kind.hasExpiry && expiresOn === null) throw new Refusal('paper.expiry-missing')
  return { issued_on: issuedOn, expires_on: kind.hasExpiry ? expiresOn : null }
}

function told({ issued_on, expires_on }: ReturnType<typeof datesOf>) {
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
  deed: Deed,
  { holder, holderId, kind, kindName }: WaitingPaper,
  event: 'accepted' | 'refused',
  reason: string,
): Promise<void> {
  if (holder !== 'driver' || holderId === null) return
  await writeNotices(deed, [holderId], { kind: 'paper', event, paper: kind, ...kindName, day: '', reason })
}
