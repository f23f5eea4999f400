import { z } from 'zod'
import { PUSH_TOPICS } from '#domain/push.ts'
import { oneOfList, severalOfListOrNone, tick } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** A browser in which a person subscribed to notices. Moments are text. */
export type SubscriptionInList = { id: string; device: string; at: string; seenAt: string; isHere: boolean }

/** The most browsers of one person: as many as sessions at once. */
export const MAX_SUBSCRIPTIONS = 10

/**
 * A browser that its person has not opened for so many days gets no more messages: the phone may lie in a drawer, or have
 * another owner.
 */
export const UNSEEN_DAYS_UNTIL_DROPPED = 90

/** A browser's subscription as JSON in a hidden field; empty where no script ran. */
export const pushSubscription = z
  .string()
  .max(4_000)
  .min(1, 'push.not-asked')
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      ctx.addIssue({ code: 'custom', message: 'push.not-asked' })
      return z.NEVER
    }
  })
  .pipe(
    z.object(
      {
        endpoint: z.url({ protocol: /^https$/ }).max(1_000),
        keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
      },
      'push.not-asked',
    ),
  )
export type PushSubscription = z.output<typeof pushSubscription>

const hour = z.coerce.number('field.choice').int('field.choice').min(0, 'field.choice').max(23, 'field.choice')
const TOPICS = [...PUSH_TOPICS.driver, ...PUSH_TOPICS.admin] as const

/** A person's choices for a phone: the topics that are on, the hours in which nothing rings, and amounts. */
export const pushChoicesRecord = record(
  {
    topics: severalOfListOrNone(z.enum(TOPICS)),
    quietFrom: oneOfList(hour),
    quietUntil: oneOfList(hour),
    amounts: tick(),
  },
  (name) => (name === 'topics' ? 'page.push.topicsOf' : `page.push.${name}`),
  ['topics', ['quietFrom', 'quietUntil'], 'amounts'],
  { tells: { topics: 'elsewhere', quietFrom: 'state', quietUntil: 'time', amounts: 'elsewhere' } },
)
export const pushChoicesInput = pushChoicesRecord.input
export type PushChoicesInput = z.output<typeof pushChoicesInput>

/** The state of a message to a browser; `dropped`: not sent, for its reason. */
export const PUSH_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const
export type PushState = (typeof PUSH_STATES)[number]

/**
 * Why a message was not sent: the browser accepts none any more, the person turned the topic off, or had already read the
 * notice.
 */
export type PushDropped = 'gone' | 'unwanted' | 'read'

/** One message to one browser, for the office. `at`: the moment of its state, or of its next try; moments are text. */
export type PushInList = { id: number; device: string; state: PushState; at: string; reason: string | null }
