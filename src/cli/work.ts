import type { OnProgress, Progress } from '#domain/progress.ts'
import { COMMAND_LINE, type Change, carryOut } from '#features/audit/commands.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import type { Call } from './command.ts'
import { interruptible, lineOnTerminal } from './terminal.ts'

/** Makes a change from the command line in the same way as forms do. */
export async function makeChange<Result>(action: string, work: (change: Change) => Promise<Result>): Promise<Result> {
  let result: Result
  await carryOut({ actor: COMMAND_LINE, action, now: Temporal.Now.instant() }, async (change) => {
    result = await work(change)
    return null
  })
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the work has been done by then, or has thrown
  return result!
}

/** Runs work that shows its progress on the terminal and that Ctrl-C stops. */
export async function watched<Result>(
  name: string,
  options: Call['options'],
  t: Translator,
  work: (onProgress: OnProgress) => Promise<Result>,
): Promise<Result> {
  const show = options['json'] ? null : lineOnTerminal()
  try {
    return await interruptible((checkInterrupted) =>
      work((progress) => {
        checkInterrupted()
        show?.(progressWords(name, progress, t))
      }),
    )
  } finally {
    show?.('')
  }
}

export function progressWords(name: string, { stage, done, of }: Progress, t: Translator): string {
  const percent = of === 0 ? 100 : Math.floor((100 * done) / of)
  return t(`cli.progress.${stage}`, { name, percent, done, of })
}
