/** Version of the consent texts and purposes: when it is raised, everybody is asked again. */
export const CONSENT_VERSION = 1

/** Purposes that a visitor may allow beyond what the site needs, each separately (Lei 41/2004, art. 5; RGPD art. 7). */
export const PURPOSES = ['analytics', 'advertising'] as const
export type Purpose = (typeof PURPOSES)[number]

/** An answer as it was given: when, to which version, under a random id that is linked to nobody. */
export type Consent = {
  readonly id: string
  readonly version: number
  readonly purposes: readonly Purpose[]
  /** Time of the answer in whole seconds since 1970, UTC. */
  readonly seconds: number
}

const LETTERS = { analytics: 'a', advertising: 'p' } as const satisfies Record<Purpose, string>
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Letter for "only what is necessary". */
const NOTHING = 'n'

/** Writes the purposes as letters: `ap`, `a`, `p`, or `n` for none. */
function lettersOf(purposes: readonly Purpose[]): string {
  return (
    PURPOSES.filter((purpose) => purposes.includes(purpose))
      .map((purpose) => LETTERS[purpose])
      .join('') || NOTHING
  )
}

/** Writes an answer as the browser keeps it: `1.ap.1781078400.7f0c…`. */
export function writeConsent({ version, purposes, seconds, id }: Consent): string {
  return [version, lettersOf(purposes), seconds, id].join('.')
}

/** Reads what `writeConsent` wrote; `null` for anything else, and for an answer to another version. */
export function readConsent(text: string): Consent | null {
  const [version, letters, seconds, id, ...more] = text.split('.')
  const purposes = letters === undefined ? null : purposesOf(letters)
  if (version !== String(CONSENT_VERSION) || purposes === null || more.length > 0) return null
  if (!/^\d{9,11}$/.test(seconds ?? '') || !UUID.test(id ?? '')) return null
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the test above refused what has none
  return { version: CONSENT_VERSION, purposes, seconds: Number(seconds), id: id! }
}

/** Reads what an answer to this version allows, from its version and letters alone; `null` when it is none. */
export function readAllowed(text: string): readonly Purpose[] | null {
  const [version, letters = ''] = text.split('.')
  return version === String(CONSENT_VERSION) ? purposesOf(letters) : null
}

function purposesOf(letters: string): readonly Purpose[] | null {
  const purposes = PURPOSES.filter((purpose) => letters.includes(LETTERS[purpose]))
  return lettersOf(purposes) === letters ? purposes : null
}
