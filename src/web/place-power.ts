import { createContext, useContext } from 'react'
import { hasPower } from '#domain/access.ts'
import type { MessageKey } from '#messages/catalogue.ts'
import { placeAt, powerAt } from './places.ts'
import { useShell } from './shell/shell.ts'

/** Why nothing can be sent about the record that is open, whoever reads: it was put away. */
export const ClosedRecord = createContext<MessageKey | null>(null)

/** Why a form to this place is closed to the reader; null while it can be sent. */
export function useClosed(place: string): MessageKey | null {
  const record = useContext(ClosedRecord)
  const maySend = useMaySend(place)
  return maySend ? record : 'common.form.closed'
}

/** Whether the reader may send a form to this place: the server asks again. */
export function useMaySend(place: string): boolean {
  const user = useShell()?.user
  const power = powerAt(place)
  return power === null || (user != null && hasPower(user, power))
}

/** Whether a link is worth following for the reader: one to a form alone is, for whoever may send it; so is one to a file. */
export function useMayFollow(place: string): boolean {
  const maySend = useMaySend(place)
  const kind = placeAt(place)?.kind
  return maySend || (kind !== 'form' && kind !== 'file')
}
