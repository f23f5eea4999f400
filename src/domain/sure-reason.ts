import type { SuggestionReason } from './candidate.ts'
import { isSameName } from './driver-list.ts'

/**
 * Whether a suggested driver may be accepted without looking at the row: by the same e-mail or phone, or by the whole
 * name in the row (`label`) if no two drivers have that name. Part of a name, and being the only driver missing in the
 * file, are for a person to look at.
 */
export function isSureReason(
  reason: SuggestionReason,
  { label, drivers }: { label: string; drivers: readonly { name: string }[] },
): boolean {
  if (reason.by === 'only') return false
  if (reason.by !== 'name') return true
  return isSameName(label, reason.value) && drivers.filter(({ name }) => isSameName(name, reason.value)).length < 2
}
