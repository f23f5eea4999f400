import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { AnswerTemplate } from './schema.ts'

/** Every template by its name, those in use first. */
export async function listTemplates(on: Kysely<DB> = db): Promise<AnswerTemplate[]> {
  const rows = await templates(on).execute()
  return rows.map(templateOf).toSorted((a, b) => Number(a.isRetired) - Number(b.isRetired))
}

/** One template. Refuses `record.not-found`. */
export async function getTemplate(id: string, on: Kysely<DB> = db): Promise<AnswerTemplate> {
  const row = await templates(on).where('id', '=', readRecordId(id)).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return templateOf(row)
}

function templates(on: Kysely<DB>) {
  return on.selectFrom('ticket_templates').select(['id', 'name', 'pt', 'en', 'retired_at']).orderBy('name')
}

function templateOf({
  retired_at,
  ...row
}: Awaited<ReturnType<ReturnType<typeof templates>['execute']>>[number]): AnswerTemplate {
  return { ...row, isRetired: retired_at !== null }
}
