import fc from 'fast-check'
import { expect, test } from 'vitest'
import { whatsAppAddress } from './whats-app.ts'

test('the number stands in international form without signs, whatever way it was written', () => {
  for (const phone of ['912 345 678', '+351912345678', '00351 912-345-678', '351912345678'])
    expect(whatsAppAddress(phone, 'Olá')).toBe('https://wa.me/351912345678?text=Ol%C3%A1')
  expect(whatsAppAddress('+5511987654321', 'a')).toBe('https://wa.me/5511987654321?text=a')
  for (const phone of [null, '', '123', 'não tem']) expect(whatsAppAddress(phone, 'Olá')).toBeNull()
})

test('no text leaves its place: it arrives as it was written, and the address is WhatsApp’s', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const { origin, pathname, searchParams, hash } = new URL(whatsAppAddress('912345678', text)!)
      expect([origin, pathname, searchParams.get('text'), hash]).toEqual(['https://wa.me', '/351912345678', text, ''])
    }),
  )
})
