import { expect, test } from 'vitest'
import { otpauthAddress } from './otpauth.ts'
import { qrCode } from './qr.ts'

// Read back by an independent reader (jsQR 1.4.0) when it was written.
const LETTER_A = `
#######..###..#######
#.....#.#.###.#.....#
#.###.#...#...#.###.#
#.###.#..#....#.###.#
#.###.#.##..#.#.###.#
#.....#...#.#.#.....#
#######.#.#.#.#######
...........##........
#.#.#.#...##....#..#.
#..###...#....#...##.
.#....#.###.#...#...#
#.#.#....##...#...#..
#.#..##.#.#.#.#.#.#.#
........####.#.#.#.#.
#######....#.###.####
#.....#..#.###.###...
#.###.#.##.#.###.##.#
#.###.#.......#...##.
#.###.#.##..#...#...#
#.....#..##...#...##.
#######.#...#.#.#.###`.trim()

test('a letter becomes the smallest code', () => {
  const drawn = qrCode('A').map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))
  expect(drawn.join('\n')).toBe(LETTER_A)
})

test('a longer text takes a larger code, up to 213 bytes', () => {
  expect(qrCode('z'.repeat(60)).length).toBe(33)
  expect(qrCode('z'.repeat(213)).length).toBe(57)
  expect(() => qrCode('z'.repeat(214))).toThrow(RangeError)
})

test('the address of an app fits, however long the names', () => {
  const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const issuer = 'Açúcar & Ferrão, Transportes em Viatura Descaracterizada, Unipessoal Lda.'
  const address = otpauthAddress({ secret, issuer, account: `${'a'.repeat(90)}@exemplo.pt` })
  expect(address).toMatch(/^otpauth:\/\/totp\/Acucar%20/)
  expect(address.length).toBeLessThanOrEqual(213)
  expect(otpauthAddress({ secret, issuer: 'Frota', account: 'ana@exemplo.pt' })).toBe(
    `otpauth://totp/Frota:ana%40exemplo.pt?secret=${secret}&issuer=Frota`,
  )
})
