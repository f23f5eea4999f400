import type { Device } from './calls.ts'
import { identityClient, type IdentityClient } from './client.ts'
import { ADDRESS_HEADER } from './embedded/embedded-identity.ts'
import { embeddedTarget } from './here.ts'
import { emulatorTarget, hostedTarget } from './hosted.ts'
import { identitySettings } from './settings.ts'
import { REMEMBER_HEADER } from './signed-in.ts'
import type { IdentityTarget } from './target.ts'
import { ofOperator } from '#platform/operator.ts'

/** On whose behalf the service is asked; `remembered` is what it once gave this browser. */
export type Visitor = { address: string; device: Device; remembered: string | null }

const NOBODY: Visitor = { address: '', device: 'desktop', remembered: null }

/** For what is asked beside something else, and within a change: nobody waits long for it. */
export const BRIEFLY: Visitor = { ...NOBODY, device: 'brief' }

/** Whether the people of `users` are the identity service's own: it is the embedded one. */
export function keepsPeopleHere(): boolean {
  return identitySettings().kind === 'embedded'
}

/**
 * Whether this site may say to its identity service that somebody is there, and makes the codes of messages itself: a hosted one
 * asks for a service account, and without one mails by itself.
 */
export function vouchesForPeople(): boolean {
  return currentTarget().target.bearer !== null
}

/** The identity service of this installation, as its settings say at this moment. */
export function identity({ address, device, remembered }: Visitor = NOBODY): IdentityClient {
  const { target, isOurs } = currentTarget()
  const headers = {
    ...(address && { [ADDRESS_HEADER]: address }),
    ...(remembered && { [REMEMBER_HEADER]: remembered }),
  }
  return identityClient(target, { device, headers: isOurs ? headers : {} })
}

/** `isOurs`: the embedded service or one on this machine, which counts tries by who asks; Google is told nothing. */
const current = ofOperator<{ settings: string; target: IdentityTarget; isOurs: boolean } | null>(() => null)

/** One target for as long as the settings stay: it keeps keys and bearers. */
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
