import type { z } from 'zod'
import type { CodeMessage, Language } from './code-message.ts'
import { readFields } from './fields.ts'
import type { KeyRing } from './keys.ts'
import type { Project } from './project.ts'

/** What every operation works with. */
export type Service = {
  project: () => Project
  now: () => Temporal.Instant
  keys: KeyRing
  /** Hands a message with a code over to whoever mails. */
  deliver: (message: CodeMessage) => Promise<void>
  /** Work whose end the answer must not wait for: its length would tell something. */
  later: (work: () => Promise<void>) => void
}

/** One request: who asks, from where. */
export type Call = Service & {
  /** The office's own server asks, not a person. */
  isPrivileged: boolean
  address: string
  /** What an earlier sign-in gave the device to remember, if it said so. */
  device: string | null
  language: Language
  /** Headers of the answer. */
  headers: Headers
}

export type Answer = Readonly<Record<string, unknown>>
export type Operation = (sent: unknown, call: Call) => Promise<Answer>

/** An operation of the protocol: the fields it knows, and what it does with them. */
export function operation<Fields extends z.ZodType>(
  fields: Fields,
  run: (input: z.output<Fields>, call: Call) => Promise<Answer> | Answer,
): Operation {
  return async (sent, call) => run(readFields(fields, sent), call)
}
