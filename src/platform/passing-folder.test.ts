import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inPassingFolder } from './passing-folder.ts'

let place = ''
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'volante-passing-'))
  vi.stubEnv('TMPDIR', place)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(place, { recursive: true })
})

test('the folder is there for the work, and gone when it ends, however it ends', async () => {
  const seen = await inPassingFolder('drill', async (folder) => {
    writeFileSync(join(folder, 'copy'), 'all of it')
    return folder
  })
  expect(existsSync(seen)).toBe(false)
  const failing = inPassingFolder('drill', async () => {
    throw new Error('no room')
  })
  await expect(failing).rejects.toThrow('no room')
  expect(readdirSync(place)).toEqual([])
})

test('what a killed process left goes with the next work of that name; what somebody works in stays', async () => {
  const module = new URL('passing-folder.ts', import.meta.url).href
  const code = `const { inPassingFolder } = await import('${module}')
    await inPassingFolder('drill', async () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['--input-type=module', '-e', code], { env: process.env })
  expect(readdirSync(place)).toHaveLength(1)
  await inPassingFolder('statements', async () => {
    expect(readdirSync(place)).toHaveLength(2)
    await inPassingFolder('statements', async () => expect(readdirSync(place)).toHaveLength(3))
  })
  await inPassingFolder('drill', async () => expect(readdirSync(place)).toHaveLength(1))
  expect(readdirSync(place)).toEqual([])
})
