import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { listGuide, pictureSizes } from '#features/search/guide/queries.server.ts'
import { LANGUAGES_OF_PICTURES, PICTURES, SHOTS, SIZES } from '../slow/guide-shots.ts'

/** The largest size of all pictures together. Only `npm run slow -- guide` makes them. */
const MAX_BYTES = 2.5 * 1_024 * 1_024
const MAX_BYTES_EACH = 90 * 1_024
const wanted = Object.keys(SHOTS).flatMap((name) => LANGUAGES_OF_PICTURES.map((language) => `${name}-${language}`))

test('a chapter names every picture that the run makes, once, and no other', () => {
  for (const language of LANGUAGES_OF_PICTURES) {
    const named = listGuide(language).flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'picture' ? [block.name] : [])),
    )
    expect(named.toSorted()).toEqual(Object.keys(SHOTS).toSorted())
  }
})

test('each picture is there in both languages, as large as is written down, and all of them are light', async () => {
  const files = readdirSync(PICTURES)
  expect(files.toSorted()).toEqual(wanted.map((name) => `${name}.webp`).toSorted())
  expect(Object.keys(pictureSizes()).toSorted()).toEqual(wanted.toSorted())
  expect(JSON.parse(readFileSync(SIZES, 'utf8'))).toEqual(pictureSizes())
  const bytes = files.map((name) => statSync(join(PICTURES, name)).size)
  expect(Math.max(...bytes)).toBeLessThanOrEqual(MAX_BYTES_EACH)
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(MAX_BYTES)
  for (const [name, { width, height }] of Object.entries(pictureSizes())) {
    const made = await sharp(join(PICTURES, `${name}.webp`)).metadata()
    // A phone's picture has more pixels than the page has: compare the proportions.
    expect(made.width / made.height, name).toBeCloseTo(width / height, 2)
    expect(made.width, name).toBeGreaterThanOrEqual(width)
  }
})
