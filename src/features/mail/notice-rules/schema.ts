import { z } from 'zod'
import { DIGEST_HOURS } from '#domain/digest.ts'
import { MOST_NOTICE_DAYS, type NoticeChannel, type NoticeEvent, OPEN_NOTICES } from '#domain/notice.ts'
import { record } from '#forms/record.ts'

/** The notices that are sent, of those that may be left out. */
export const noticeRulesInput = z.object({
  sent: z
    .array(z.string())
    .default([])
    .refine((chosen) => chosen.every((one) => OPEN_NOTICES.includes(one)), 'field.choice'),
})

/** Days as somebody types them, `60, 30, 15`. */
const days = z
  .string('field.required')
  .trim()
  .regex(/^\d{1,3}(\s*[,;]?\s+\d{1,3}|\s*[,;]\s*\d{1,3})*$/, 'field.notice-days')
  .transform((typed) => typed.split(/\D+/).map(Number))
  .refine(
    (all) =>
      all.length <= MOST_NOTICE_DAYS.count &&
      new Set(all).size === all.length &&
      all.every((one) => one >= 1 && one <= MOST_NOTICE_DAYS.away),
    'field.notice-days',
  )
  .meta({
    field: { control: 'text', digits: true, required: true, typed: (kept: readonly number[]) => kept.join(', ') },
  })

/** When the office wants what it may set to be told. Days of the week and hours are drawn by the form, in words of its language. */
export const noticeTimes = record({ paper: days, receiptMissing: days }, (name) => `page.notices.times.${name}`, [
  ['weekday', 'hour'],
  'paper',
  'receiptMissing',
])
export const noticeTimesInput = noticeTimes.input.extend({
  weekday: z.coerce.number('field.choice').int('field.choice').min(1, 'field.choice').max(7, 'field.choice'),
  hour: z.coerce
    .number('field.choice')
    .int('field.choice')
    .min(DIGEST_HOURS.first, 'field.choice')
    .max(DIGEST_HOURS.last, 'field.choice'),
})
export type NoticeTimes = z.output<typeof noticeTimesInput>

/** What became of the messages of an event by one way, of the last weeks. */
export type NoticeStates = Readonly<
  Partial<Record<'read' | 'unread' | 'sent' | 'waiting' | 'failed' | 'dropped', number>>
>

export type NoticeRow = {
  event: NoticeEvent
  ways: readonly { channel: NoticeChannel; isEnabled: boolean; states: NoticeStates }[]
}
