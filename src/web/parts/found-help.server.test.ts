import { expect, test } from 'vitest'
import { CHAPTERS_FOR_DRIVERS } from '#features/search/guide/schema.ts'
import { translator } from '#messages/translate.ts'
import { findPages } from '#web/shell/office-pages.ts'
import { findHelp, findSections } from './found-help.server.ts'

const t = translator('pt')
const find = (typed: string) => findHelp(typed, { language: 'pt', answersOf: 'office', pages: findPages([], null, t) })

test('one search finds sections with a line that says it, answers, and pages by their names', () => {
  const { sections, answers, pages, isAlike } = find('multas')
  expect(isAlike).toBe(false)
  expect(sections[0]).toMatchObject({
    to: '/guide/cars#fine',
    title: 'Uma multa',
    chapter: 'Viaturas: entregar e receber',
  })
  expect(find('convite por WhatsApp').sections.every(({ line }) => /whatsapp|convite|ligação/i.test(line))).toBe(true)
  expect(pages.map(({ to }) => to)).toContain('/admin/vehicles/fines')
  expect(answers.every(({ link }) => link.to.startsWith('/admin'))).toBe(true)
})

test('a slip finds what is like it and says so; what is written anywhere leaves out what is only like it', () => {
  const slip = find('portgaens')
  expect(slip.isAlike).toBe(true)
  expect(slip.sections.length).toBeGreaterThan(0)
  // Only pages use this word: sections of the guide that are merely similar are left out.
  const commissions = find('Comissões')
  expect(commissions).toMatchObject({ isAlike: false, sections: [] })
  expect(commissions.pages.map(({ to }) => to)).toContain('/admin/commissions')
  expect(find('xqzzw')).toEqual({ sections: [], answers: [], pages: [], isAlike: false })
})

test('drivers are led to what is theirs; nothing typed finds nothing', () => {
  const found = findSections('contestar', 'pt', { chapters: CHAPTERS_FOR_DRIVERS })
  expect(found.map(({ to }) => to)).toContain('/guide/trouble#driver')
  expect(found.every(({ to }) => /^\/guide\/(trouble|privacy)#/.test(to))).toBe(true)
  expect(findSections('  ', 'pt')).toEqual([])
  // With `some`, one word of a person's name may match by itself.
  const [some, all] = (['some', 'all'] as const).map(
    (least) => findSections('nobody like this', 'en', { least }).length,
  )
  expect([some! > 0, all]).toEqual([true, 0])
})
