import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Letter, LetterText } from './schema.ts'

/** The texts of the office, in the order in which they were created. */
export async function listTexts(on: Kysely<DB> = db): Promise<LetterText[]> {
  const rows = await on.selectFrom('recruitment_texts').selectAll().orderBy('position').execute()
  return rows.map(({ id, name, subject_pt, subject_en, body_pt, body_en, version }) => ({
    id,
    name,
    version,
    subject: { pt: subject_pt, en: subject_en },
    body: { pt: body_pt, en: body_en },
  }))
}

/** One text. Refuses `record.not-found`. */
export async function getText(id: string, on: Kysely<DB> = db): Promise<LetterText> {
  const text = (await listTexts(on)).find((letterText) => letterText.id === readRecordId(id))
  if (!text) throw new Refusal('record.not-found')
  return text
}

/** Letters to an applicant, the newest first. */
export async function listLetters(application: string, on: Kysely<DB> = db): Promise<Letter[]> {
  const rows = await on
    .selectFrom('application_letters as l')
    .leftJoin('mail_outbox as m', 'm.id', 'l.mail_id')
    .leftJoin('users as u', 'u.uid', 'l.by_uid')
    .selectAll('l')
    .select([
      sql<string | null>`case when m.state = 'sent' and m.sent_via <> 'smtp' then 'kept' else m.state end`.as('state'),
      personName('u').as('by'),
    ])
    .where('l.application_id', '=', application)
    .orderBy('l.at', 'desc')
    .execute()
  return rows.map(({ id, at, by, channel, subject, body, mail_id, state }) => ({
    id,
    at: at.toString(),
    by,
    subject,
    body,
    mailId: mail_id,
    state,
    channel: channel === 'mail' ? 'mail' : 'whatsapp',
  }))
}
