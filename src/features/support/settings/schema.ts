import { MAX_ANSWER_DAYS } from '#domain/ticket.ts'
import { count } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The office's promise for its answers. */
export const supportSettingsRecord = record(
  { answerDays: count(1, MAX_ANSWER_DAYS) },
  () => 'page.support.settings.answerDays',
)
