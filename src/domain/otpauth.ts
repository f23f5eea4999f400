/**
 * Makes the address that an authenticator app reads from a QR code (Key URI Format): issuer and account name the entry.
 * Both are cut, so that the code stays easy to read for phones.
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
  const [by, whose] = [issuer, account].map((name) => encodeURIComponent(shortenName(name)))
  return `otpauth://totp/${by}:${whose}?secret=${secret}&issuer=${by}`
}

/** Keeps plain letters only: each other letter takes three or six places in an address. */
function shortenName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/[^\w @.+-]/g, '')
    .trim()
  return plain.slice(0, 40)
}
