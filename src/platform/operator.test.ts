import { afterEach, expect, test } from 'vitest'
import { dataPath, env, listSettings } from './env.server.ts'
import { keyRing } from './field-keys.server.ts'
import { asOperator, becomeHost, currentOperator, ofOperator, operatorOf } from './operator.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Settings of the person who runs the tests: they would be taken for the host's. */
const SET_OUTSIDE = new Set(Object.keys(process.env))
const kept = ofOperator(() => new Set<string>())
const folder = mkdtempSync(join(tmpdir(), 'operators-'))
const alfa = operatorOf('alfa', { VOLANTE_DATA: join(folder, 'alfa'), PUBLIC_URL: 'https://alfa.test' })
const beta = operatorOf('beta', { VOLANTE_DATA: join(folder, 'beta') })
let back = () => {}
afterEach(() => {
  back()
  back = () => {}
  for (const name of ['DATABASE_URL', 'CLAMD']) delete process.env[name]
})

test('an ordinary process has one operator, who has no name and needs none', () => {
  expect(currentOperator().name).toBe('')
  kept.value.add('x')
  expect([...kept.value]).toEqual(['x'])
})

test('in a host each operator has its own memory, also in later work, and outside any of them nothing is remembered or read', async () => {
  back = becomeHost()
  await asOperator(alfa, async () => {
    kept.value.add('of alfa')
    await new Promise(setImmediate)
    kept.value.add('later')
  })
  expect(asOperator(beta, () => [...kept.value])).toEqual([])
  expect(asOperator(alfa, () => [...kept.value])).toEqual(['of alfa', 'later'])
  alfa.own.clear()
  expect(asOperator(alfa, () => [...kept.value])).toEqual([])
  for (const guess of [() => kept.value, () => env(), () => dataPath('files'), () => keyRing()])
    expect(guess).toThrow('belongs to no operator')
})

test('settings, folder and keys belong to one operator; only settings that are for all come from the host', () => {
  process.env['DATABASE_URL'] = 'postgres://host'
  process.env['CLAMD'] = 'scanner:3310'
  back = becomeHost()
  const seen = [alfa, beta].map((one) =>
    asOperator(one, () => {
      const { PUBLIC_URL, DATABASE_URL, CLAMD } = env()
      const isSet = listSettings().flatMap(({ name, isSet: is }) =>
        is && (!SET_OUTSIDE.has(name) || name === 'VOLANTE_DATA') ? [name] : [],
      )
      return { PUBLIC_URL, DATABASE_URL, CLAMD, isSet, at: dataPath('x'), key: keyRing().keys[0].id }
    }),
  )
  expect(seen[0]).toMatchObject({ PUBLIC_URL: 'https://alfa.test', CLAMD: 'scanner:3310', at: join(folder, 'alfa/x') })
  expect(seen[1]).toMatchObject({ isSet: ['VOLANTE_DATA', 'CLAMD'], at: join(folder, 'beta/x') })
  expect(seen.map(({ DATABASE_URL }) => DATABASE_URL)).toEqual([undefined, undefined])
  expect(seen[0]!.key).not.toBe(seen[1]!.key)
  rmSync(folder, { recursive: true })
})
