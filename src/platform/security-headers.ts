type Circumstances = {
  /** Whether the site is reached over HTTPS. */
  https: boolean
  /** Whether it is a sign-in page, which may open the window of another identity provider. */
  signIn?: boolean
  /** Base64 SHA-256 of the style sheets that travel inside a page. */
  styles?: readonly string[]
  /** Origins of others that the page may send to, beside its own. */
  others?: readonly string[]
  /** Origins of others to which a form of the page may lead. */
  forms?: readonly string[]
  /** Whether Google's reCAPTCHA runs on the page: its scripts and its frame do not use trusted types. */
  captcha?: boolean
  /** Whether the page may start the worker of the driver's area: the only script address that a script makes. */
  worker?: boolean
  /** Whether notices can be turned on here: the page may start the worker that shows them. */
  push?: boolean
  /** Whether the page has the map, whose engine starts a worker of this site. */
  map?: boolean
}

/** Sources that Google names for its reCAPTCHA. */
const RECAPTCHA = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
} as const

/** Makes the headers that say what a page may do in the browser: nothing that is not named here. */
export function securityHeaders({
  https,
  signIn = false,
  styles = [],
  others = [],
  forms = [],
  captcha = false,
  worker = false,
  push = false,
  map = false,
}: Circumstances): [string, string][] {
  const google = captcha ? RECAPTCHA : { scripts: [], frames: [] }
  const csp = [
    "default-src 'none'",
    `script-src ${["'self'", ...google.scripts].join(' ')}`,
    `style-src ${["'self'", ...styles.map((hash) => `'sha256-${hash}'`)].join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...others, ...google.scripts].join(' ')}`,
    // Only the messages of the outbox may be shown in a frame, and they say so themselves.
    `frame-src ${["'self'", ...google.frames].join(' ')}`,
    "manifest-src 'self'",
    `form-action ${["'self'", ...forms].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Our scripts write neither HTML nor script addresses.
    ...(captcha
      ? []
      : [
          "require-trusted-types-for 'script'",
          `trusted-types ${worker ? 'area' : push ? 'push' : map ? 'map' : "'none'"}`,
        ]),
    ...(https ? ['upgrade-insecure-requests'] : []),
  ]
  return [
    ['content-security-policy', csp.join('; ')],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cross-origin-opener-policy', signIn ? 'same-origin-allow-popups' : 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    // Google's frame does not say who may embed it.
    ['cross-origin-embedder-policy', captcha ? 'unsafe-none' : 'credentialless'],
    ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
    ...(https
      ? ([['strict-transport-security', 'max-age=63072000; includeSubDomains; preload']] as [string, string][])
      : []),
  ]
}

/** Workers are among the built files, but control pages above them. */
const WORKER = /^\/assets\/(area|push-only)-worker-/

/** The worker of the map starts like a page, not as part of one: a browser starts it only with headers of its own. */
const MAP_WORKER = /^\/assets\/maplibre-gl-worker-/

/** Headers for a file that is part of a page: it runs nothing and shows nothing by itself. */
const PART_HEADERS = new Set(['x-content-type-options', 'cross-origin-resource-policy', 'strict-transport-security'])

/** Answers the headers of a built file. A drawing gets all of them, because a browser can open it as a document whose scripts would run. */
export function fileHeaders(type: string, path: string, circumstances: Circumstances): [string, string][] {
  const headers = securityHeaders(circumstances)
  if (/svg|xml|html/.test(type) || MAP_WORKER.test(path)) return headers
  const partHeaders = headers.filter(([name]) => PART_HEADERS.has(name))
  return WORKER.test(path) ? [...partHeaders, ['service-worker-allowed', '/']] : partHeaders
}
