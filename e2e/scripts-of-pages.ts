import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const FOLDER = join('build', 'client', 'assets')

type Route = { id: string; parentId?: string; module: string; imports?: string[] }
type Manifest = { entry: { module: string; imports: string[] }; routes: Record<string, Route> }

/** The scripts each page needs, by its route: its own, its layouts', what they import, and their words in one language. */
export function scriptsOfPages(): Map<string, Set<string>> {
  const name = readdirSync(FOLDER).find((file) => file.startsWith('manifest-'))!
  const [json] = /\{.*\}/s.exec(read(name)) ?? []
  const { entry, routes } = JSON.parse(json!) as Manifest
  const chain = (route: Route | undefined): Route[] => (route ? [...chain(routes[route.parentId ?? '']), route] : [])
  return new Map(
    Object.values(routes).map((route) => {
      const scripts = [entry, ...chain(route)].flatMap(({ module, imports = [] }) => [module, ...imports])
      return [route.id, withImports(scripts.map((path) => path.split('/').at(-1)!))]
    }),
  )
}

function withImports(scripts: readonly string[]): Set<string> {
  const found = new Set<string>()
  const follow = (script: string): void => {
    if (found.has(script)) return
    found.add(script)
    const code = read(script)
    for (const [, imported] of code.matchAll(/(?:from|import)["'`]\.\/([\w.-]+\.js)["'`]/g)) follow(imported!)
    // Words come in two languages, of which a page brings one: the larger is counted.
    if (/^(_page-words|entry\.client)/.test(script)) {
      const languages = [...code.matchAll(/import\(["'`]\.\/([\w.-]+\.js)["'`]\)/g)].map(([, words]) => words!)
      follow(languages.toSorted((a, b) => packedSize(b) - packedSize(a))[0]!)
    }
  }
  scripts.forEach(follow)
  return found
}

const read = (script: string) => readFileSync(join(FOLDER, script), 'utf8')
const sizes = new Map<string, number>()

/** Bytes on the wire, compressed as well as it goes. */
export function packedSize(script: string): number {
  const known = sizes.get(script) ?? brotliCompressSync(read(script)).length
  sizes.set(script, known)
  return known
}
