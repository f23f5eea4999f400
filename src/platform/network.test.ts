import { expect, test } from 'vitest'
import { isPublicAddress, networkOf } from './network.ts'

test('the addresses of one IPv6 network are one, however they are written; others are themselves', () => {
  for (const address of ['2001:db8::1', '2001:DB8::5:0:0:9', '2001:0db8:0:0:1:2:3:4', '2001:db8::'])
    expect(networkOf(address), address).toBe('2001:db8:0:0')
  for (const address of ['2001:db8:1:2::9', '2001:db8:1:2:3:4:5:6']) expect(networkOf(address)).toBe('2001:db8:1:2')
  expect(networkOf('::1')).toBe('0:0:0:0')
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', 'device abc', '']) expect(networkOf(address)).toBe(address)
})

test('an address of the own house, or set apart for other ends, is not one of the internet', () => {
  for (const own of [
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '192.0.2.7', '198.19.0.1'],
    ...['::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::', '64:ff9b::7f00:1'],
    ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '2001::1', 'localhost', ''],
  ])
    expect(isPublicAddress(own), own).toBe(false)
  for (const open of [
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '193.136.0.1',
    '2a00:1450:4003::1',
    '2001:4860:4860::8888',
  ])
    expect(isPublicAddress(open), open).toBe(true)
})
