/** A session in a person's list. Moments are text. */
export type SessionInList = {
  id: string
  signedInAt: string
  seenAt: string
  address: string | null
  userAgent: string | null
  provider: string
  withSecondFactor: boolean
}
