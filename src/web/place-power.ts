import { createContext, useContext } from 'react'
import { type User, hasPower } from '#domain/access.ts'
import type { MessageKey } from '#messages/catalogue.ts'
import { placeAt, powerAt } from './places.ts'
import { useShell } from './shell/shell.ts'

/** Why no form about the open record can be sent, whoever reads it: the record was merged or removed. */
export const ClosedRecord = createContext<MessageKey | null>(null)

/** Why the reader can't send a form to this place; `null` if they can. */
export function useClosed(place: string): MessageKey | null {
  const record = useContext(ClosedRecord)
  const isOpen = useMaySend(place)
  return isOpen ? record : 'common.form.closed'
}

/** Whether the reader may send a form to this place, for what the page shows: the server checks again. */
export function useMaySend(place: string): boolean {
  return maySend(useShell()?.user, place)
}

/** Whether a link is worth following for the reader. A place that is only a form, or a file, is for those with its power alone. */
export function useMayFollow(place: string): boolean {
  return useFollows()(place)
}

/** Answers of any place whether the reader may follow a link to it. */
export function useFollows(): (place: string) => boolean {
  const user = useShell()?.user
  return (place) => {
    const kind = placeAt(place)?.kind
    return (kind !== 'form' && kind !== 'file') || maySend(user, place)
  }
}

function maySend(user: User | null | undefined, place: string): boolean {
  const power = powerAt(place)
  return power === null || (user != null && hasPower(user, power))
}
