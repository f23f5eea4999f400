import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What `npm ci --omit=dev` brings for one platform; `quality.md` allows 150. */
const MOST = 150

type Entry = {
  dev?: true
  devOptional?: true
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
type Platform = { os: string; cpu: string; libc: string }
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }

const takes = (wanted: string[] | undefined, here: string) =>
  wanted === undefined || (wanted.includes(here) && !wanted.includes(`!${here}`))

/** Where `name` is found by the package that lies at `path`: in its own folder, else in the one above. */
function foundFrom(path: string, name: string): string | undefined {
  const parts = path === '' ? [] : path.split('/node_modules/')
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const at = [...parts.slice(0, depth), ''].join('/node_modules/').replace(/^\//, '') + name
    const place = depth === 0 ? `node_modules/${name}` : at
    if (packages[place]) return place
  }
  return undefined
}

/** All that the packages of production lead to; a part for another platform leads nowhere. */
function productionOn({ os, cpu, libc }: Platform): string[] {
  const found = new Set<string>()
  const open = ['']
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const one = packages[path] ?? {}
    const names = { ...one.dependencies, ...one.optionalDependencies, ...(path === '' ? {} : one.peerDependencies) }
    for (const name of Object.keys(names)) {
      const at = foundFrom(path, name)
      if (!at || found.has(at)) continue
      const { dev, devOptional, ...part } = packages[at] ?? {}
      if (dev || devOptional || !takes(part.os, os) || !takes(part.cpu, cpu) || !takes(part.libc, libc)) continue
      found.add(at)
      open.push(at)
    }
  }
  return [...found].toSorted()
}

test.each([
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'darwin', cpu: 'arm64', libc: '' },
  { os: 'win32', cpu: 'x64', libc: '' },
])('what production needs on $os $cpu is at most 150 packages', (platform) => {
  const found = productionOn(platform)
  expect(found.length).toBeGreaterThan(20)
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(MOST)
})

test('for each package that has a part per platform, every platform we name has its own: else nobody could install', () => {
  const missing = Object.entries(packages).flatMap(([path, one]) =>
    Object.keys((one as { optionalDependencies?: Record<string, string> }).optionalDependencies ?? {})
      .filter((name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages))
      .map((name) => `${path} needs ${name}`),
  )
  expect(missing).toEqual([])
})
