import { execSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * One process may serve many operators, and what a module remembers of one must not reach another (`ofOperator` of
 * `src/platform/operator.ts`). This lists everything that changes at the top of a module and is shared all the same;
 * each entry says why.
 */
const SHARED: Record<string, Record<string, string>> = {
  'src/db/client.server.ts': {
    db: 'asks for a connection of the operator at work, each time anew',
    upToDate: 'addresses of databases, each with its name',
  },
  'src/db/connection.server.ts': {
    names: 'texts of statements, without a value',
    askedOnce: 'texts of statements, without a value',
  },
  'src/db/up-to-date.server.ts': { requirements: 'files of the program' },
  'src/demo/services/bolt-demo.ts': { known: 'weeks of the demonstration, worked out of its own program alone' },
  'src/features/connections/runs/commands.server.ts': { ALWAYS_NEEDED: 'an empty one' },
  'src/features/search/answers/queries.server.ts': { known: 'files of the program' },
  'src/features/search/guide/queries.server.ts': { known: 'files of the program', sizes: 'a file of the program' },
  'src/features/search/others.server.ts': { CALLED: 'words of the catalogues' },
  'src/features/search/texts/schema.ts': { groups: 'words of the program', saidBy: 'by an object of the program' },
  'src/features/settlements/queries.server.ts': {
    heldDays: 'by an object that is of one operator',
    drivenWeeks: 'by an object that is of one operator',
  },
  'src/features/settlements/driver-week.ts': { differencesKept: 'by an object that is of one operator' },
  'src/features/weeks/forecasts/queries.server.ts': {
    kept: 'by an object that is of one operator',
    textOfWeek: 'by an object that is of one operator',
  },
  'src/features/weeks/radar/queries.server.ts': {
    anomaliesKept: 'by an object that is of one operator',
    pastKept: 'by an object that is of one operator',
  },
  'src/features/weeks/unmatched/queries.server.ts': { platformsKept: 'by an object that is of one operator' },
  'src/features/weeks/working-times/queries.server.ts': { foundIn: 'by an object that is of one operator' },
  'src/features/adjustments/goals/queries.server.ts': { keptPrizes: 'by an object that is of one operator' },
  'src/features/adjustments/goals/progress.server.ts': { cachedByPeople: 'by an object that is of one operator' },
  'src/features/adjustments/company-goals/queries.server.ts': { sumsKept: 'by an object that is of one operator' },
  'src/integrations/identity/embedded/password-hash.ts': {
    running: 'how much of the machine is in use',
    waiting: 'who waits for the machine',
    waitingFirst: 'who waits for the machine',
  },
  'src/integrations/identity/here.ts': { mailCode: 'what the program does, said once at its start' },
  'src/integrations/movements.ts': {
    compared: 'by an object that is of one reading',
    spelt: 'by an object of the program',
  },
  'src/integrations/pdf/fonts.ts': { files: 'files of the program', opened: 'files of the program' },
  'src/integrations/worker/read-in-worker.ts': {
    readings: 'a number that is never given twice',
    readers: 'threads of the machine: each is told of one file at a time, and remembers it by that number',
  },
  'src/integrations/worker/thread.ts': {
    held: 'of a thread, by a number that is never given twice',
    talks: 'of a thread, by a number that is never given twice',
  },
  'src/messages/dates.ts': { clock: 'the clock of Lisbon, the same for all' },
  'src/platform/kept.ts': { compressions: 'whose turn it is to be packed' },
  'src/platform/metrics.ts': { meter: 'counts of the process, by area and job' },
  'src/platform/operator.ts': {
    isHost: 'what the process is',
  },
  'src/platform/table.ts': { headings: 'by an object that is of one reading' },
  'src/platform/tracing.ts': { traces: 'where the process tells what it does' },
  'src/web/i18n.tsx': { spoken: 'words of the catalogues' },
  'src/web/shell/menu-counts.tsx': { NOTHING_COUNTED: 'an empty one' },
  'src/web/ui/field-frame.tsx': { NOTHING: 'an empty one' },
  'src/web/ui/charts/picture.tsx': { NO_WORDS: 'an empty one' },
  'src/web/page-styles.server.ts': { read: 'files of the program' },
  'src/web/page-work.server.ts': { turns: 'how much of the machine is in use; each person by operator and number' },
  'src/web/routes/api/auth-events.ts': { open: 'by the number of a session, which is drawn by chance' },
  'src/web/seo.tsx': { titleName: 'said by each page before it reads it, in one go' },
}

/** Scripts and islands run in the browser of one person. */
const IN_BROWSER = /^src\/web\/(enhancing|islands)\/|-script\.ts$/

/** Constructors of values that never change, where the whole value is written in place. */
const FIXED = /^(RegExp|Intl\.\w+|URL|URLPattern|BlockList|TextEncoder|TextDecoder|Error|AsyncLocalStorage|Uint8Array)$/

function stateIn(text: string): string[] {
  return [
    ...[...text.matchAll(/^(?:export )?let (\w+)/gm)].map(([, name]) => name!),
    ...[
      ...text.matchAll(/^(?:export )?const (\w+)(?:: (?!Readonly)[^\n]*?)? = new ([\w.]+)(?:<[^()]*>)?\(([^\n]?)/gm),
    ].flatMap(([, name, made, given]) => {
      const isTable = (made === 'Set' || made === 'Map') && given !== ')'
      return FIXED.test(made!) || isTable ? [] : [name!]
    }),
    ...[...text.matchAll(/^(?:export )?const (\w+)(?:: (?!readonly|Readonly)[^\n]*?)? = (?:\[\]|\{\})$/gm)].map(
      ([, name]) => name!,
    ),
  ]
}

test('what changes at the top of a module is found', () => {
  expect(stateIn('const a = new WeakMap<\n  A,\n  B\n>()')).toEqual(['a'])
  const text = `let a = 1
const b = new Map<string, Map<string, number>>()
export const c: Weak = new WeakMap<A, B>()
const d = new Allowance(60, { minutes: 1 })
const e: string[] = []
const f = new Set(['x'])
const g = /x/
const h = new Map<string, number>([
const i: readonly string[] = []
const j: ReadonlySet<string> = new Set()
  const inner = new Map()`
  expect(stateIn(text)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('nothing that one operator is remembered by is shared with another', () => {
  const files = execSync('git ls-files --cached --others --exclude-standard src')
    .toString()
    .trim()
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !IN_BROWSER.test(file) && existsSync(file))
  const found = files.flatMap((file) => stateIn(readFileSync(file, 'utf8')).map((name) => `${file} ${name}`))
  const allowed = Object.entries(SHARED).flatMap(([file, names]) => Object.keys(names).map((name) => `${file} ${name}`))
  expect(found.toSorted()).toEqual(allowed.toSorted())
})
