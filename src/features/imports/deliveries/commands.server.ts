import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { db } from '#db/client.server.ts'
import { oneAtATime } from '#db/queue.server.ts'
import type { FileWarning } from '#domain/import.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { type ReceivedFile, fingerprintOf, receiveFile } from '#features/files/commands.server.ts'
import { saveDrop, takeDrop } from '#features/imports/drops/commands.server.ts'
import { DROP_LIMITS } from '#features/imports/drops/schema.ts'
import { previewDrop } from '#features/imports/previews/queries.server.ts'
import type { DropPreview } from '#features/imports/previews/schema.ts'
import { env } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'
import { folderState, getKey, listTrustedWaiting } from './queries.server.ts'
import { type DeliveryQuestion, type DeliveryWay, type KeyInput, keyRecord } from './schema.ts'

/** Number of last letters of a key that are shown to tell it from others. */
const SHOWN_LETTERS = 4

/** Makes a key for a program that sends files. Returns the key, which is never shown again. */
export async function makeKey(change: Change, input: KeyInput): Promise<string> {
  const key = newSecret()
  const { id } = await change.tx
    .insertInto('delivery_ways')
    .values({
      ...keyRecord.columns(input),
      kind: 'key',
      key_hash: hashOfSecret(key),
      key_ends: key.slice(-SHOWN_LETTERS),
      made_at: change.now.toString(),
      made_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  change.note({ subject: `delivery-way:${id}`, after: { ...keyRecord.only(input) } })
  return key
}

/** Renames a key, or changes whether it is trusted. Refuses `record.not-found`. */
export async function changeKey(change: Change, id: string, input: KeyInput): Promise<void> {
  const before = await getKey(id, change.tx)
  await change.tx
    .updateTable('delivery_ways')
    .set(keyRecord.columns(input))
    .where('id', '=', readRecordId(id))
    .execute()
  change.note({
    subject: `delivery-way:${id}`,
    before: { ...keyRecord.only(before) },
    after: { ...keyRecord.only(input) },
  })
}

/** Ends a key, which is refused from then on; files that came with it stay. Refuses `record.not-found`. */
export async function endKey(change: Change, id: string): Promise<void> {
  const { name } = await getKey(id, change.tx)
  await change.tx
    .updateTable('delivery_ways')
    .set({ ended_at: change.now.toString() })
    .where('id', '=', readRecordId(id))
    .execute()
  change.note({ subject: `delivery-way:${id}`, before: { name }, after: null })
}

/** Sets whether files in this machine's folder are imported at once when they raise no question. */
export async function trustFolder(change: Change, takesIn: boolean): Promise<void> {
  const { id } = await folderWay(change)
  await change.tx.updateTable('delivery_ways').set({ takes_in: takesIn }).where('id', '=', id).execute()
  change.note({ subject: `delivery-way:${id}`, after: { takesIn } })
}

/** The delivery way of the watched folder, made when it is first needed. */
async function folderWay(change: Change): Promise<Pick<DeliveryWay, 'id' | 'takesIn'>> {
  await change.tx
    .insertInto('delivery_ways')
    .values({ kind: 'folder', name: '', made_at: change.now.toString(), made_by: change.actor.uid })
    .onConflict((conflict) => conflict.column('kind').where('kind', '=', 'folder').doNothing())
    .execute()
  return change.tx
    .selectFrom('delivery_ways')
    .select(['id', 'takes_in as takesIn'])
    .where('kind', '=', 'folder')
    .executeTakeFirstOrThrow()
}

/** The delivery way of a platform that gives its own files, made when it is first needed. */
export async function connectionWay(change: Change, provider: string): Promise<Pick<DeliveryWay, 'id' | 'takesIn'>> {
  await change.tx
    .insertInto('delivery_ways')
    .values({ kind: 'connection', name: provider, made_at: change.now.toString(), made_by: change.actor.uid })
    .onConflict((conflict) => conflict.column('name').where('kind', '=', 'connection').doNothing())
    .execute()
  return change.tx
    .selectFrom('delivery_ways')
    .select(['id', 'takes_in as takesIn'])
    .where('kind', '=', 'connection')
    .where('name', '=', provider)
    .executeTakeFirstOrThrow()
}

/** Sets whether a platform's files are imported at once when they raise no question. */
export async function trustConnection(change: Change, provider: string, takesIn: boolean): Promise<void> {
  const { id, takesIn: before } = await connectionWay(change, provider)
  if (before === takesIn) return
  await change.tx.updateTable('delivery_ways').set({ takes_in: takesIn }).where('id', '=', id).execute()
  change.note({ subject: `delivery-way:${id}`, before: { takesIn: before }, after: { takesIn } })
}

export type Delivered = {
  drop: string
  outcome: 'waiting' | 'taken-in'
  /** Why somebody has to look at the files; `null` when nobody has to, or when the way is not trusted. */
  question: DeliveryQuestion | null
}

/**
 * Saves automatically delivered files as a drop, and imports them when their way is trusted and they raise no
 * question. The same files by the same way are the same delivery. Refuses `drop.empty`, `drop.too-many` and
 * `drop.too-large`, and records the refusal.
 */
export async function deliver(
  way: Pick<DeliveryWay, 'id' | 'takesIn'>,
  files: readonly ReceivedFile[],
  now: Temporal.Instant,
): Promise<Delivered> {
  const { drop, outcome } = await saveDropOnce(way.id, files, now)
  if (outcome === 'taken-in' || !way.takesIn) return { drop, outcome, question: null }
  const question = await takeUnasked(drop, now)
  return { drop, outcome: question === null ? 'taken-in' : 'waiting', question }
}

/** The drop of these files: the earlier one, or a new one when somebody deleted that. */
async function saveDropOnce(
  wayId: string,
  files: readonly ReceivedFile[],
  now: Temporal.Instant,
): Promise<Pick<Delivered, 'drop' | 'outcome'>> {
  const fingerprint = fingerprintOf(files)
  for (let forgotten = 0; ; forgotten++) {
    const drop = await carryOut(
      {
        actor: SYSTEM,
        action: 'drop.keep',
        now,
        key: `delivery ${wayId} ${fingerprint} ${forgotten}`,
        request: fingerprint,
      },
      async (change) => {
        const id = await saveDrop(change, files, null)
        await writeDelivery(change, wayId, { files: files.length, drop_id: id, outcome: 'waiting', reason: null })
        return id
      },
    ).catch(async (error: unknown) => {
      if (error instanceof Refusal) await refuse(wayId, files.length, error.code, now)
      throw error
    })
    const row = await db.selectFrom('file_deliveries').select('outcome').where('drop_id', '=', drop).executeTakeFirst()
    if (row) return { drop, outcome: row.outcome === 'taken-in' ? 'taken-in' : 'waiting' }
  }
}

type DeliveryFields = { files: number; drop_id: string | null; outcome: 'waiting' | 'refused'; reason: string | null }

async function writeDelivery({ tx, now }: Change, wayId: string, written: DeliveryFields): Promise<void> {
  await tx
    .insertInto('file_deliveries')
    .values({ ...written, way_id: wayId, at: now.toString() })
    .execute()
}

async function refuse(wayId: string, files: number, reason: string, now: Temporal.Instant): Promise<void> {
  await carryOut({ actor: SYSTEM, action: 'delivery.refuse', now }, async (change) => {
    await writeDelivery(change, wayId, { files, drop_id: null, outcome: 'refused', reason })
    change.note({ subject: `delivery-way:${wayId}`, after: { reason } })
    return null
  })
}

/** Imports a drop that nobody looked at, completely or not at all. Returns the question that it raises, if any. */
async function takeUnasked(drop: string, now: Temporal.Instant): Promise<DeliveryQuestion | null> {
  const question = questionOf(await previewDrop(drop, now))
  if (question !== null) return await ask(drop, question, now)
  const questionRaised = new Error('A question came up while it was taken in.')
  try {
    await carryOut({ actor: SYSTEM, action: 'drop.import', now }, async (change) => {
      const outcome = await takeDrop(change, drop, { accept: [], ours: [], leave: [], versions: [] })
      // A file that came meanwhile may raise a question; then nothing is imported.
      if (!('brought' in outcome) || outcome.brought.refused > 0) throw questionRaised
      await change.tx
        .updateTable('file_deliveries')
        .set({ outcome: 'taken-in', reason: null })
        .where('drop_id', '=', drop)
        .execute()
      return null
    })
    return null
  } catch (error) {
    if (error !== questionRaised && !(error instanceof Refusal)) throw error
    return await ask(drop, 'strange', now)
  }
}

async function ask(drop: string, question: DeliveryQuestion, now: Temporal.Instant): Promise<DeliveryQuestion> {
  await carryOut({ actor: SYSTEM, action: 'delivery.ask', now }, async (change) => {
    await change.tx.updateTable('file_deliveries').set({ reason: question }).where('drop_id', '=', drop).execute()
    change.note({ subject: `drop:${drop}`, after: { question } })
    return null
  })
  return question
}

/** The reason why somebody has to look at a drop before it is imported; `null` when it raises no question. */
export function questionOf({ files, versions }: DropPreview): DeliveryQuestion | null {
  if (files.length === 0) return 'empty'
  if (files.reduce((all, { size }) => all + size, 0) > DROP_LIMITS.atOnce) return 'long'
  if (versions.length > 0) return 'versions'
  const read = files.flatMap((file) => (file.ok ? [file.read] : []))
  if (read.length < files.length) return 'unread'
  if (read.some(({ strange }) => strange.length > 0)) return 'strange'
  if (read.some(({ warnings }) => warnings.some(({ code }) => !CALM_WARNINGS.has(code)))) return 'warnings'
  if (read.some(({ closed }) => closed.length > 0)) return 'closed'
  const isAgain = read.some(({ effect, undoneAt }) => undoneAt !== null || !PLAIN_EFFECTS.has(effect.is))
  return isAgain ? 'again' : null
}

/** The effects that need no question: the file is new, a newer version, or repeats what is known. */
const PLAIN_EFFECTS: ReadonlySet<string> = new Set(['new', 'replaces', 'joins', 'reference', 'same', 'twice'])

/** The warnings that change no figure: rows counted once, a cent of rounding, an amount that the portal has not confirmed yet. */
const CALM_WARNINGS: ReadonlySet<FileWarning['code']> = new Set([
  'rounding-difference',
  'rows-repeated',
  'printed-twice',
  'not-confirmed',
  'items-together',
])

/**
 * Imports waiting deliveries that no longer raise a question, because names, columns or files are known by now. Uses
 * the same rule as when they came. Returns how many were imported.
 */
export async function takeWaiting(now: Temporal.Instant): Promise<number> {
  let takenCount = 0
  for (const drop of await listTrustedWaiting()) if ((await takeUnasked(drop, now)) === null) takenCount += 1
  return takenCount
}

/** Seconds in which no file of the folder may have changed, because somebody may still be writing it. */
const SECONDS_UNCHANGED = 30
/** Names that programs give a file while they write it. */
const UNFINISHED = /^\.|\.(part|partial|tmp|temp|crdownload|download|filepart)$|^~\$/i

/**
 * Delivers all files in this machine's folder as one delivery, once nobody is writing there. Then moves them into its
 * subfolder `taken`, or into `refused` when none of it could be saved.
 */
export async function takeFromFolder(now: Temporal.Instant): Promise<void> {
  const folder = env().DELIVERY_FOLDER
  if (folder === undefined) return
  await oneAtATime('delivery folder', async () => {
    const state = await folderState()
    if (state !== 'fine') {
      log.warn({ state }, 'the folder that is watched for files cannot be used')
      return
    }
    const names = await listFinished(folder, now)
    if (names.length === 0) return
    const files: ReceivedFile[] = []
    try {
      for (const name of names) files.push(await receiveFile(name, createReadStream(join(folder, name))))
      const deliveryWay = await carryOut({ actor: SYSTEM, action: 'delivery.watch-folder', now }, (change) =>
        folderWay(change),
      )
      const subfolder = await deliver(deliveryWay, files, now).then(
        () => 'taken',
        (error: unknown) => {
          if (error instanceof Refusal) return 'refused'
          throw error
        },
      )
      await moveAway(folder, names, subfolder, now)
    } finally {
      for (const { forget } of files) await forget()
    }
  })
}

/** The files of the folder, if none of them is changing. Those beyond the limit of one drop wait for the next run. */
async function listFinished(folder: string, now: Temporal.Instant): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .flatMap((entry) => (entry.isFile() && !entry.name.startsWith('.') ? [entry.name] : []))
    .toSorted()
  for (const name of names) {
    const { mtimeMs } = await stat(join(folder, name))
    if (UNFINISHED.test(name) || now.epochMilliseconds - mtimeMs < SECONDS_UNCHANGED * 1000) return []
  }
  return names.slice(0, DROP_LIMITS.files)
}

async function moveAway(
  folder: string,
  names: readonly string[],
  subfolder: string,
  now: Temporal.Instant,
): Promise<void> {
  const target = join(folder, subfolder, now.toString({ smallestUnit: 'second' }).replaceAll(':', '-'))
  await mkdir(target, { recursive: true })
  for (const name of names) await rename(join(folder, name), join(target, name))
}
