import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { becomeHost, currentOperator, ofOperator } from '#platform/operator.ts'
import { type Awake, HostedOperators } from './hosted-operators.server.ts'
import { type KnownOperator, findOperator, listOperators, listServed, writeTimes } from './operators.server.ts'

/** Operators that sleep and wake, without databases: `test/host.db.test.ts` has those. */
let folder = ''
let back = () => {}
let said: string[] = []
let next: number | null = null
let holdWake: Promise<void> = Promise.resolve()
/** Number of operators that the database has connections for, and number that has some. */
let room = Infinity
let within = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'operators-'))
  back = becomeHost()
  said = []
  next = null
  holdWake = Promise.resolve()
  room = Infinity
  within = 0
})
afterEach(() => {
  back()
  rmSync(folder, { recursive: true })
})

const remembered = ofOperator(() => 0)

async function wake(): Promise<Awake<string>> {
  const { name } = currentOperator()
  said.push(`wakes ${name}`)
  await holdWake
  if (within >= room) throw Object.assign(new Error('sorry, too many clients already'), { code: '53300' })
  within += 1
  return {
    served: name,
    order: async (kind) => void said.push(`${kind} of ${currentOperator().name}`),
    nextWork: async () => next,
    end: async () => {
      within -= 1
      said.push(`sleeps ${currentOperator().name}`)
    },
  }
}

function anOperator(name: string, { isDue }: { isDue: boolean }): KnownOperator {
  const known = { name, hosts: [`${name}.test`], url: `https://${name}.test`, settings: {}, folder: join(folder, name) }
  mkdirSync(known.folder)
  const now = isDue ? 0 : Date.now()
  writeTimes(known, { due: null, daily: now, often: now })
  return known
}

async function operatorsOf(all: KnownOperator[], quiet: number, wakes = 2): Promise<HostedOperators<string>> {
  const operators = new HostedOperators(wake, () => ({}), {
    quiet,
    quietStreams: 60_000,
    wakes,
    rest: 20,
    patience: 200,
  })
  await operators.know(all)
  return operators
}

const asked = { isStream: false, ended: Promise.resolve() }
const rest = () => new Promise((resolve) => setTimeout(resolve, 40))

test('an operator that is asked for wakes once, is served as itself, and sleeps again when it is quiet; what it remembered is gone', async () => {
  const operators = await operatorsOf([anOperator('alfa', { isDue: false }), anOperator('beta', { isDue: false })], 0)
  expect(operators.has('alfa.test')).toBe(true)
  expect(operators.has('gama.test')).toBe(false)
  const served = await Promise.all(
    [1, 2].map(() =>
      operators.at('alfa.test', asked, (name) => [name, currentOperator().name, (remembered.value += 1)]),
    ),
  )
  expect(served).toEqual([
    ['alfa', 'alfa', 1],
    ['alfa', 'alfa', 2],
  ])
  expect(operators.counts()).toEqual({ known: 2, awake: 1, waking: 0 })
  next = Date.now() + 3_600_000
  await rest()
  await operators.look()
  await rest()
  await operators.look()
  expect(said).toEqual(['wakes alfa', 'eachMinute of alfa', 'sleeps alfa'])
  expect(JSON.parse(readFileSync(join(folder, 'alfa', 'times.json'), 'utf8'))).toMatchObject({ due: next })
  expect(await operators.at('alfa.test', asked, () => remembered.value)).toBe(0)
})

test('an operator that is at work, has work that is due, or was asked a moment ago stays awake', async () => {
  const operators = await operatorsOf([anOperator('alfa', { isDue: false })], 0)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  await operators.at('alfa.test', { isStream: false, ended }, () => {})
  await rest()
  await operators.look()
  await rest()
  await operators.look()
  expect(operators.counts().awake).toBe(1)
  end()
  await ended
  next = Date.now()
  await operators.look()
  expect(operators.counts().awake).toBe(1)
  next = null
  await rest()
  await operators.look()
  expect(operators.counts().awake).toBe(0)
})

test('work that is due wakes its operator, two at a time, and an operator that is asked for goes first', async () => {
  const all = ['alfa', 'beta', 'gama', 'delta'].map((name) => anOperator(name, { isDue: name !== 'delta' }))
  const operators = await operatorsOf(all, 0)
  const { promise, resolve: go } = Promise.withResolvers<void>()
  holdWake = promise
  await operators.look()
  const third = operators.at('delta.test', asked, (name) => name)
  await operators.look()
  expect(said).toEqual(['wakes alfa', 'wakes beta'])
  expect(operators.counts()).toMatchObject({ waking: 2 })
  go()
  expect(await third).toBe('delta')
  await operators.look()
  const wakes = said.filter((one) => one.startsWith('wakes'))
  expect(wakes).toEqual(['wakes alfa', 'wakes beta', 'wakes delta', 'wakes gama'])
  await rest()
  await operators.look()
  for (const kind of ['daily', 'often']) expect(said).toContain(`${kind} of alfa`)
  expect(said).not.toContain('daily of delta')
})

test('a page that waits for news of a sleeping operator does not wake it; an operator that fails to wake is tried again', async () => {
  const operators = await operatorsOf([anOperator('alfa', { isDue: false })], 0)
  expect(await operators.at('alfa.test', { isStream: true, ended: Promise.resolve() }, () => 'news')).toBeNull()
  expect(said).toEqual([])
  holdWake = Promise.reject(new Error('no database'))
  await expect(operators.at('alfa.test', asked, () => 1)).rejects.toThrow('no database')
  holdWake = Promise.resolve()
  expect(await operators.at('alfa.test', asked, () => 1)).toBe(1)
})

test('when no connection is left, the operator asked for longest ago sleeps, one at work stays, and one that finds no room is told', async () => {
  const operators = await operatorsOf(
    ['alfa', 'beta', 'gama', 'delta', 'epsilon'].map((name) => anOperator(name, { isDue: false })),
    60_000,
  )
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const sleepers = () => said.filter((one) => one.startsWith('sleeps'))
  await operators.at('alfa.test', { isStream: false, ended }, () => {})
  for (const name of ['beta', 'gama']) {
    await operators.at(`${name}.test`, asked, () => {})
    await rest()
  }
  room = 3
  expect(await operators.at('delta.test', asked, (name) => name)).toBe('delta')
  expect(sleepers()).toEqual(['sleeps beta'])
  // An operator with due work gives up no connections: the request fails when patience ends.
  next = Date.now()
  await rest()
  await expect(operators.at('epsilon.test', asked, (name) => name)).rejects.toThrow('too many clients')
  expect(sleepers()).toEqual(['sleeps beta'])
  room = Infinity
  expect(await operators.at('epsilon.test', asked, (name) => name)).toBe('epsilon')
  end()
})

test('an operator that is closed falls asleep for good, and its name belongs to nobody from then on', async () => {
  const [alfa, beta] = [anOperator('alfa', { isDue: false }), anOperator('beta', { isDue: false })]
  const operators = await operatorsOf([alfa, beta], 60_000)
  await operators.at('alfa.test', asked, () => {})
  await operators.know([beta])
  expect(said).toEqual(['wakes alfa', 'sleeps alfa'])
  expect(operators.has('alfa.test')).toBe(false)
  await operators.know([alfa, beta])
  expect(await operators.at('alfa.test', asked, (name) => name)).toBe('alfa')
})

test('an operator whose file cannot be read is not served, and the others are', () => {
  const file = JSON.stringify({ hosts: ['alfa.test'], url: 'https://alfa.test' })
  for (const [name, written] of [
    ['alfa', file],
    ['beta', '{"hosts": ['],
    ['gama', '{}'],
    [
      'delta',
      JSON.stringify({ ...JSON.parse(file), settings: { DATABASE_URL: 'postgres://elsewhere/volante', SITES: '2' } }),
    ],
  ] as const) {
    mkdirSync(join(folder, 'operators', name), { recursive: true })
    writeFileSync(join(folder, 'operators', name, 'operator.json'), written)
  }
  expect(listServed(folder).map(({ name }) => name)).toEqual(['alfa'])
  expect(findOperator(folder, 'alfa')).toMatchObject({ hosts: ['alfa.test'] })
  expect(() => listOperators(folder)).toThrow(expect.objectContaining({ code: 'hosted.file-unreadable' }))
  expect(() => findOperator(folder, 'gama')).toThrow(expect.objectContaining({ code: 'hosted.file-unreadable' }))
  expect(() => findOperator(folder, 'delta')).toThrow(
    expect.objectContaining({
      code: 'hosted.file-unused',
      params: { path: join(folder, 'operators', 'delta', 'operator.json'), names: 'DATABASE_URL, SITES' },
    }),
  )
})
