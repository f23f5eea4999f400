import { expect, test } from 'vitest'
import { listSections } from '#features/search/guide/queries.server.ts'
import { CHAPTERS } from '#features/search/guide/schema.ts'
import { sectionAt, sectionOf, SECTION_PATHS } from './guide-places.ts'
import { ADMIN, type Place } from './places.ts'

function pathsOf(places: readonly Place[], under = ''): string[] {
  return places.flatMap(({ path, inside, kind, record }) => {
    const whole = [under, path].filter(Boolean).join('/')
    if (inside) return pathsOf(inside, whole)
    // A small act opens over a page; the guide's section of that page covers it.
    if (record !== undefined) return []
    return kind === 'page' || kind === 'form' ? [whole] : []
  })
}

const ALL = pathsOf(ADMIN)

test('every page of the office is told of in a section that there is', () => {
  expect(ALL.length).toBeGreaterThan(200)
  const gone = ALL.map((path) => ({ path, ...sectionOf(path) })).filter(
    ({ chapter, section }) => !listSections(chapter, 'pt').some(({ name }) => name === section),
  )
  expect(gone).toEqual([])
})

test('only the overview is told of as if it were nothing else', () => {
  const first = new Set(SECTION_PATHS.filter((under) => under !== '').map((under) => under.split('/')[0]))
  expect(ALL.filter((path) => path !== '' && !first.has(path.split('/')[0]))).toEqual([])
})

test('every beginning of a path is one of a page, and every chapter is led to', () => {
  const fits = (under: string, path: string) => {
    const here = path.split('/')
    return under.split('/').every((part, at) => (part === ':' ? here[at]?.startsWith(':') === true : part === here[at]))
  }
  expect(SECTION_PATHS.filter((under) => under !== '' && !ALL.some((path) => fits(under, path)))).toEqual([])
  expect(CHAPTERS.filter((chapter) => !ALL.some((path) => sectionOf(path).chapter === chapter))).toEqual([])
})

test('the nearest counts, in either language; what stands over a page leads nowhere of its own', () => {
  expect(sectionAt('/admin/drivers/0b6d6f0e-0000-4000-8000-000000000000/terms/new')).toEqual({
    chapter: 'people',
    section: 'terms',
  })
  expect(sectionAt('/en/admin/drivers/list')).toEqual({ chapter: 'start', section: 'ibans' })
  expect(sectionAt('/admin/weekly/2026-W23')).toEqual({ chapter: 'monday', section: 'cases' })
  expect(sectionAt('/admin')).toEqual({ chapter: 'monday', section: 'steps' })
  expect(sectionAt('/admin/weekly/2026-W23/approval/undoing')).toBeNull()
  expect(sectionAt('/dashboard')).toBeNull()
})
