type Circumstances = {
  /** The site is reached over HTTPS. */
  https: boolean
  /** A sign-in page, which may wait for the window of another identity provider. */
  signIn?: boolean
  /** Base64 SHA-256 of the style sheets that travel inside a page. */
  styles?: readonly string[]
  /** Origins of others that the page may send to, beside its own. */
  others?: readonly string[]
  /** Origins of others to which a form of the page may lead. */
  forms?: readonly string[]
  /** Google's reCAPTCHA runs on the page: its scripts and its frame, which know no trusted types. */
  captcha?: boolean
  /** A page that may start the worker of the driver's area: the one script address that is made by a script. */
  worker?: boolean
  /** A page from which notices can be asked for: it may start the worker that shows them. */
  push?: boolean
  /** A page with the map, whose engine starts a worker of this site. */
  map?: boolean
}

/** What Google names for its reCAPTCHA. */
const RECAPTCHA = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
} as const

/** What a page may do in the browser: nothing that is not named here. */
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
    // Only what says so itself may stand in a frame: the messages of the outbox.
    `frame-src ${["'self'", ...google.frames].join(' ')}`,
    "manifest-src 'self'",
    `form-action ${["'self'", ...forms].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // No script of ours writes HTML or script addresses.
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
    // A frame of Google's says nothing about who may hold it.
    ['cross-origin-embedder-policy', captcha ? 'unsafe-none' : 'credentialless'],
    ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
    ...(https
      ? ([['strict-transport-security', 'max-age=63072000; includeSubDomains; preload']] as [string, string][])
      : []),
  ]
}

/** Workers lie among the built files, and look after places above them. */
const WORKER = /^\/assets\/(area|push-only)-worker-/

/** The worker of the map begins as a page does, and not as a part of one: with rules of its own, or a browser does not start it. */
const MAP_WORKER = /^\/assets\/maplibre-gl-worker-/

/** What holds of a file that is a part of a page: it runs nothing and shows nothing by itself. */
const OF_A_PART = new Set(['x-content-type-options', 'cross-origin-resource-policy', 'strict-transport-security'])

/** Headers of a built file: of a drawing all of them, for a browser opens it as a document, whose scripts would run. */
export function fileHeaders(type: string, path: string, circumstances: Circumstances): [string, string][] {
  const all = securityHeaders(circumstances)
  if (/svg|xml|html/.test(type) || MAP_WORKER.test(path)) return all
  const own = all.filter(([name]) => OF_A_PART.has(name))
  return WORKER.test(path) ? [...own, ['service-worker-allowed', '/']] : own
}
