import { expect, test } from 'vitest'
import { FILES_MEGABYTES } from '#domain/uploads.ts'
import { en } from './en.ts'
import { pt } from './pt.ts'

/** Sizes of other things: the files of a week, mails, and streets on the disk. */
const OTHERS = /^(files\.|errors\.drop\.|page\.(monitor|mailboxes)\.)/

function sentences(catalogue: object, place = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([name, value]: [string, unknown]) => {
    const here = place === '' ? name : `${place}.${name}`
    if (typeof value === 'string') return [[here, value] as [string, string]]
    return typeof value === 'object' && value !== null ? sentences(value, here) : []
  })
}

test.each([
  ['pt', pt, 'ao todo'],
  ['en', en, 'in all'],
] as const)('where files are chosen, and where they are refused, one size is said: %s', (_, catalogue, inAll) => {
  const said = sentences(catalogue).filter(([place, text]) => /\d MB/.test(text) && !OTHERS.test(place))
  expect(said.length).toBeGreaterThan(10)
  for (const [place, text] of said) expect(`${place}: ${text}`).toContain(` ${FILES_MEGABYTES} MB`)
  const several = new Map(said)
  for (const place of ['page.papers.fields.filesHelp', 'page.support.filesHelp'])
    expect(several.get(place)).toContain(`${FILES_MEGABYTES} MB ${inAll}`)
})
