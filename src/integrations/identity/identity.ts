import type { Device } from './calls.ts'
import { identityClient, type IdentityClient } from './client.ts'
import { ADDRESS_HEADER } from './embedded/embedded-identity.ts'
import { embeddedTarget } from './here.ts'
import { emulatorTarget, hostedTarget } from './hosted.ts'
import { identitySettings } from './settings.ts'
import { REMEMBER_HEADER } from './signed-in.ts'
import type { IdentityTarget } from './target.ts'
import { ofOperator } from '#platform/operator.ts'

/** Person for whom the service is called; `remembered` is the token that it once gave this browser. */
export type Visitor = { address: string; device: Device; remembered: string | null }

const NO_VISITOR: Visitor = { address: '', device: 'desktop', remembered: null }

/** For calls beside something else, and within a change: they must not take long. */
export const NO_VISITOR_BRIEFLY: Visitor = { ...NO_VISITOR, device: 'brief' }

/** Whether the people in `users` are the identity service's own: true for the embedded one. */
export function isIdentityEmbedded(): boolean {
  return identitySettings().kind === 'embedded'
}

/**
 * Whether this site may vouch for a person to its identity service, and makes the codes of messages itself. A hosted
 * service requires a service account for that, and mails by itself without one.
 */
export function vouchesForPeople(): boolean {
  return currentTarget().target.bearer !== null
}

/** Answers the identity service of this installation, by its current settings. */
export function identity({ address, device, remembered }: Visitor = NO_VISITOR): IdentityClient {
  const { target, isOurs } = currentTarget()
  const headers = {
    ...(address && { [ADDRESS_HEADER]: address }),
    ...(remembered && { [REMEMBER_HEADER]: remembered }),
  }
  return identityClient(target, { device, headers: isOurs ? headers : {} })
}

/**
 * Current target. `isOurs`: the embedded service or one on this machine, which counts tries by person; Google is told
 * nothing about the person.
 */
const current = ofOperator<{ settings: string; target: IdentityTarget; isOurs: boolean } | null>(() => null)

/** Keeps one target as long as the settings stay the same, because it holds keys and tokens. */
function currentTarget() {
  const settings = identitySettings()
  const text = JSON.stringify(settings)
  if (current.value?.settings === text) return current.value
  if (settings.kind === 'fault') throw new Error(`The identity service is not well configured: ${settings.fault}.`)
  const target =
    settings.kind === 'hosted'
      ? hostedTarget(settings)
      : settings.kind === 'emulator'
        ? emulatorTarget(settings.host, settings.projectId)
        : embeddedTarget()
  current.value = { settings: text, target, isOurs: settings.kind !== 'hosted' }
  return current.value
}
