import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundaryOf, FormUnreadable, partsOf } from './multipart.ts'

const BOUNDARY = '----volante'

/** Writes a form as a browser does. */
function formOf(parts: readonly { head: string; bytes: Uint8Array }[]): Buffer {
  const pieces = parts.flatMap(({ head, bytes }) => [`--${BOUNDARY}\r\n${head}\r\n\r\n`, bytes, '\r\n'])
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece as string)))
}

/** Cuts a form into pieces of these sizes, again and again. */
async function* cut(form: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let start = 0, at = 0; start < form.length; at++) {
    const size = sizes[at % sizes.length]!
    yield form.subarray(start, start + size)
    start += size
  }
}

async function read(body: AsyncIterable<Uint8Array>, skip: readonly string[] = []) {
  const parts: { name: string; filename: string | null; text: string }[] = []
  for await (const { name, filename, pieces } of partsOf(body, BOUNDARY)) {
    const bytes: Uint8Array[] = []
    if (!skip.includes(name)) for await (const piece of pieces) bytes.push(piece.slice())
    parts.push({ name, filename, text: Buffer.concat(bytes).toString('latin1') })
  }
  return parts
}

test('however a form is cut on its way, its parts are whole, also where they nearly end like one', async () => {
  const content = fc.array(fc.constantFrom('a', '\r', '\n', '-', `\r\n--${BOUNDARY.slice(0, 9)}`, '\0', '"'), {
    maxLength: 30,
  })
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 4 }), sizes, async (contents, cutAt) => {
      const texts = contents.map((parts) => parts.join(''))
      const form = formOf(
        texts.map((text, at) => ({
          head: `Content-Disposition: form-data; name="files"; filename="${at}.csv"\r\nContent-Type: text/csv`,
          bytes: Buffer.from(text, 'latin1'),
        })),
      )
      expect(await read(cut(form, cutAt))).toEqual(
        texts.map((text, at) => ({ name: 'files', filename: `${at}.csv`, text })),
      )
    }),
    { numRuns: 300 },
  )
})

test('a part that nobody takes is passed over, and names are those that the browser means', async () => {
  const form = formOf([
    { head: 'content-disposition: form-data; name="a"; filename="não %22é%22.csv"', bytes: Buffer.alloc(500, 'x') },
    { head: 'content-disposition: form-data; name="key"', bytes: Buffer.from('1') },
  ])
  expect(await read(cut(form, [7]), ['a'])).toEqual([
    { name: 'a', filename: 'não "é".csv', text: '' },
    { name: 'key', filename: null, text: '1' },
  ])
  expect(boundaryOf(`multipart/form-data; boundary="${BOUNDARY}"`)).toBe(BOUNDARY)
  expect(boundaryOf(`multipart/form-data; charset=utf-8; boundary=${BOUNDARY}`)).toBe(BOUNDARY)
  expect(boundaryOf('application/x-www-form-urlencoded')).toBeNull()
})

test.each([
  ['without its end', Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="a"\r\n\r\nabc`)],
  ['without a name', formOf([{ head: 'content-type: text/csv', bytes: Buffer.from('a') }])],
  ['with a head that never ends', Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n`), Buffer.alloc(20_000, 'a')])],
  ['that is nothing', Buffer.alloc(0)],
])('a form %s is none', async (_, form) => {
  await expect(read(cut(form, [100]))).rejects.toThrow(FormUnreadable)
})
