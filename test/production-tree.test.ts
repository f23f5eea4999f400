import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What `npm ci --omit=dev` brings for one platform; `quality.md` allows 150. */
const MOST = 150

type Entry = { dev?: true; devOptional?: true; link?: true; os?: string[]; cpu?: string[]; libc?: string[] }
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }

const takes = (wanted: string[] | undefined, here: string) =>
  wanted === undefined || (wanted.includes(here) && !wanted.includes(`!${here}`))

function productionOn({ os, cpu, libc }: { os: string; cpu: string; libc: string }): string[] {
  return Object.entries(packages)
    .filter(([path, one]) => path !== '' && !one.dev && !one.devOptional && !one.link)
    .filter(([, one]) => takes(one.os, os) && takes(one.cpu, cpu) && takes(one.libc, libc))
    .map(([path]) => path)
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
