import { expect, test } from 'vitest'
import { otpauthAddress } from './otpauth.ts'

test('the address of an app is short enough for a picture a phone reads easily, however long the names', () => {
  const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const issuer = 'Açúcar & Ferrão, Transportes em Viatura Descaracterizada, Unipessoal Lda.'
  const address = otpauthAddress({ secret, issuer, account: `${'a'.repeat(90)}@exemplo.pt` })
  expect(address).toMatch(/^otpauth:\/\/totp\/Acucar%20/)
  expect(address.length).toBeLessThanOrEqual(213)
  expect(otpauthAddress({ secret, issuer: 'Frota', account: 'ana@exemplo.pt' })).toBe(
    `otpauth://totp/Frota:ana%40exemplo.pt?secret=${secret}&issuer=Frota`,
  )
})
