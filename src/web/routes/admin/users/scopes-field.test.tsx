import { renderToStaticMarkup } from 'react-dom/server'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { invitedRecord } from '#features/accounts/schema.ts'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { Form } from '#web/ui/form.tsx'
import { ScopesField } from './scopes-field.tsx'

registerMessages('pt', pt)

const offered = { language: [{ value: 'pt', label: 'Português' }] }

function drawn(reply?: Reply): string {
  const drawnFields = { scopes: <ScopesField chosen={['owner']} /> }
  const form = <Form of={invitedRecord} offered={offered} drawn={drawnFields} reply={reply} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element: form }])} />)
}

function ticked(html: string): (string | undefined)[] {
  const boxes = [...html.matchAll(/<input[^>]*name="scopes\[\]"[^>]*>/g)].map(([tag]) => tag)
  return boxes.filter((tag) => tag.includes('checked')).map((tag) => /value="(\w+)"/.exec(tag)?.[1])
}

test('a form that comes back has the permissions that were ticked, and says so where none was', () => {
  expect(ticked(drawn())).toEqual(['owner'])
  const values = { email: 'x', 'scopes[]': 'operations\nfinance' }
  expect(ticked(drawn({ values, fieldErrors: { email: ['field.email'] }, refusal: null }))).toEqual([
    'operations',
    'finance',
  ])
  const none = drawn({ values: {}, fieldErrors: { scopes: ['field.required'] }, refusal: null })
  expect(ticked(none)).toEqual([])
  expect(none).toContain(pt.errors.field.required)
})
