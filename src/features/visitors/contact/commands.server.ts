import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { tellOffice } from '#features/mail/commands.server.ts'
import type { Language } from '#messages/language.ts'
import type { MessageInput } from './schema.ts'

/** Stores a visitor's message and tells the office that it is there. */
export async function writeToOffice(change: Change, input: MessageInput, language: Language): Promise<void> {
  const { id } = await change.tx
    .insertInto('contact_messages')
    .values({ ...input, language, created_at: change.now.toString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const params = { from: input.name, topic: input.topic, link: `/admin/recruitment/messages#message-${id}` }
  await tellOffice(change, { template: 'contact-arrived', params })
  change.note({ subject: `message:${id}` })
}

/** Marks a message as answered, or as to be answered again. Refuses `record.not-found`. */
export async function markMessage(change: Change, id: number, state: 'new' | 'answered'): Promise<void> {
  const isAnswered = state === 'answered'
  const marked = await change.tx
    .updateTable('contact_messages')
    .set({
      state,
      answered_at: isAnswered ? change.now.toString() : null,
      answered_by: isAnswered ? change.actor.uid : null,
    })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!marked) throw new Refusal('record.not-found')
  change.note({ subject: `message:${id}`, after: { state } })
}
