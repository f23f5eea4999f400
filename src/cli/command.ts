import type { ParseArgsOptionsConfig } from 'node:util'
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

/** Thrown when a command is called wrongly: the caller must correct it, and nothing was changed. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
