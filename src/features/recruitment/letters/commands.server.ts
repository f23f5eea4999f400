import type { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { orderMail } from '#features/mail/commands.server.ts'
import { inLanguage } from '#messages/language.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'
import { getText } from './queries.server.ts'
import type { letterInput, newTextInput, textInput } from './schema.ts'

/** Days that a later link to the page of an application is good for. */
const LINK_DAYS = 30

type To = { id: string; name: string; email: string; language: 'pt' | 'en' }

/**
 * Writes to an applicant by mail, with a link to the own page that is good for thirty days. Refuses `mail.nobody` for an
 * address that is none.
 */
export async function mailLetter(deed: Deed, to: To, { subject, body }: z.output<typeof letterInput>): Promise<void> {
  const code = newSecret()
  await deed.tx
    .insertInto('application_links')
    .values({
      ...{ code_hash: hashOfSecret(code), application_id: to.id, made_at: deed.now.toString() },
      expires_at: deed.now.add({ hours: 24 * LINK_DAYS }).toString(),
    })
    .execute()
  const link = inLanguage(`/signup/state?code=${code}`, to.language)
  const mail = await orderMail(deed, {
    template: 'application-letter',
    params: { name: to.name, subject, text: body, link },
    recipient: to.email,
    language: to.language,
  })
  if (mail === null) throw new Refusal('mail.nobody')
  await keep(deed, to.id, { channel: 'mail', subject, body, mail_id: mail })
}

/** Somebody took words to WhatsApp: that they were sent, only they know. */
export async function noteWhatsApp(deed: Deed, application: string, body: string): Promise<void> {
  await keep(deed, application, { channel: 'whatsapp', subject: '', body, mail_id: null })
}

async function keep(
  deed: Deed,
  application: string,
  letter: { channel: 'mail' | 'whatsapp'; subject: string; body: string; mail_id: number | null },
): Promise<void> {
  await deed.tx
    .insertInto('application_letters')
    .values({ ...letter, application_id: application, at: deed.now.toString(), by_uid: deed.actor.uid })
    .execute()
  deed.note({ subject: `application:${application}`, after: { channel: letter.channel } })
}

/** A text the office does not have yet. */
export async function createText(deed: Deed, input: z.output<typeof newTextInput>): Promise<string> {
  const { id } = await deed.tx
    .insertInto('recruitment_texts')
    .values(columns(input))
    .returning('id')
    .executeTakeFirstOrThrow()
  deed.note({ subject: `letter-text:${id}`, after: { name: input.name } })
  return id
}

/** Refuses `record.not-found` and `record.changed-meanwhile`. */
export async function saveText(deed: Deed, id: string, input: z.output<typeof textInput>): Promise<void> {
  const before = await getText(id, deed.tx)
  const saved = await deed.tx
    .updateTable('recruitment_texts')
    .set({ ...columns(input), version: input.version + 1 })
    .where('id', '=', before.id)
    .where('version', '=', input.version)
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new Refusal('record.changed-meanwhile')
  deed.note({ subject: `letter-text:${id}`, before: { name: before.name }, after: { name: input.name } })
}

/** What was written with it stays. Refuses `record.not-found`. */
export async function removeText(deed: Deed, id: string): Promise<void> {
  const { name } = await getText(id, deed.tx)
  await deed.tx.deleteFrom('recruitment_texts').where('id', '=', id).execute()
  deed.note({ subject: `letter-text:${id}`, before: { name } })
}

function columns({ name, subjectPt, subjectEn, bodyPt, bodyEn }: z.output<typeof newTextInput>) {
  return { name, subject_pt: subjectPt, subject_en: subjectEn, body_pt: bodyPt, body_en: bodyEn }
}
