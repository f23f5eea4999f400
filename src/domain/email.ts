/** Longest address that is taken. */
export const EMAIL_MAX = 256

/** One address: something, an at sign, something; no space, list or header in it. */
export const EMAIL = /^[^@\s,;:<>"\p{Cc}]+@[^@\s,;:<>"\p{Cc}]+$/u
