/** Longest address that is taken. */
export const EMAIL_MAX = 256

/** One address: something, an at sign, something; no space, list or header in it. */
export const EMAIL = /^[^@\s,;:<>"\p{Cc}]+@[^@\s,;:<>"\p{Cc}]+$/u

/** One address and nothing else: what could name a second recipient or another header is refused. */
export function isOneAddress(address: string): boolean {
  return /^[^\s,;<>"@]+@[^\s,;<>"@]+$/.test(address)
}
