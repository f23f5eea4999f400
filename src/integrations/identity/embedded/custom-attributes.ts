import { z } from 'zod'
import { roleFrom } from '#domain/access.ts'
import { fault } from './fault.ts'

const LONGEST = 1_000
/** Claims that every token has anyway. */
const RESERVED = [
  'iss',
  'aud',
  'sub',
  'iat',
  'exp',
  'nbf',
  'jti',
  'nonce',
  'azp',
  'acr',
  'amr',
  'cnf',
  'auth_time',
  'firebase',
  'at_hash',
  'c_hash',
]

/** Reads custom claims as the office sends them, a JSON text; the role is separate, because it has its own column. */
export function readCustomAttributes(written: string): { role: string; claims: string } {
  if (written.length > LONGEST) throw fault('CLAIMS_TOO_LARGE')
  const { role, ...others } = parse(written === '' ? '{}' : written)
  const forbidden = RESERVED.find((name) => name in others)
  if (forbidden) throw fault('FORBIDDEN_CLAIM', forbidden)
  return { role: roleFrom(role), claims: JSON.stringify(others) }
}

function parse(written: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(written))
  } catch {
    throw fault('INVALID_CLAIMS')
  }
}
