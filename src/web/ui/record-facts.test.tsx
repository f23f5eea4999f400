import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { accidentRecord } from '#features/fleet/accidents/schema.ts'
import { en } from '#messages/en.ts'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import { RecordFacts } from './record-facts.tsx'

registerMessages('pt', pt)
registerMessages('en', en)

test('a record is read without what its noun keeps in a way of its own, and without what nobody said', () => {
  const shown = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/admin']}>
      <RecordFacts
        of={accidentRecord}
        values={{ ...accidentRecord.nothing, place: 'Rotunda do Relógio', injured: 'yes' }}
      />
    </MemoryRouter>,
  )
  expect(shown).toContain('Rotunda do Relógio')
  expect(shown).toContain('Houve feridos')
  expect(shown).not.toContain('Seguradora')
})
