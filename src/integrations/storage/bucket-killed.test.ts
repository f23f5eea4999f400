import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { inMemory, sha256Of } from '#platform/bytes.ts'
import { sha256 } from '#platform/hash.ts'
import { storage } from './storage.ts'

/** Kills the store while files go into it: files that were acknowledged must be there when it comes back, and no half ones. */
const ROUNDS = Number(process.env['VOLANTE_KILLS'] ?? 3)
vi.setConfig({ testTimeout: 60_000 + ROUNDS * 20_000 })

const data = mkdtempSync(join(tmpdir(), 'volante-killed-'))
const shelf = mkdtempSync(join(tmpdir(), 'volante-shelf-'))
vi.stubEnv('VOLANTE_DATA', data)
vi.stubEnv('FILES_STORE', 's3://frota/operador')
let store: ChildProcess
let port = 0
afterAll(() => {
  store.kill('SIGKILL')
  for (const folder of [data, shelf]) rmSync(folder, { recursive: true, force: true })
})

/** Starts the store in a process of its own, with its objects on disk, at the same address as before. */
async function start(): Promise<void> {
  const code = `const { aBucket } = await import(${JSON.stringify(resolve('test', 'bucket-server.ts'))})
    const { settings } = await aBucket('frota', ${JSON.stringify({ folder: shelf, port })})
    console.log(JSON.stringify(settings))`
  store = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await new Promise<string[]>((started, failed) => {
    store.stdout!.once('data', (text) => started([String(text)]))
    store.once('exit', () => failed(new Error('The store did not start.')))
  })
  const settings = JSON.parse(said!) as Record<string, string>
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  port = Number(new URL(settings['AWS_ENDPOINT_URL_S3']!).port)
}

async function kill(): Promise<void> {
  const gone = new Promise((over) => store.once('exit', over))
  store.kill('SIGKILL')
  await gone
}

/** Makes the files of one delivery: documents, and one that goes in parts. */
const someFiles = () => [...[1, 40_000, 300_000, 900_000].map((size) => randomBytes(size)), randomBytes(18_000_000)]

const savePositions = (files: readonly Buffer[]) =>
  Promise.allSettled(files.map((bytes) => storage().keep(sha256(bytes), inMemory(bytes))))

test(`${ROUNDS} times the store is killed while files go into it`, async () => {
  await start()
  const began = performance.now()
  await savePositions(someFiles())
  const took = performance.now() - began
  let refused = 0
  for (let round = 0; round < ROUNDS || (refused === 0 && round < ROUNDS + 20); round++) {
    const files = someFiles()
    const keeping = savePositions(files)
    await pause(Math.random() * took)
    await kill()
    const kept = await keeping
    await start()
    for (const [at, bytes] of files.entries()) {
      const hash = sha256(bytes)
      const where = `round ${round}, ${bytes.length} bytes`
      const answer = kept[at]!
      const there = await storage().open(hash)
      if (answer.status === 'rejected') {
        refused += 1
        expect(answer.reason, where).toMatchObject({ code: 'store.unreachable' })
      } else expect(there, where).not.toBeNull()
      // A file that was not acknowledged is there as a whole, or not at all.
      if (there) expect(await sha256Of(there), where).toBe(hash)
      await storage().keep(hash, inMemory(bytes))
      expect(await sha256Of((await storage().open(hash))!), where).toBe(hash)
      await storage().forget(hash)
    }
    expect(readdirSync(join(data, 'files', 'incoming')), `round ${round}`).toEqual([])
  }
  expect(refused).toBeGreaterThan(0)
})
