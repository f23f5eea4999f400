import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TRANSCRIPT } from './identity-transcript.ts'

/** `docs/identity-protocol.md` promises that a test shows every difference: each of these tests exists. */

const page = readFileSync('docs/identity-protocol.md', 'utf8')
const IDENTITY = 'src/integrations/identity'
const read = (file: string) => readFileSync(file, 'utf8')

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && /\.test\.ts: /.test(line))
  .map((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const [file = '', words = ''] = cells.at(-2)!.split(/: (.*)/s)
    return { what: cells[1]!, file, words }
  })

test('every difference names a test that is there', () => {
  expect(rows.length).toBeGreaterThan(15)
  const missing = rows.filter(({ file, words }) => {
    const path = [`${IDENTITY}/embedded/${file}`, `${IDENTITY}/${file}`, file].find((one) => existsSync(one))
    return (
      !path ||
      !new RegExp(`test(\\.each)?\\([^]*?['"\`]${words.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&')}`).test(read(path))
    )
  })
  expect(missing).toEqual([])
})

test('the page counts what the transcript and its differences hold', () => {
  const differences = Object.keys(JSON.parse(read('test/fixtures/identity/divergences.json'))).length
  const said = /Of the (\d+) recorded exchanges with the emulator (\d+) are answered alike/.exec(page)!
  expect(said.slice(1).map(Number)).toEqual([TRANSCRIPT.length, TRANSCRIPT.length - differences])
})

test('every option of identity:serve is explained', () => {
  const options = [...read(`${IDENTITY}/embedded/serve-options.ts`).matchAll(/^ {8}'?([a-z-]+)'?: \{ type/gm)]
  expect(options.map(([, name]) => name).filter((name) => !page.includes(`--${name!}`))).toEqual([])
})
