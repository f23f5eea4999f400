import type { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { orderMail } from '#features/mail/commands.server.ts'
import { inLanguage } from '#messages/language.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'
import { getText } from './queries.server.ts'
import type { letterInput, newTextInput, textInput } from './schema.ts'

/** Days for which a later link to the page of an application is valid. */
const LINK_DAYS = 30

type To = { id: string; name: string; email: string; language: 'pt' | 'en' }

/**
 * Mails a letter to an applicant, with a link to their own page that is valid for thirty days. Refuses `mail.nobody`
 * for an invalid address.
 */
export async function mailLetter(
  change: Change,
  to: To,
  { subject, body }: z.output<typeof letterInput>,
): Promise<void> {
  const code = newSecret()
  await change.tx
    .insertInto('application_links')
    .values({
      code_hash: hashOfSecret(code),
      application_id: to.id,
      made_at: change.now.toString(),
      expires_at: change.now.add({ hours: 24 * LINK_DAYS }).toString(),
    })
    .execute()
  const link = inLanguage(`/signup/state?code=${code}`, to.language)
  const mail = await orderMail(change, {
    template: 'application-letter',
    params: { name: to.name, subject, text: body, link },
    recipient: to.email,
    language: to.language,
  })
  if (mail === null) throw new Refusal('mail.nobody')
  await saveLetter(change, to.id, { channel: 'mail', subject, body, mail_id: mail })
}

/** Records that somebody took a letter to WhatsApp; only they know whether it was sent. */
export async function noteWhatsApp(change: Change, application: string, body: string): Promise<void> {
  await saveLetter(change, application, { channel: 'whatsapp', subject: '', body, mail_id: null })
}

async function saveLetter(
  change: Change,
  application: string,
  letter: { channel: 'mail' | 'whatsapp'; subject: string; body: string; mail_id: number | null },
): Promise<void> {
  await change.tx
    .insertInto('application_letters')
    .values({ ...letter, application_id: application, at: change.now.toString(), by_uid: change.actor.uid })
    .execute()
  change.note({ subject: `application:${application}`, after: { channel: letter.channel } })
}

/** Creates a text for letters. */
export async function createText(change: Change, input: z.output<typeof newTextInput>): Promise<string> {
  const { id } = await change.tx
    .insertInto('recruitment_texts')
    .values(columns(input))
    .returning('id')
    .executeTakeFirstOrThrow()
  change.note({ subject: `letter-text:${id}`, after: { name: input.name } })
  return id
}

/** Saves a text. Refuses `record.not-found` and `record.changed-meanwhile`. */
export async function saveText(change: Change, id: string, input: z.output<typeof textInput>): Promise<void> {
  const before = await getText(id, change.tx)
  const saved = await change.tx
    .updateTable('recruitment_texts')
    .set({ ...columns(input), version: input.version + 1 })
    .where('id', '=', before.id)
    .where('version', '=', input.version)
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new Refusal('record.changed-meanwhile')
  change.note({ subject: `letter-text:${id}`, before: { name: before.name }, after: { name: input.name } })
}

/** Removes a text; letters written with it stay. Refuses `record.not-found`. */
export async function removeText(change: Change, id: string): Promise<void> {
  const { name } = await getText(id, change.tx)
  await change.tx.deleteFrom('recruitment_texts').where('id', '=', id).execute()
  change.note({ subject: `letter-text:${id}`, before: { name } })
}

function columns({ name, subjectPt, subjectEn, bodyPt, bodyEn }: z.output<typeof newTextInput>) {
  return { name, subject_pt: subjectPt, subject_en: subjectEn, body_pt: bodyPt, body_en: bodyEn }
}
