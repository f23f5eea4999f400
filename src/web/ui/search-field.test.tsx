import { renderToStaticMarkup } from 'react-dom/server'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import { SelectField } from './fields.tsx'
import { SearchField } from './search-field.tsx'

registerMessages('pt', pt)

test('a filter beside the words of a search is not marked as one that may be left out', () => {
  const form = (
    <SearchField label="Nome">
      <SelectField name="group" label="Agrupar" defaultValue="" options={[{ value: '', label: 'Sem grupos' }]} />
    </SearchField>
  )
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element: form }])} />)
  expect(html).toContain('Agrupar</label>')
})
