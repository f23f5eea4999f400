import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { cacheAnswer, cacheCompressed } from './kept.ts'

const page = new TextEncoder().encode('<p>Bom dia</p>'.repeat(100))
const described = { type: 'text/html', cacheControl: 'no-cache' }

test('a page that was waited for is packed for its first reader', async () => {
  const { packed } = await cacheCompressed(page, described)
  expect(gunzipSync(packed.get('gzip')!)).toEqual(Buffer.from(page))
})

test('what is kept without waiting is sent as it is until it is packed', () => {
  expect(cacheAnswer(page, described).packed.size).toBe(0)
})

test('a picture is sent as it is, and nobody waits for it', async () => {
  expect((await cacheCompressed(page, { ...described, type: 'image/png' })).packed.size).toBe(0)
})
