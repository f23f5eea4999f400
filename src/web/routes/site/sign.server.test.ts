import { expect, test } from 'vitest'
import { headers } from './sign.tsx'

test('the page of a personal link is kept and listed by nobody, is named to no other site, and its form says whence it comes', () => {
  const none = new Headers()
  const sent = headers({ loaderHeaders: none, parentHeaders: none, actionHeaders: none, errorHeaders: undefined })
  // With `no-referrer` a browser sends a form with `Origin: null`: refused where it sends no `Sec-Fetch-Site`.
  expect(Object.fromEntries(new Headers(sent))).toEqual({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
  })
})
