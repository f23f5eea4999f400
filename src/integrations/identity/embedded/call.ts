import type { z } from 'zod'
import type { CodeMessage, Language } from './code-message.ts'
import { readFields } from './fields.ts'
import type { KeyRing } from './keys.ts'
import type { Project } from './project.ts'

/** The service as every operation uses it. */
export type Service = {
  project: () => Project
  now: () => Temporal.Instant
  keys: KeyRing
  /** Passes a message with a code to the caller that mails. */
  deliver: (message: CodeMessage) => Promise<void>
  /** Runs work without holding up the answer, whose duration would reveal something. */
  later: (work: () => Promise<void>) => void
}

/** One request, and who sent it from where. */
export type Call = Service & {
  /** Whether the office's own server asks, not a person. */
  isPrivileged: boolean
  address: string
  /** Token that an earlier sign-in gave the device, if it sent it. */
  device: string | null
  language: Language
  /** Headers for the answer. */
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
