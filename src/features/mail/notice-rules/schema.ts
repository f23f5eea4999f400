import { z } from 'zod'
import { type NoticeChannel, type NoticeEvent, OPEN_NOTICES } from '#domain/notice.ts'

/** All that are told, of those that may be left out. */
export const noticeRulesInput = z.object({
  told: z
    .array(z.string())
    .default([])
    .refine((told) => told.every((one) => OPEN_NOTICES.includes(one)), 'field.choice'),
})

/** What became of the messages of an event by one way, of the last weeks. */
export type NoticeStates = Readonly<Partial<Record<'read' | 'unread' | 'sent' | 'waiting' | 'failed', number>>>

export type NoticeRow = {
  event: NoticeEvent
  ways: readonly { channel: NoticeChannel; isTold: boolean; states: NoticeStates }[]
}
