import { expect, test } from 'vitest'
import { EMAIL } from './email.ts'

test.each(['a@b', 'rui.valadas@example.org', 'rui+bolt@frota.example.org', "d'ávila_1@exemplo.pt"])(
  '%s is one address',
  (text) => expect(EMAIL.test(text)).toBe(true),
)

test.each([
  '',
  'rui',
  'rui@',
  '@example.org',
  'rui@@example.org',
  'rui@example@org',
  'rui valadas@example.org',
  'rui@example.org ',
  ' rui@example.org',
  'rui@example.org,adriana@example.org',
  'rui@example.org;adriana',
  'adriana;rui@example.org',
  'Rui<rui@example.org',
  'rui@example.org>',
  '"rui"@example.org',
  'mailto:rui@example.org',
  'rui@example.org\nBcc: adriana',
  'rui\u0000@example.org',
  'rui@example\u007f.org',
])('%j is no address', (text) => {
  expect(EMAIL.test(text)).toBe(false)
})
