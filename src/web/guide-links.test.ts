import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listGuide, listSections } from '#features/search/guide/queries.server.ts'
import { type Block, CHAPTERS, type Run } from '#features/search/guide/schema.ts'
import { placeAt } from './places.ts'
import { isPublicPage } from './public-pages.ts'

const runsOf = (block: Block): readonly Run[] =>
  block.kind === 'picture' ? [] : 'items' in block ? block.items.flat() : block.runs

test('every link of the guide leads to a page, and to a section of it where it says so', () => {
  const routes = readFileSync('src/web/routes.ts', 'utf8')
  const isThere = (to: string) => {
    const [path = '', section] = to.split('#')
    const chapter = CHAPTERS.find((name) => path === `/guide/${name}`)
    if (chapter) return section === undefined || listSections(chapter, 'pt').some(({ name }) => name === section)
    if (path.startsWith('/admin')) return ['page', 'form'].includes(placeAt(path)?.kind ?? '')
    if (path.startsWith('/dashboard/')) return routes.includes(`route('${path.replace('/dashboard/', '')}',`)
    return isPublicPage(path) || routes.includes(`route('${path.slice(1)}/:`)
  }
  const links = listGuide('pt').flatMap(({ blocks }) =>
    blocks.flatMap(runsOf).flatMap((run) => (run.kind === 'link' ? [run.to] : [])),
  )
  expect(links.length).toBeGreaterThan(60)
  expect(links.filter((to) => !isThere(to))).toEqual([])
})
