import { z } from 'zod'
import { DIGEST_HOURS } from '#domain/digest.ts'
import { MAX_NOTICE_DAYS, type NoticeChannel, type NoticeEvent, OPEN_NOTICES } from '#domain/notice.ts'
import { oneOfList, severalOfListOrNone } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The notices that are sent, among those that can be turned off. */
export const noticeRules = record(
  { sent: severalOfListOrNone(z.enum(OPEN_NOTICES, 'field.choice')) },
  () => 'page.notices.rules',
)
export const noticeRulesInput = noticeRules.input

/** Days as a person types them, `60, 30, 15`. */
const days = z
  .string('field.required')
  .trim()
  .regex(/^\d{1,3}(\s*[,;]?\s+\d{1,3}|\s*[,;]\s*\d{1,3})*$/, 'field.notice-days')
  .transform((typed) => typed.split(/\D+/).map(Number))
  .refine(
    (all) =>
      all.length <= MAX_NOTICE_DAYS.count &&
      new Set(all).size === all.length &&
      all.every((dayCount) => dayCount >= 1 && dayCount <= MAX_NOTICE_DAYS.away),
    'field.notice-days',
  )
  .meta({
    field: { control: 'text', digits: true, required: true, typed: (kept: readonly number[]) => kept.join(', ') },
  })

const whole = (least: number, most: number) =>
  z.coerce.number('field.choice').int('field.choice').min(least, 'field.choice').max(most, 'field.choice')

/** The times of notices that the office may set. */
export const noticeTimes = record(
  {
    weekday: oneOfList(whole(1, 7)),
    hour: oneOfList(whole(DIGEST_HOURS.first, DIGEST_HOURS.last)),
    paper: days,
    receiptMissing: days,
  },
  (name) => `page.notices.times.${name}`,
  [['weekday', 'hour'], 'paper', 'receiptMissing'],
)
export const noticeTimesInput = noticeTimes.input
export type NoticeTimes = z.output<typeof noticeTimesInput>

/** The states of an event's messages by one channel, counted over the last weeks. */
export type NoticeStates = Readonly<
  Partial<Record<'read' | 'unread' | 'sent' | 'kept' | 'spared' | 'waiting' | 'failed' | 'dropped', number>>
>

export type NoticeRow = {
  event: NoticeEvent
  ways: readonly { channel: NoticeChannel; isEnabled: boolean; states: NoticeStates }[]
}
