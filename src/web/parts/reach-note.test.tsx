import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { en } from '#messages/en.ts'
import { registerMessages } from '#web/i18n.tsx'
import { ReachNoteOfMany } from './reach-note.tsx'

registerMessages('en', en)

function said(whatsApp: number): string {
  const counts = { all: 2, inArea: 0, mail: 0, onPhone: 0, byWhatsApp: 0, nobody: 2, whatsApp }
  const Page = createRoutesStub([{ path: '/en', Component: () => <ReachNoteOfMany counts={counts} /> }])
  return renderToStaticMarkup(<Page initialEntries={['/en']} />).replaceAll(/<[^>]*>/g, '')
}

test('of people whom nothing reaches it says how many can be written to, or why nobody can', () => {
  expect(said(1)).toContain('2 people get nothing. You can write to 1 on WhatsApp.')
  expect(said(0)).toContain('2 people get nothing. Their records have no mobile numbers.')
})
