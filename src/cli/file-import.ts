import { readdir, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import type { Progress } from '#domain/progress.ts'
import { readWeek } from '#domain/week.ts'
import { listDriverRefs } from '#features/fleet/drivers/queries.server.ts'
import { type FileOutcome, importFile } from '#features/imports/commands.server.ts'
import { onDisk } from '#platform/bytes.ts'
import { type Answer, type Call, needed } from './command.ts'
import { fileJson, refusalText } from './json.ts'
import { interruptible, lineOnTerminal } from './terminal.ts'
import { makeChange, progressWords } from './work.ts'

// `test/crash.test.ts` kills this command while it works, like `fleet-load.ts`.

export async function importFiles({ args, options, t, fromCaller }: Call): Promise<Answer> {
  needed(args[0], t)
  const week = typeof options['week'] === 'string' ? { week: readWeek(options['week']) } : {}
  const choices = {
    ...week,
    acceptOtherCompany: options['accept-other-company'] === true,
    // The caller who names the week also says which week a file without one is for.
    acceptWeekOfPage: true,
    acceptLongAgo: options['accept-long-ago'] === true,
    acceptNotBegun: options['accept-not-begun'] === true,
    acceptSameFigures: options['accept-same-figures'] === true,
    countAgain: options['count-again'] === true,
  }
  const files = (await Promise.all(args.map((arg) => listFiles(fromCaller(arg))))).flat()

  const outcomes: FileOutcome[] = []
  const show = options['json'] ? null : lineOnTerminal()
  await interruptible(async (checkInterrupted) => {
    for (const { path, name } of files) {
      const bytes = await onDisk(path)
      const onProgress = (progress: Progress) => {
        checkInterrupted()
        show?.(progressWords(name, progress, t))
      }
      // Each file is imported by itself: a refused one does not affect the others.
      outcomes.push(
        ...(await makeChange('import.take-in', (change) =>
          importFile(change, { name, bytes }, { ...choices, onProgress }),
        )),
      )
    }
  }).finally(() => show?.(''))

  const refs = await listDriverRefs()
  const json = { files: outcomes.map((outcome) => fileJson(outcome, refs, t)) }
  const text = outcomes
    .map((outcome) =>
      outcome.refusal
        ? refusalText(outcome, t)
        : t(outcome.isReplaced ? 'cli.imported.replaced' : `cli.imported.${outcome.status}`, {
            name: outcome.name,
            rows: outcome.file?.dataRows ?? 0,
            weeks: outcome.weeks.length,
          }),
    )
    .join('\n')
  return { json, text, failed: outcomes.some(({ status }) => status === 'refused') }
}

/** Lists a file itself, or all files in a folder; names are relative to the given folder. */
async function listFiles(path: string): Promise<{ path: string; name: string }[]> {
  const found = await stat(path)
  if (!found.isDirectory()) return [{ path, name: basename(path) }]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((file) => ({ path: file, name: relative(path, file).split(sep).join('/') }))
}
