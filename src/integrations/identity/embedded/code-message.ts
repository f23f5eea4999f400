export type Language = 'pt' | 'en'

/** What following the link of a message does. */
export type CodeType = 'PASSWORD_RESET' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL' | 'RECOVER_EMAIL'

/** A message with a one-time code, to be written and mailed by whoever has the words. */
export type CodeMessage = {
  type: CodeType
  /** Where it goes: the new address, when that is to be confirmed. */
  to: string
  /** The address of the account. */
  email: string
  displayName: string | null
  code: string
  link: string
  language: Language
}
