import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Framed } from './layout.tsx'

test('a framed document runs no script, and its frame leaves it our origin until its own policy takes it', () => {
  // Firefox 153 blocks a document that is for our origin alone in a frame without an origin: the page showed a blank one.
  const frame = renderToStaticMarkup(<Framed title="Como se vê" src="/admin/mail/1/html" />)
  expect(/sandbox="([^"]*)"/.exec(frame)?.[1]).toBe('allow-same-origin')
})
