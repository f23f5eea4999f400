import { expect, test } from 'vitest'
import { deviceName } from './device.ts'

test('a browser is named with its system, and the more particular name wins', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0 Safari/537.36'
  expect(deviceName(chrome)).toBe('Chrome · Windows')
  expect(deviceName(`${chrome} Edg/149.0`)).toBe('Edge · Windows')
  expect(deviceName('Mozilla/5.0 (Linux; Android 16) Chrome/149.0 Mobile Safari/537.36')).toBe('Chrome · Android')
  expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1')).toBe(
    'Safari · iPhone',
  )
})

test('a browser that says nothing known has no name', () => {
  expect(deviceName(null)).toBeNull()
  expect(deviceName('curl/8')).toBeNull()
})
