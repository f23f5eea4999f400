import { sql } from 'kysely'
import { inParts } from '#db/parts.ts'
import { DECIDED_KINDS, type InvoiceRules } from '#domain/invoicing.ts'
import type { Month } from '#domain/month.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { findInvoiceRules, getInvoiceLine, getInvoicesOf } from './queries.server.ts'
import { type InvoiceLine, seenLine } from './schema.ts'

type PartyMonth = { month: Month; party: string }

/**
 * Notes that the billing program issued an invoice or a credit note for the whole remaining amount of some lines,
 * which the form names as the page showed them (`seen`). Refuses `record.not-found`, `record.changed-meanwhile` when
 * the amount of a line has changed since, and `invoice.undecided`.
 */
export async function noteInvoice(
  change: Change,
  { month, party }: PartyMonth,
  { number, issuedOn, lines: seen }: { number: string; issuedOn: string; lines: readonly string[] },
): Promise<void> {
  await lockNotes(change)
  const { lines } = await getInvoicesOf(month, party, change.tx)
  const seenLines = [...new Set(seen)].map((text) => {
    const found = lines.find((line) => seenLine(line) === text)
    if (!found) throw new Refusal('record.changed-meanwhile')
    if (!found.left) throw new Refusal('invoice.undecided')
    if (found.left.total === 0 && found.left.vat === 0) throw new Refusal('record.changed-meanwhile')
    return { ...found, left: found.left }
  })
  const rows = seenLines.map((line) => ({
    ...factsOf(change, month, line),
    number,
    issued_on: issuedOn,
    ...amounts(line.left),
  }))
  for (const part of inParts(rows)) await change.tx.insertInto('invoice_notes').values(part).execute()
  const total = seenLines.reduce((all, { left }) => all + left.total, 0)
  change.note({
    subject: subjectOf(month, party),
    after: { invoice: number, on: issuedOn, lines: seenLines.length, total },
  })
}

/**
 * Notes that a line needs no invoice. Refuses `record.not-found`, and `invoice.said` when its notes already settle
 * it.
 */
export async function noteNoInvoice(
  change: Change,
  { month, party }: PartyMonth,
  key: string,
  reason: string,
): Promise<void> {
  await lockNotes(change)
  const line = await getInvoiceLine(month, party, key, change.tx)
  if (line.state !== 'todo' && line.state !== 'undecided' && line.state !== 'credit' && line.state !== 'differs')
    throw new Refusal('invoice.said')
  const invoiced = line.notes.reduce((all, { total }) => all + total, 0)
  const left = line.left ?? { base: line.total - invoiced, vat: 0, total: line.total - invoiced }
  await change.tx
    .insertInto('invoice_notes')
    .values({ ...factsOf(change, month, line), reason, ...amounts(left) })
    .execute()
  change.note({ subject: subjectOf(month, party), after: { line: key, invoice: 'none', reason } })
}

/** Withdraws the newest note of a line, or an earlier one, that was made by mistake. Refuses `record.not-found`. */
export async function withdrawNote(change: Change, { month, party }: PartyMonth, id: string): Promise<void> {
  const gone = await change.tx
    .updateTable('invoice_notes')
    .set({ withdrawn_at: change.now.toString(), withdrawn_by: change.actor.uid })
    .where('id', '=', readRecordId(id))
    .where('month', '=', month)
    .where('party', '=', party)
    .where('withdrawn_at', 'is', null)
    .returning(['line', 'number'])
    .executeTakeFirst()
  if (!gone) throw new Refusal('record.not-found')
  change.note({ subject: subjectOf(month, party), before: { line: gone.line, invoice: gone.number ?? 'none' } })
}

/** Decides how each kind is invoiced from a month on, writing only what differs; what was decided for a later month stays. */
export async function saveInvoiceRules(change: Change, month: Month, rules: InvoiceRules): Promise<void> {
  await lockNotes(change)
  const before = await findInvoiceRules(month, change.tx)
  const changed = DECIDED_KINDS.filter((kind) => rules[kind] !== before[kind])
  if (changed.length === 0) return
  const rows = changed.map((kind) => ({
    kind,
    treatment: rules[kind],
    from_month: month,
    said_at: change.now.toString(),
    said_by: change.actor.uid,
  }))
  for (const part of inParts(rows)) await change.tx.insertInto('invoice_rules').values(part).execute()
  const changedOf = (all: InvoiceRules) => Object.fromEntries(changed.map((kind) => [kind, all[kind]]))
  change.note({ subject: 'invoice-rules', before: changedOf(before), after: { from: month, ...changedOf(rules) } })
}

/** Makes notes wait for each other, so that a line is noted once even if two people press at the same moment. */
async function lockNotes({ tx }: Change): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('invoice-notes'))`.execute(tx)
}

function factsOf(change: Change, month: Month, { party, key, kind, week, what }: InvoiceLine) {
  return {
    month,
    party: party.slug,
    line: key,
    kind,
    driver_id: party.kind === 'driver' ? party.driver.id : null,
    week,
    what,
    said_at: change.now.toString(),
    said_by: change.actor.uid,
  }
}

function amounts({ base, vat, total }: { base: number; vat: number; total: number }) {
  return { base_cents: base, vat_cents: vat, total_cents: total }
}

/**
 * The subject of the log entry: the driver, so that their history shows the notes of their lines; for other parties
 * the month.
 */
function subjectOf(month: Month, party: string): string {
  return party.startsWith('driver-') ? `driver:${party.slice('driver-'.length)}` : `month:${month}`
}
