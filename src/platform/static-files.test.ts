import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { loadStaticFiles, packFiles } from './static-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'volante-built-'))
const style = '.card { color: rebeccapurple }\n'.repeat(40)
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'assets', 'kit.css'), style)
writeFileSync(join(folder, 'assets', 'small.css'), 'a{}')
writeFileSync(join(folder, 'assets', 'kit.css.map'), style)
writeFileSync(join(folder, 'assets', 'rubik.woff2'), style)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('what was packed when it was built is there from the first request on, byte for byte', async () => {
  await packFiles(folder)
  const { packed, bytes } = loadStaticFiles(folder).get('/assets/kit.css')!
  const [br, zstd, gzip] = [packed.get('br')!, packed.get('zstd')!, packed.get('gzip')!]
  const unpacked = [brotliDecompressSync(br), zstdDecompressSync(zstd), gunzipSync(gzip)]
  for (const content of [...unpacked, bytes]) expect(content.toString()).toBe(style)
  expect(br.byteLength).toBeLessThan(bytes.byteLength)
})

test('packed files have no address of their own, and what does not shrink is not packed', () => {
  expect([...loadStaticFiles(folder).keys()].toSorted()).toEqual([
    '/assets/kit.css',
    '/assets/rubik.woff2',
    '/assets/small.css',
  ])
  expect(readdirSync(join(folder, 'assets')).filter((name) => /\.(br|zst|gz)$/.test(name))).toHaveLength(3)
})

test('files that nobody packed are packed after the start', async () => {
  rmSync(join(folder, 'assets', 'kit.css.br'))
  rmSync(join(folder, 'assets', 'kit.css.zst'))
  rmSync(join(folder, 'assets', 'kit.css.gz'))
  const { packed } = loadStaticFiles(folder).get('/assets/kit.css')!
  await expect.poll(() => packed.size).toBe(3)
  expect(brotliDecompressSync(packed.get('br')!)).toEqual(readFileSync(join(folder, 'assets', 'kit.css')))
})
