import type { ParseArgsOptionsConfig } from 'node:util'
import type { Translator } from '#messages/catalogue.ts'

/** What a command answers: `json` for machines, `text` for people, and whether anything was refused. */
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
  /** Key of its one-line description. */
  summary: Parameters<Translator>[0]
  options: ParseArgsOptionsConfig
  /** Reads and writes only what it is given by name, so that a host is not asked for which of its operators. */
  needsNoInstallation?: true
  run: (call: Call) => Promise<Answer>
}

/** What must be given. */
export function needed(value: unknown, t: Translator): string {
  if (typeof value === 'string' && value) return value
  throw new UsageError(t('cli.argumentMissing'))
}

/** Called wrongly: the caller mends the command, nothing was touched. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
