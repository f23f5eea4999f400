import type { ParseArgsOptionsConfig } from 'node:util'
import type { z } from 'zod'
import { formatNumber } from '#messages/numbers.ts'
import type { Translator } from '#messages/catalogue.ts'

/** Answer of a command: `json` for machines, `text` for people, and whether anything was refused. */
export type Answer = { json: unknown; text: string; failed?: boolean }

export type Call = {
  args: readonly string[]
  options: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
  t: Translator
  /** Makes a path typed by the caller absolute. */
  fromCaller: (path: string) => string
}

export type Command = {
  name: string
  usage: string
  /** Message key of its one-line description. */
  summary: Parameters<Translator>[0]
  options: ParseArgsOptionsConfig
  /** Set if the command uses only files named by the caller, so that on a host it needs no operator. */
  needsNoInstallation?: true
  run: (call: Call) => Promise<Answer>
}

/** Answers a required argument; throws `UsageError` without it. */
export function needed(value: unknown, t: Translator): string {
  if (typeof value === 'string' && value) return value
  throw new UsageError(t('cli.argumentMissing'))
}

/**
 * Reads what somebody writes after an option, by the rule of the field that the office's form has for it. Throws `UsageError`
 * with that field's words.
 */
export function writtenAs<Read>(field: z.ZodType<Read>, written: unknown, t: Translator): Read {
  const read = field.safeParse(written)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  throw new UsageError(
    issue?.code === 'too_big'
      ? t('errors.field.longer-than', { most: formatNumber(Number(issue.maximum), t.language) })
      : (t.find(`errors.${issue?.message}`) ?? t('errors.field.invalid')),
  )
}

/** Thrown when a command is called wrongly: the caller must correct it, and nothing was changed. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
