import { join, resolve } from 'node:path'
import { z } from 'zod'
import { currentOperator, isHosted, ofOperator } from './operator.ts'
import { PROJECT_ROOT } from './root.ts'

/** Ids of advertising and analytics accounts, as they stand in addresses. */
const TAG_ID = /^[\w-]{3,40}$/

/** Every setting from outside, with what its absence means. The product runs with none set. */
const settings = z.object({
  /** `production` seeds nothing, prints no password and wants PUBLIC_URL. */
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  /** Port of the site; 0 takes a free one. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Address to listen on; loopback unless production says otherwise. */
  HOST: z.string().default('127.0.0.1'),
  /** Public address of the site, for links, same-origin check and cookie. Absent: http://localhost:PORT. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Folder of a host that serves many operators in one process (`src/host`); absent: this is one installation. */
  VOLANTE_HOSTED: z.string().min(1).optional(),
  /** Folder of database, files, secrets and outbox. */
  VOLANTE_DATA: z.string().min(1).default('data'),
  /** Any PostgreSQL ≥ 15; absent: the embedded one in VOLANTE_DATA. */
  DATABASE_URL: z.string().min(1).optional(),
  /** The role that owns the schema and migrates it, when DATABASE_URL is a lesser one; absent: the same. */
  DATABASE_OWNER_URL: z.string().min(1).optional(),
  /** A standby of that database, by a role that only reads, for figures; absent: none. */
  DATABASE_READ_URL: z.string().min(1).optional(),
  /** Whether the statements of pages are prepared by name; `plain` behind a pooler that lends connections by the transaction. */
  DATABASE_STATEMENTS: z.enum(['prepared', 'plain']).default('prepared'),
  /**
   * Number of sites that serve this installation at once, each started by itself with these same settings; each takes
   * its share of the database's connections.
   */
  SITES: z.coerce.number().int().min(1).max(16).default(1),
  /** Number of proxies in front whose X-Forwarded-For is trusted. */
  TRUST_PROXY: z.coerce.number().int().min(0).default(0),
  /** Mail server; absent: messages are written to VOLANTE_DATA/outbox. */
  SMTP_URL: z.string().min(1).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  /**
   * Key that signs notices on phones: the private half of a P-256 key, 32 bytes in base64url; absent: made at first
   * need and kept sealed in the database.
   */
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  /** Push services that notices may be sent to, separated by spaces: `host`, `*.host`, or `host:port` for one of the own network. */
  PUSH_SERVICES: z
    .string()
    .regex(/^(\*\.)?[\w.-]+(:\d+)?([\s,]+(\*\.)?[\w.-]+(:\d+)?)*$/)
    .default('fcm.googleapis.com *.push.services.mozilla.com *.push.apple.com *.notify.windows.com'),
  /** Hosted identity service: project and web API key, both or none; absent: the embedded one. */
  FIREBASE_PROJECT_ID: z.string().min(1).optional(),
  FIREBASE_API_KEY: z.string().min(1).optional(),
  /** Its service account: the JSON itself or the path of its file; absent: people can sign in, but the office can't manage accounts. */
  FIREBASE_SERVICE_ACCOUNT: z.string().min(1).optional(),
  /** host:port of an emulator of the identity service, on loopback; never in production. */
  FIREBASE_AUTH_EMULATOR_HOST: z.string().min(1).optional(),
  /** Google sign-in: both or none; absent: no Google button. */
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  /** 32 bytes, in base64 or hex, that seal the tokens in the database; absent: VOLANTE_DATA/secret, made at first use. */
  APP_SECRET: z.string().min(32).optional(),
  /**
   * Keys of the sealed fields and kept files: the keys themselves, or the path of their file; absent:
   * VOLANTE_DATA/field-keys, made at first use.
   */
  FIELD_KEYS: z.string().min(80).optional(),
  FIELD_KEYS_FILE: z.string().min(1).optional(),
  /** Canonical address that a page names: the one without /en in both languages, or each language its own. */
  SEO_CANONICAL: z.enum(['spec', 'self']).default('spec'),
  /** The advertising pixel: its id, and the token its server events need; absent: no pixel, no server events. */
  PIXEL_ID: z.string().regex(TAG_ID).optional(),
  PIXEL_TOKEN: z.string().min(1).optional(),
  /** Host to which the pixel's page events and its server events are sent. */
  PIXEL_HOST: z.url({ protocol: /^https?$/ }).default('https://www.facebook.com'),
  PIXEL_API_HOST: z.url({ protocol: /^https?$/ }).default('https://graph.facebook.com'),
  /** Measurement id of the web analytics, and where page views are sent; absent: no analytics. */
  ANALYTICS_ID: z.string().regex(TAG_ID).optional(),
  ANALYTICS_HOST: z.url({ protocol: /^https?$/ }).default('https://www.google-analytics.com'),
  /** The one Traccar server in the own network that may be asked, as `http://127.0.0.1:8082`; any other must be on the internet. */
  TRACCAR_INSIDE: z.url({ protocol: /^https?$/ }).optional(),
  /** A service on this machine that replaces every platform that is asked, as http://127.0.0.1:4000; never in production. */
  CONNECTIONS_LOCAL: z
    .string()
    .regex(/^http:\/\/(127\.0\.0\.1|localhost):\d{1,5}$/)
    .optional(),
  /** Share of visits, 0 to 1, whose speed is measured by the site itself; 0: none. */
  VITALS_SHARE: z.coerce.number().min(0).max(1).default(0),
  /** Store for kept files: `disk`, in VOLANTE_DATA/files, or `s3://BUCKET/PREFIX`. */
  FILES_STORE: z
    .string()
    .regex(/^(disk|s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](\/[\w.-]+)*\/?)$/)
    .default('disk'),
  /** Another store that holds older files, until `volante files move` has moved them; the disk is always asked. */
  FILES_STORE_BEFORE: z
    .string()
    .regex(/^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](\/[\w.-]+)*\/?$/)
    .optional(),
  /** Address of the bucket's service; absent: Amazon's own address of the region. */
  AWS_ENDPOINT_URL_S3: z.url({ protocol: /^https?$/ }).optional(),
  /** Credentials of the bucket, by AWS's own names: both or none; absent: those of the machine itself, except on a host. */
  AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** Session token, which temporary keys need too. */
  AWS_SESSION_TOKEN: z.string().min(1).optional(),
  AWS_REGION: z.string().min(1).optional(),
  /** Folder of the backups, best on another machine; absent: VOLANTE_DATA/backups. If set, backups are made nightly in every mode. */
  BACKUP_TO: z.string().min(1).optional(),
  /** How often a backup is made automatically: each hour, or each night after three (Lisbon). */
  BACKUP_EVERY: z.enum(['hour', 'night']).default('hour'),
  /** Key that seals the backups: a passphrase, or a file of at least 32 bytes; absent: VOLANTE_DATA/backup.key, made at first use. */
  BACKUP_PASSPHRASE: z.string().min(16).optional(),
  BACKUP_KEY_FILE: z.string().min(1).optional(),
  /** Folder on this machine, by its full path, whose files are imported automatically as a drop; absent: none is watched. */
  DELIVERY_FOLDER: z.string().min(1).optional(),
  /** host:port of a virus scanner (clamd): each document and photo is scanned before it is kept; absent: no scan. */
  CLAMD: z
    .string()
    .regex(/^.+:\d+$/)
    .optional(),
  /** Key and certificate that seal contracts: PEM itself or the path of its file; absent: VOLANTE_DATA/seal.pem, made at first use. */
  VOLANTE_SEAL_KEY: z.string().min(1).optional(),
  VOLANTE_SEAL_CERTIFICATE: z.string().min(1).optional(),
  /** The service that stamps seals with its own clock (RFC 3161), `https://…` or `http://…`; absent: seals have no stamp. */
  VOLANTE_STAMP_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Port on which a monitor reads metrics (Prometheus), at `/metrics`; absent: none. On loopback, unless METRICS_HOST says otherwise. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** Token of the monitor (`Authorization: Bearer …`); needed where METRICS_HOST is not loopback. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /**
   * Address to which traces are sent (OpenTelemetry, OTLP over HTTP); absent: none are written. The exporter reads it,
   * and the headers, itself.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Headers for that address, as `name=value,name=value`. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().min(3).optional(),
  /** The name of the site in traces. */
  OTEL_SERVICE_NAME: z.string().min(1).default('volante'),
  /** Share of the traces that are written, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export type Env = z.output<typeof settings>

/** Settings whose value must not appear on a screen or in a log. */
const SECRETS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'VAPID_PRIVATE_KEY',
  'VOLANTE_SEAL_KEY',
  'FIREBASE_API_KEY',
  'FIREBASE_SERVICE_ACCOUNT',
  'GOOGLE_CLIENT_SECRET',
  'APP_SECRET',
  'FIELD_KEYS',
  'PIXEL_TOKEN',
  'BACKUP_PASSPHRASE',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
])

export type SettingName = keyof Env

/** Lists every setting by its name: the value that counts now, and whether somebody set it. A secret has no value here. */
export function listSettings(): { name: SettingName; isSet: boolean; isSecret: boolean; value: string | null }[] {
  const now = env()
  return (Object.keys(settings.shape) as SettingName[]).map((name) => {
    const isSet = Boolean(settingText(name))
    const isSecret = SECRETS.has(name)
    return { name, isSet, isSecret, value: isSecret ? null : (now[name]?.toString() ?? null) }
  })
}

const NAMES = ['VOLANTE_MODE', ...Object.keys(settings.shape)]
const lastRead = ofOperator<{ from: readonly (string | undefined)[]; env: Env } | null>(() => null)

/**
 * Settings that a host may make for all its operators, unless an operator sets them itself. Every other setting,
 * secrets above all, is an operator's own or unset: one operator never uses another's database, folder or account.
 */
const HOST_SETTINGS: ReadonlySet<string> = new Set([
  'VOLANTE_MODE',
  'NODE_ENV',
  'PORT',
  'HOST',
  'DATABASE_STATEMENTS',
  'TRUST_PROXY',
  'SMTP_URL',
  'MAIL_FROM',
  'PUSH_SERVICES',
  'SEO_CANONICAL',
  'VITALS_SHARE',
  'BACKUP_EVERY',
  'CLAMD',
  'VOLANTE_STAMP_URL',
  'LOG_LEVEL',
])

/** Settings that a host decides for each operator itself: its own database, in one process. */
const NEVER_OF_HOST = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_READ_URL', 'SITES'] as const

/** Lists which of these are set although a host ignores them; `SITES` of 1 is right, because a host is one site. */
export function unusedByHost(set: Readonly<Record<string, string | undefined>> = process.env): string[] {
  return NEVER_OF_HOST.filter((name) => set[name] && !(name === 'SITES' && set[name] === '1'))
}

/** Deletes from this process all settings but those a host makes for all its operators: a command for one operator then reads its own. */
export function forgetSettingsOfNobody(): void {
  for (const name of NAMES) if (!HOST_SETTINGS.has(name) && name !== 'VOLANTE_HOSTED') delete process.env[name]
}

/** Answers what was set for the current operator; empty counts as absent. */
function settingText(name: string): string | undefined {
  if (!isHosted()) return process.env[name] || undefined
  return currentOperator().settings[name] || (HOST_SETTINGS.has(name) && process.env[name]) || undefined
}

/** Whether a setting was set to this value. It reads one setting only, because each connection asks for it. */
export function isSetTo<Name extends SettingName>(name: Name, value: Env[Name]): boolean {
  return settingText(name) === value
}

const PLACES = new Map(NAMES.map((name, at) => [name, at]))

/** Reads one setting, for callers in every request: checking all sixty takes a twelfth of the time of a short answer. */
export function setting<Name extends Exclude<SettingName, 'NODE_ENV'>>(name: Name): Env[Name] {
  const before = lastRead.value
  return before && before.from[PLACES.get(name) ?? -1] === settingText(name) ? before.env[name] : env()[name]
}

/**
 * Reads all settings, at each call, so that a test or a command line flag may set one first; they are validated again
 * when one has changed.
 */
export function env(): Env {
  const from = NAMES.map(settingText)
  const before = lastRead.value
  if (before?.from.every((value, index) => value === from[index])) return before.env
  const present = Object.fromEntries(NAMES.map((name, index) => [name, from[index]]))
  // The launcher runs React's production build in every mode and says here which mode was meant.
  const mode = present['VOLANTE_MODE'] ? { NODE_ENV: present['VOLANTE_MODE'] } : {}
  const now = settings.parse({ ...present, ...mode })
  lastRead.value = { from, env: now }
  return now
}

/** Absolute path inside the data directory. */
export function dataPath(...parts: string[]): string {
  return join(resolve(PROJECT_ROOT, setting('VOLANTE_DATA')), ...parts)
}

/** Absolute path of the host's folder, if this process serves many operators; `null` if it serves one. */
export function hostFolder(): string | null {
  const folder = env().VOLANTE_HOSTED
  return folder === undefined ? null : resolve(PROJECT_ROOT, folder)
}

export function isProduction(): boolean {
  return env().NODE_ENV === 'production'
}
