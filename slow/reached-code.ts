import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { parseSync } from 'vite'

/** What npm and the build write: the lock file and the sources stand for both. */
const WRITTEN_BY_TOOLS = /^(node_modules|build)(\/|$)/
const CODE = /\.(ts|tsx|js|cjs|mjs)$/
/** Read none of the files that they name: one asks whether they are there, to find the root, one lists the screens of the site. */
const ONLY_NAME = new Set(['src/platform/root.ts', 'src/web/routes.ts'])

/**
 * Every file of the project that the given ones load or read: what they import, also while they run, and every file and
 * folder that their text names in quotes (a thread, a fixture), seen from the root or from the file. The imports of
 * these count again. Types are left out, because they are gone when code runs. Fails for an import that is not there,
 * and for one whose name the text doesn't say, because a change of that file would go unnoticed.
 */
export function reachedCode(starts: readonly string[], root = '.'): string[] {
  const reached = new Set<string>()
  const open = [...starts]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    if (!CODE.test(file)) continue
    const text = readFileSync(join(root, file), 'utf8')
    const { module, comments, errors } = parseSync(file, text)
    if (errors.length > 0) throw new Error(`${file} can't be read: ${errors[0]!.message}`)
    open.push(...importedBy(file, text, module, root))
    const imports = [...module.staticImports, ...module.staticExports.filter(isPassedOn)]
    if (!ONLY_NAME.has(file)) open.push(...namedIn(file, without(text, [...comments, ...imports]), root))
  }
  return [...reached].toSorted()
}

type Modules = ReturnType<typeof parseSync>['module']

function importedBy(file: string, text: string, module: Modules, root: string): string[] {
  if (text.includes('import.meta.glob')) throw new Error(`${file} imports what a pattern finds.`)
  const found: string[] = []
  for (const { start, end, entries, moduleRequest } of module.staticImports)
    if (!isType(text.slice(start, end), entries)) found.push(moduleRequest.value)
  for (const { start, end, entries } of module.staticExports)
    if (!isType(text.slice(start, end), entries))
      found.push(...entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []))
  for (const { moduleRequest } of module.dynamicImports) {
    const name = text.slice(moduleRequest.start, moduleRequest.end)
    if (!/^(['"`])[^'"`$]+\1$/.test(name)) throw new Error(`${file} imports ${name}, whose name only the run knows.`)
    found.push(name.slice(1, -1))
  }
  return found.flatMap((name) => placeOf(name.split('?')[0]!, file, root) ?? [])
}

const isPassedOn = ({ entries }: Modules['staticExports'][number]) =>
  entries.some(({ moduleRequest }) => moduleRequest !== null)

const without = (text: string, parts: readonly { start: number; end: number }[]) =>
  parts.reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text)

/** Whether an import is gone when the code runs. */
const isType = (text: string, entries: readonly { isType: boolean }[]) =>
  /^(import|export)\s+type\b/.test(text) && entries.every((entry) => entry.isType)

/** The file that an import names; `null` for a package. */
function placeOf(name: string, file: string, root: string): string | null {
  const place = name.startsWith('#test/')
    ? join('test', name.slice('#test/'.length))
    : name.startsWith('#')
      ? join('src', name.slice(1))
      : name.startsWith('.')
        ? join(dirname(file), name)
        : null
  if (place !== null && !existsSync(join(root, place))) throw new Error(`${file} imports ${name}, which is not there.`)
  return place
}

/** Files named in quotes, whole or in parts (`join('test', 'people.ts')`); of a text with a gap, the folder before the gap. */
function namedIn(file: string, text: string, root: string): string[] {
  const quoted = [...text.matchAll(/'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`/g)].map(
    (found) => found[1] ?? found[2] ?? found[3]!,
  )
  const inParts = [...text.matchAll(/'[\w.-]+'(?:, '[\w.-]+')+/g)].map(([parts]) => parts.replaceAll(/'(, ')?/g, '/'))
  return [...quoted, ...inParts.map((parts) => parts.slice(1, -1))]
    .map((name) => name.replace(/\/[^/]*\$\{.*$/, '/'))
    .flatMap((name) =>
      /^[^/\s].*[./]/.test(name) && !name.includes('\0') ? [normalize(name), join(dirname(file), name)] : [],
    )
    .filter((place) => isOfProject(place, file) && existsSync(join(root, place)))
    .flatMap((place) => filesIn(place, root))
}

/** Whether a path can be somebody's own: not outside, not what tools write, and no folder in which the file itself lies. */
function isOfProject(place: string, file: string): boolean {
  const isAbove = !relative(place, file).startsWith('..')
  return !place.startsWith('..') && !WRITTEN_BY_TOOLS.test(place) && !isAbove
}

function filesIn(place: string, root: string): string[] {
  if (statSync(join(root, place)).isFile()) return [normalize(place)]
  return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}
