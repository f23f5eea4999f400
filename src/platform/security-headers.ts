/** What a page may do in the browser: nothing that is not named here (`rulings.md` G, `quality.md` 2.1). */
export function securityHeaders({
  nonce,
  https,
  signIn,
}: {
  nonce: string
  https: boolean
  signIn: boolean
}): [string, string][] {
  const csp = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // No script of ours writes HTML or script addresses: React only ever does as text.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ]
  return [
    ['content-security-policy', csp.join('; ')],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cross-origin-opener-policy', signIn ? 'same-origin-allow-popups' : 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['cross-origin-embedder-policy', 'credentialless'],
    ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
    ...(https
      ? ([['strict-transport-security', 'max-age=63072000; includeSubDomains; preload']] as [string, string][])
      : []),
  ]
}
