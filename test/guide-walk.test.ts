import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listSections } from '#features/search/guide/queries.server.ts'
import { linesOf } from '#features/search/guide/schema.ts'

/** Replaces numbers, which differ from fleet to fleet. */
const anyNumber = (text: string) => text.replaceAll(/\d+/g, '#')

test('the way from an empty folder to an approved week is in the guide: every button that its journey presses is named', () => {
  const journey = readFileSync('e2e/first-monday.e2e.ts', 'utf8')
  const pressed = [...journey.matchAll(/press\((?:'([^']+)'|\/\^?([^/.][^/]*)\/)/g)].map(
    ([, text, start]) => text ?? start!,
  )
  expect(pressed.length).toBeGreaterThanOrEqual(9)
  const said = (['start', 'monday'] as const)
    .flatMap((chapter) => listSections(chapter, 'pt').flatMap(linesOf))
    .map(anyNumber)
    .join('\n')
  expect(pressed.filter((name) => !said.includes(anyNumber(name)))).toEqual([])
})
