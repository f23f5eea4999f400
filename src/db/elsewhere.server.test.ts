import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { closeDatabase, openDatabase } from './client.server.ts'

const data = mkdtempSync(join(tmpdir(), 'volante-elsewhere-'))
Object.assign(process.env, { VOLANTE_DATA: data, DATABASE_URL: '' })
afterAll(() => rmSync(data, { recursive: true }))

test('a folder whose rows are in a database that nobody names gets no empty one', async () => {
  writeFileSync(join(data, 'audit-anchors'), '')
  await expect(openDatabase()).rejects.toMatchObject({ code: 'database.elsewhere', params: { path: data } })
  await closeDatabase()
  expect(existsSync(join(data, 'db'))).toBe(false)
})

test('a database that lets nobody in is told with the setting that leads there', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  process.env['DATABASE_URL'] = `postgres://volante_app:secret@127.0.0.1:${port}/volante`
  vi.resetModules()
  const { openDatabase: openAnew } = await import('./client.server.ts')
  await expect(openAnew()).rejects.toMatchObject({
    code: 'database.silent',
    params: { setting: 'DATABASE_URL', words: expect.stringContaining('ECONNREFUSED') },
  })
})
