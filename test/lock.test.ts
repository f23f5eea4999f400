import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { satisfies } from 'semver'
import { expect, test } from 'vitest'

type Entry = {
  cpu?: string[]
  dev?: true
  engines?: { node?: string }
  os?: string[]
  optional?: true
  optionalDependencies?: Record<string, string>
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }
const { isEnoughForNpm } = createRequire(import.meta.url)('../scripts/enough-for-npm.cjs') as {
  isEnoughForNpm: (version: string) => boolean
}

test('for each package that has a part per platform, every platform we name has its own: else nobody could install', () => {
  const missing = Object.entries(packages).flatMap(([path, one]) =>
    Object.keys(one.optionalDependencies ?? {})
      .filter((name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages))
      .map((name) => `${path} needs ${name}`),
  )
  expect(missing).toEqual([])
})

test('on each Node that may run npm itself, npm leaves out no optional package', () => {
  // Of the machines there is a Node of the lock file for: no 32-bit one.
  const isOurs = (cpu: string[] = []) => cpu.includes('x64') || cpu.includes('arm64')
  const optional = Object.entries(packages).filter(([, { os, cpu, engines }]) => os && isOurs(cpu) && engines?.node)
  expect(optional.length).toBeGreaterThan(20)
  for (const version of ['20.19.0', '22.12.0', '24.0.0', '25.0.0', '26.0.0']) {
    expect(isEnoughForNpm(version)).toBe(true)
    const left = optional.filter(([, { engines }]) => !satisfies(version, engines?.node ?? '*')).map(([path]) => path)
    expect(left, version).toEqual([])
  }
})

test('on an older Node npm would leave some out, so another runs it', () => {
  for (const version of ['18.20.4', '20.18.3', '21.7.3', '22.11.0', '23.0.0'])
    expect(isEnoughForNpm(version)).toBe(false)
  const left = Object.values(packages).filter(({ os, engines }) => os && !satisfies('18.20.4', engines?.node ?? '*'))
  expect(left.length).toBeGreaterThan(0)
})

test('what running and building need is no tool of tests', () => {
  const tools = ['vitest', 'playwright-core', 'lighthouse', 'oxlint', '@stryker-mutator/core']
  for (const name of tools) expect(packages[`node_modules/${name}`]?.dev, name).toBe(true)
  for (const name of ['vite', '@react-router/dev', 'rolldown', 'sharp', 'pg'])
    expect(packages[`node_modules/${name}`], name).not.toHaveProperty('dev')
})
