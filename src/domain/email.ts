/** Longest address that is taken. */
export const EMAIL_MAX = 256

/** Matches one address: something, an at sign, something; no space, list or header in it. */
export const EMAIL = /^[^@\s,;:<>"\p{Cc}]+@[^@\s,;:<>"\p{Cc}]+$/u

/** Whether a text is one address and nothing else: text that could name a second recipient or another header is refused. */
export function isOneAddress(address: string): boolean {
  return /^[^\s,;<>"@]+@[^\s,;<>"@]+$/.test(address)
}
