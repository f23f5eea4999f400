import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
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

test('where this user may not list the temporary place, it is in the data folder, and what a killed process left there goes too', () => {
  const module = new URL('passing-folder.ts', import.meta.url).href
  const data = join(place, 'data')
  mkdirSync(data)
  // Root may list everything, so an ordinary user is tried.
  const [uid, gid] = process.getuid?.() === 0 ? [65_534, 65_534] : [process.getuid!(), process.getgid!()]
  chownSync(data, uid, gid)
  chmodSync(place, process.getuid?.() === 0 ? 0o711 : 0o311)
  const run = (work: string) =>
    spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const { inPassingFolder } = await import('${module}')
         await inPassingFolder('drill', async (folder) => { ${work} })`,
      ],
      { env: { ...process.env, VOLANTE_DATA: data }, uid, gid, encoding: 'utf8' },
    )
  run(`process.kill(process.pid, 'SIGKILL')`)
  expect(readdirSync(join(data, 'passing'))).toHaveLength(1)
  const { stdout, stderr } = run('console.log(folder)')
  expect(stdout, stderr).toContain(join(data, 'passing', 'volante-drill-'))
  expect(readdirSync(join(data, 'passing'))).toEqual([])
  chmodSync(place, 0o700)
})
