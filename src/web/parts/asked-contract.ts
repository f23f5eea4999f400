import type { z } from 'zod'
import { contractChoice } from '#features/contracts/schema.ts'

type Choice = z.output<typeof contractChoice>

/** The contract that is being written, as text for an address. */
export function contractMark({ driver, kind, language, follows }: Choice): string {
  return [driver, kind, language, ...(follows === null ? [] : [follows])].join('.')
}

/** The contract that a form was opened from (`?contract=`), as its text; `null` if the address names none or it cannot be read. */
export function askedContract(query: URLSearchParams): string | null {
  const mark = query.get('contract')
  return mark !== null && choiceOf(mark).success ? mark : null
}

/** The page on which that contract is being written. */
export function contractPlace(mark: string): string {
  const { follows, ...choice } = choiceOf(mark).data ?? {}
  return `/admin/contracts/new?${new URLSearchParams({ ...choice, ...(follows ? { follows } : {}) })}`
}

function choiceOf(mark: string) {
  const [driver, kind, language, follows] = mark.split('.')
  return contractChoice.safeParse({ driver, kind, language, follows })
}
