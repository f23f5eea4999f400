/**
 * The address an authenticator app reads from a picture (Key URI Format): issuer and account name the entry. Both are
 * cut, so that the address fits a picture that phones read easily.
 */
export function otpauthAddress({
  secret,
  issuer,
  account,
}: {
  secret: string
  issuer: string
  account: string
}): string {
  const [by, whose] = [issuer, account].map((name) => encodeURIComponent(shortened(name)))
  return `otpauth://totp/${by}:${whose}?secret=${secret}&issuer=${by}`
}

/** Plain letters: each of the others takes three or six places in an address. */
function shortened(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/[^\w @.+-]/g, '')
    .trim()
  return plain.slice(0, 40)
}
