import { BlockList, isIP } from 'node:net'

/**
 * What counts as one place among addresses: whoever has one IPv6 address has 2^64 of them, the last four groups; they are
 * one, however the zeros are left out. Anything else is itself.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [before = '', after] = address.toLowerCase().split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [head, tail] = [groups(before), groups(after ?? '')]
  const zeros = after === undefined ? [] : Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Networks that are not the internet: this machine, the own house, and what is set apart for other ends (RFC 6890 and its registry). */
const RESERVED = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  RESERVED.addSubnet(network, bits, 'ipv4')

/** Of IPv6 the internet is `2000::/3`, without what leads into networks of the other kind or is for examples. */
const INTERNET = new BlockList()
INTERNET.addSubnet('2000::', 3, 'ipv6')
const RESERVED_ON_INTERNET = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  RESERVED_ON_INTERNET.addSubnet(network, bits, 'ipv6')

/** Whether an address is one of the internet: what somebody else named must not lead to a machine of the own house. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !RESERVED.check(address, 'ipv4')
  return version === 6 && INTERNET.check(address, 'ipv6') && !RESERVED_ON_INTERNET.check(address, 'ipv6')
}
