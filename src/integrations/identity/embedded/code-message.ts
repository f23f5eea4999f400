export type Language = 'pt' | 'en'

/** Action of the link in a message. */
export type CodeType = 'PASSWORD_RESET' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL' | 'RECOVER_EMAIL'

/** A message with a one-time code, to be written and mailed by a caller who has the words. */
export type CodeMessage = {
  type: CodeType
  /** Recipient: the new address, if that is to be confirmed. */
  to: string
  /** Address of the account. */
  email: string
  displayName: string | null
  code: string
  link: string
  language: Language
}
