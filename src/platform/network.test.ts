import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test('the addresses of one IPv6 network are one, however they are written; others are themselves', () => {
  for (const address of ['2001:db8::1', '2001:DB8::5:0:0:9', '2001:0db8:0:0:1:2:3:4', '2001:db8::'])
    expect(networkOf(address), address).toBe('2001:db8:0:0')
  for (const address of ['2001:db8:1:2::9', '2001:db8:1:2:3:4:5:6']) expect(networkOf(address)).toBe('2001:db8:1:2')
  expect(networkOf('::1')).toBe('0:0:0:0')
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', 'device abc', '']) expect(networkOf(address)).toBe(address)
})
