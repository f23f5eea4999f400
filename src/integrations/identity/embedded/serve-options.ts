import { parseArgs } from 'node:util'
import { createRemoteJWKSet } from 'jose'
import { z } from 'zod'
import { DEFAULT_POLICY, type PasswordPolicy } from './policy.ts'
import type { Project } from './project.ts'

/** Options of `identity:serve`, from its command line. */
export type ServeOptions = { port: number; projectId: string; data: string | null; project: Partial<Project> }

/** Thrown for a wrong option; the terminal shows what would be right. */
export class ServeMisused extends Error {
  override readonly name = 'ServeMisused'
}

const policyShape = z.strictObject({
  minPasswordLength: z.int().min(1).max(4_096).optional(),
  maxPasswordLength: z.int().min(1).max(4_096).optional(),
  containsLowercaseCharacter: z.boolean().optional(),
  containsUppercaseCharacter: z.boolean().optional(),
  containsNumericCharacter: z.boolean().optional(),
  containsNonAlphanumericCharacter: z.boolean().optional(),
  forceUpgradeOnSignin: z.boolean().optional(),
})

/** Reads the options. Throws `ServeMisused`. */
export function readServeOptions(args: readonly string[]): ServeOptions {
  const { port, project, data, policy, privacy, google, 'sign-up': signUp } = readArguments(args)
  const number = Number(port)
  if (port === undefined || !Number.isInteger(number) || number < 0 || number > 65_535)
    throw new ServeMisused('Say where: --port N (0 takes a free one).')
  return {
    port: number,
    projectId: project,
    data: data ?? null,
    project: {
      passwordPolicy: readPolicy(policy),
      emailPrivacy: oneOf('--privacy', privacy, ['on', 'off']) === 'on',
      signUp: oneOf('--sign-up', signUp, ['anyone', 'office']),
      providers: google === undefined ? [] : [googleOf(google)],
    },
  }
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        project: { type: 'string', default: 'demo-volante' },
        data: { type: 'string' },
        policy: { type: 'string', default: 'default' },
        privacy: { type: 'string', default: 'on' },
        'sign-up': { type: 'string', default: 'anyone' },
        google: { type: 'string' },
      },
    }).values
  } catch (error) {
    throw new ServeMisused(error instanceof Error ? error.message : String(error))
  }
}

/** Reads the policy: `none` is that of a project without a policy, six characters; another one is written as the service writes it. */
function readPolicy(text: string): PasswordPolicy | null {
  if (text === 'none') return null
  if (text === 'default') return DEFAULT_POLICY
  try {
    const { forceUpgradeOnSignin, ...options } = policyShape.parse(JSON.parse(text))
    const entries = Object.entries({ ...options, forceUpgradeOnSignin }).filter(([, value]) => value !== undefined)
    return Object.fromEntries(entries)
  } catch {
    throw new ServeMisused(`--policy is none, default, or JSON such as {"minPasswordLength":10}.`)
  }
}

function oneOf<Choice extends string>(name: string, value: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === value)
  if (!found) throw new ServeMisused(`${name} is ${choices.join(' or ')}.`)
  return found
}

/** Accepts Google sign-ins for this client id: its keys are fetched when somebody signs in with it. */
function googleOf(audience: string): NonNullable<Project['providers']>[number] {
  return {
    id: 'google.com',
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    audience,
    keys: createRemoteJWKSet(new URL('https://www.googleapis.com/oauth2/v3/certs')),
    federatedIdPrefix: 'https://accounts.google.com/',
  }
}
