import { expect, test } from 'vitest'
import { otpauthAddress } from './otpauth.ts'

test('the address that an authenticator app reads fits a QR code that phones read easily, however long the names in it are', () => {
  const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const issuer = 'Açúcar & Ferrão, Transportes em Viatura Descaracterizada, Unipessoal Lda.'
  const address = otpauthAddress({ secret, issuer, account: `${'a'.repeat(90)}@exemplo.pt` })
  expect(address).toMatch(/^otpauth:\/\/totp\/Acucar%20/)
  expect(address.length).toBeLessThanOrEqual(213)
  expect(otpauthAddress({ secret, issuer: 'Frota', account: 'ana@exemplo.pt' })).toBe(
    `otpauth://totp/Frota:ana%40exemplo.pt?secret=${secret}&issuer=Frota`,
  )
})

test('a name is written in plain letters, trimmed, and cut to forty of them', () => {
  const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  expect(otpauthAddress({ secret, issuer: '★ Viação Norte', account: 'a'.repeat(41) })).toBe(
    `otpauth://totp/Viacao%20Norte:${'a'.repeat(40)}?secret=${secret}&issuer=Viacao%20Norte`,
  )
})
