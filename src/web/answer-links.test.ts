import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listAnswers } from '#features/search/answers/queries.server.ts'
import { placeAt } from './places.ts'

test('every answer leads to a page that there is', () => {
  const routes = readFileSync('src/web/routes.ts', 'utf8')
  const isThere = (to: string) =>
    to.startsWith('/admin')
      ? placeAt(to)?.kind === 'page'
      : to === '/dashboard' || routes.includes(`route('${to.replace('/dashboard/', '')}',`)
  const links = [...listAnswers('drivers', 'pt'), ...listAnswers('office', 'pt')].map(({ link }) => link.to)
  expect(links.filter((to) => !isThere(to))).toEqual([])
})
