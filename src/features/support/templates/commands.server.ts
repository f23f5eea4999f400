import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { getTemplate } from './queries.server.ts'
import type { TemplateInput } from './schema.ts'

/** Creates a template for a frequent answer; answers its id. Refuses `ticket.template-taken`. */
export async function createTemplate(change: Change, input: TemplateInput): Promise<string> {
  await refuseTaken(change, input.name, null)
  const { id } = await change.tx
    .insertInto('ticket_templates')
    .values({ ...input, created_at: change.now.toString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  change.note({ subject: 'support', after: { name: input.name } })
  return id
}

/** Saves a template; answers given with it stay. Refuses `ticket.template-taken` and `record.not-found`. */
export async function saveTemplate(change: Change, id: string, input: TemplateInput): Promise<void> {
  const before = await getTemplate(id, change.tx)
  if (!before.isRetired) await refuseTaken(change, input.name, before.id)
  await change.tx.updateTable('ticket_templates').set(input).where('id', '=', before.id).execute()
  change.note({ subject: 'support', before: { name: before.name }, after: { name: input.name } })
}

/**
 * Retires a template, or offers it again. Refuses `ticket.template-taken` when another has its name by now, and
 * `record.not-found`.
 */
export async function retireTemplate(change: Change, id: string, isRetired: boolean): Promise<void> {
  const { id: known, name } = await getTemplate(id, change.tx)
  if (!isRetired) await refuseTaken(change, name, known)
  await change.tx
    .updateTable('ticket_templates')
    .set({ retired_at: isRetired ? change.now.toString() : null })
    .where('id', '=', known)
    .execute()
  change.note({ subject: 'support', after: { name } })
}

async function refuseTaken({ tx }: Change, name: string, own: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('ticket-templates'))`.execute(tx)
  const namesake = await tx
    .selectFrom('ticket_templates')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (namesake && namesake.id !== own) throw new Refusal('ticket.template-taken')
}
