import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { en } from '#messages/en.ts'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import { Amount } from './amount.tsx'

registerMessages('pt', pt)
registerMessages('en', en)

function drawn(path: string): string {
  const Page = createRoutesStub([{ path, Component: () => <Amount cents={-330_00} plain /> }])
  return renderToStaticMarkup(<Page initialEntries={[path]} />).replaceAll(/<[^>]*>|\u2060/g, '')
}

test('the minus of a large amount is where it is in any other text', () => {
  expect(drawn('/en/admin')).toBe('−€330.00')
  expect(drawn('/admin')).toBe('−330,00\u00A0€')
})
