import type { IdentityFinding } from '#integrations/identity/self-check.ts'
import type { Translator } from '#messages/catalogue.ts'

/** Writes a finding of the identity service's self-check as a sentence that says what to do. */
export function identityWords({ check, fault, stops, params }: IdentityFinding, t: Translator): string {
  if (fault === null) return `✓ ${t(`cli.identity.well.${check}`, params)}`
  return `${stops ? '✗' : '!'} ${t(`cli.identity.wrong.${fault}`, params)}`
}
