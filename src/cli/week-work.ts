import { readFile, readdir, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import type { Progress } from '#domain/progress.ts'
import { readWeek, weekName } from '#domain/week.ts'
import { listDriverRefs } from '#features/fleet/drivers/queries.server.ts'
import { type FileOutcome, importFile } from '#features/imports/commands.server.ts'
import { loadFleet } from '#features/roster/commands.server.ts'
import { approveFinished } from '#features/weeks/approvals/commands.server.ts'
import { onDisk } from '#platform/bytes.ts'
import { type Answer, type Call, needed } from './command.ts'
import { fileJson, refusalText } from './json.ts'
import { interruptible, lineOnTerminal } from './terminal.ts'
import { change, progressWords, watched } from './work.ts'

// What `test/crash.test.ts` kills in its midst: these files and those they stand on are floors of `slow/floors.ts`.

export async function loadFleetFile({ args, options, t, fromCaller }: Call): Promise<Answer> {
  const path = needed(args[0], t)
  const roster: unknown = JSON.parse(await readFile(fromCaller(path), 'utf8'))
  const terms = options['terms'] === 'plain' ? 'plain' : 'keep'
  const loaded = await change('fleet.load', (deed) =>
    loadFleet(deed, roster, { terms, merge: options['merge'] === true }),
  )
  return {
    json: loaded,
    text: [
      t('cli.fleetLoaded', {
        drivers: loaded.drivers.added,
        vehicles: loaded.vehicles.added,
        assignments: loaded.assignments.added,
      }),
      ...loaded.warnings.map(({ code, ...params }) => t(`page.fleet.load.warnings.${code}`, params)),
    ].join('\n'),
  }
}

export async function importFiles({ args, options, t, fromCaller }: Call): Promise<Answer> {
  needed(args[0], t)
  const week = typeof options['week'] === 'string' ? { week: readWeek(options['week']) } : {}
  const choices = {
    ...week,
    acceptOtherCompany: options['accept-other-company'] === true,
    // Whoever names the week says what a file without one is of.
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
      // Each file stands alone: one that is refused takes nothing of the others with it.
      outcomes.push(
        ...(await change('import.take-in', (deed) => importFile(deed, { name, bytes }, { ...choices, onProgress }))),
      )
    }
  }).finally(() => show?.(''))

  const refs = await listDriverRefs()
  const json = { files: outcomes.map((outcome) => fileJson(outcome, refs, t)) }
  const text = outcomes
    .map((one) =>
      one.refusal
        ? refusalText(one, t)
        : t(one.isReplaced ? 'cli.imported.replaced' : `cli.imported.${one.status}`, {
            name: one.name,
            rows: one.file?.dataRows ?? 0,
            weeks: one.weeks.length,
          }),
    )
    .join('\n')
  return { json, text, failed: outcomes.some(({ status }) => status === 'refused') }
}

export async function approve({ args, options, t }: Call): Promise<Answer> {
  const week = readWeek(needed(args[0], t))
  const approval = await watched(weekName(week), options, t, (onProgress) =>
    change('week.approve', (deed) =>
      approveFinished(deed, week, { leaveUnmatched: options['leave-unmatched'] === true, onProgress }),
    ),
  )
  const { approved, already, withoutTerms, checks } = approval
  return {
    json: {
      week: args[0],
      approved: approved.map(({ ref, net, payable }) => ({ ref, net, payable })),
      already,
      without_terms: withoutTerms.map(({ ref }) => ref),
      checks: {
        sources_in: checks.sourcesIn,
        settled: checks.settled,
        unmatched: checks.unmatched,
        company: checks.company,
      },
    },
    text: t('cli.approved', { count: approved.length, already }),
  }
}

/** A file as it is, a folder with all that lies in it; names are relative to the folder given. */
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
