import { db } from '#db/client.server.ts'
import { order } from '#db/queue.server.ts'
import { openOf, sealFor } from '#db/sealed-columns.server.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { mailboxFault } from '#integrations/mailbox/mailbox.ts'
import { lookIntoMailbox } from './jobs.ts'
import { accessOf, faultOf, setState, setTrouble } from './looks.server.ts'
import { getMailbox } from './queries.server.ts'
import { type MailboxInput, mailboxRecord } from './schema.ts'

/**
 * Checks whether the mailbox of a form accepts the sign-in and has the folder, before it is saved. Refuses
 * `mailbox.…` with the fault.
 */
export async function tryMailbox(id: string | null, input: MailboxInput): Promise<void> {
  const fault = await faultOf({ ...input, password: await passwordFor(id, input) })
  if (fault) throw new Refusal(`mailbox.${mailboxFault(fault)}`, { host: input.host, folder: input.folder })
}

/** Adds a mailbox, which is read from now on; returns its id. */
export async function addMailbox(change: Change, input: MailboxInput): Promise<string> {
  const password = await passwordFor(null, input)
  const { id } = await change.tx
    .insertInto('delivery_ways')
    .values({ ...wayColumns(input), kind: 'mailbox', made_at: change.now.toString(), made_by: change.actor.uid })
    .returning('id')
    .executeTakeFirstOrThrow()
  await change.tx
    .insertInto('mailboxes')
    .values({ way_id: id, ...columnsOf(change, input), password: sealFor('mailboxes.password', id, password) })
    .execute()
  await orderLook(change, id)
  change.note({ subject: `delivery-way:${id}`, after: { ...mailboxRecord.only(input) } })
  return id
}

/**
 * Changes a mailbox. Mails that were left out for their sender or their proof are looked at again. Refuses
 * `record.not-found`.
 */
export async function changeMailbox(change: Change, id: string, input: MailboxInput): Promise<void> {
  const before = await getMailbox(id, change.tx)
  const password = await passwordFor(id, input, change)
  await change.tx.updateTable('delivery_ways').set(wayColumns(input)).where('id', '=', id).execute()
  await change.tx
    .updateTable('mailboxes')
    .set({ ...columnsOf(change, input), password: sealFor('mailboxes.password', id, password) })
    .where('way_id', '=', id)
    .execute()
  await change.tx
    .deleteFrom('mailbox_mails')
    .where('way_id', '=', id)
    .where('outcome', 'not in', ['taken', 'same'])
    .execute()
  if (before.paused === null) await orderLook(change, id)
  change.note({
    subject: `delivery-way:${id}`,
    before: { ...mailboxRecord.only(before) },
    after: { ...mailboxRecord.only(input), newPassword: input.password !== '' },
  })
}

function wayColumns({ name, takesIn }: MailboxInput) {
  return { name, takes_in: takesIn }
}

function columnsOf({ now, actor }: Change, input: MailboxInput) {
  const { name: _name, takes_in: _takesIn, ...columns } = mailboxRecord.columns(input)
  return {
    ...columns,
    set_at: now.toString(),
    set_by: actor.uid,
    state: input.unasked === undefined ? 'connected' : 'waiting',
    state_since: now.toString(),
    fault: null,
    failures: 0,
    next_at: now.toString(),
  }
}

/**
 * The password of a form: the typed one, otherwise the known one, which is sent only to the server and user for which
 * it was typed. Refuses `mailbox.password-missing`.
 */
async function passwordFor(id: string | null, input: MailboxInput, change?: Change): Promise<string> {
  if (input.password !== '') return input.password
  const known = id === null ? undefined : await rowOf(id, change)
  if (known?.host !== input.host || known.login !== input.login) throw new Refusal('mailbox.password-missing')
  return openOf('mailboxes.password', known.way_id, known.password)
}

function rowOf(id: string, change?: Change) {
  return (change?.tx ?? db)
    .selectFrom('mailboxes')
    .select(['way_id', 'host', 'login', 'password'])
    .where('way_id', '=', id)
    .executeTakeFirst()
}

/**
 * Ends a mailbox: it is not read any more and its password is deleted; files that came by it stay. Refuses
 * `record.not-found`.
 */
export async function endMailbox(change: Change, id: string): Promise<void> {
  const { name } = await getMailbox(id, change.tx)
  await change.tx.deleteFrom('mailboxes').where('way_id', '=', id).execute()
  await change.tx.updateTable('delivery_ways').set({ ended_at: change.now.toString() }).where('id', '=', id).execute()
  change.note({ subject: `delivery-way:${id}`, before: { name }, after: null })
}

/** Pauses a mailbox: it is not read automatically until somebody resumes it. Refuses `mailbox.paused`. */
export async function pauseMailbox(change: Change, id: string): Promise<void> {
  const { paused } = await getMailbox(id, change.tx)
  if (paused) throw new Refusal('mailbox.paused')
  await setPaused(change, id, { paused_at: change.now.toString(), paused_by: change.actor.uid })
}

/** Resumes a mailbox: it is read immediately, and then by its schedule. Refuses `mailbox.not-paused`. */
export async function resumeMailbox(change: Change, id: string): Promise<void> {
  const { paused } = await getMailbox(id, change.tx)
  if (!paused) throw new Refusal('mailbox.not-paused')
  await setPaused(change, id, { paused_at: null, paused_by: null })
  await orderLook(change, id)
}

async function setPaused(change: Change, id: string, values: { paused_at: string | null; paused_by: string | null }) {
  await change.tx
    .updateTable('mailboxes')
    .set({ ...values, next_at: change.now.toString() })
    .where('way_id', '=', id)
    .execute()
  change.note({ subject: `delivery-way:${id}`, after: { paused: values.paused_at !== null } })
}

/** Orders a look now. Refuses `mailbox.paused`. */
export async function lookNow(change: Change, id: string): Promise<void> {
  const { paused } = await getMailbox(id, change.tx)
  if (paused) throw new Refusal('mailbox.paused')
  await orderLook(change, id)
  change.note({ subject: `delivery-way:${id}` })
}

function orderLook({ tx, now }: Change, id: string): Promise<void> {
  return order(tx, lookIntoMailbox, { id, at: now.toString() }, `${lookIntoMailbox.name} ${id}`)
}

/**
 * Checks whether the saved mailbox accepts the sign-in, and saves its state; fetches nothing. Refuses `mailbox.…`
 * with the fault.
 */
export async function testMailbox(id: string, now: Temporal.Instant): Promise<void> {
  const mailbox = await getMailbox(id)
  const fault = await faultOf(await accessOf(id))
  await (fault ? setTrouble(id, fault, now) : setState(id, 'connected', now, { fault: null, failures: 0 }))
  if (fault) throw new Refusal(`mailbox.${mailboxFault(fault)}`, { host: mailbox.host, folder: mailbox.folder })
}
