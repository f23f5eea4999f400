import { isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import { PROJECT_ROOT } from './root.ts'

/** Every setting from outside, with what its absence means. With none set, the product runs. */
const settings = z.object({
  /** `production` seeds nothing, prints no password and wants PUBLIC_URL. */
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  /** Port of the site; 0 takes a free one. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Address to listen on; loopback unless production says otherwise. */
  HOST: z.string().default('127.0.0.1'),
  /** Where the site is reached from outside: links, same-origin check, cookie. Absent: http://localhost:PORT. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Folder of database, files, secrets and outbox. */
  VOLANTE_DATA: z.string().min(1).default('data'),
  /** Any PostgreSQL ≥ 15; absent: the embedded one in VOLANTE_DATA. */
  DATABASE_URL: z.string().min(1).optional(),
  /** The role that owns the schema and migrates it, when DATABASE_URL is a lesser one; absent: the same. */
  DATABASE_OWNER_URL: z.string().min(1).optional(),
  /** Proxies in front whose X-Forwarded-For is believed. */
  TRUST_PROXY: z.coerce.number().int().min(0).default(0),
  /** Mail server; absent: messages are written to VOLANTE_DATA/outbox. */
  SMTP_URL: z.string().min(1).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export type Env = z.output<typeof settings>

/** The settings, read at each call so that a test or a command line flag may set one first. */
export function env(): Env {
  const present = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  // The launcher runs React's production build in every mode and says here which mode was meant.
  return settings.parse({ ...present, ...(present['VOLANTE_MODE'] ? { NODE_ENV: present['VOLANTE_MODE'] } : {}) })
}

/** Absolute path inside the data directory. */
export function dataPath(...parts: string[]): string {
  const folder = env().VOLANTE_DATA
  return join(isAbsolute(folder) ? folder : resolve(PROJECT_ROOT, folder), ...parts)
}

export function isProduction(): boolean {
  return env().NODE_ENV === 'production'
}
