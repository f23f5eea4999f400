import type { ConnectionTrouble } from '#integrations/connections/connection-fault.ts'

/** How a mailbox is reached: encrypted from the first byte, after the greeting, or not at all, which is for this machine alone. */
export const MAILBOX_SAFETIES = ['tls', 'start-tls', 'none'] as const
export type MailboxSafety = (typeof MAILBOX_SAFETIES)[number]

/** What was wrong, in a word, and what that means for the account: nobody's is called dead because of a network. */
export const MAILBOX_FAULTS = {
  'sign-in': 'credentials',
  folder: 'access',
  encryption: 'answer',
  answer: 'answer',
  busy: 'busy',
  unreachable: 'unreachable',
  slow: 'unreachable',
  cut: 'unreachable',
} as const satisfies Record<string, ConnectionTrouble>
export type MailboxFault = keyof typeof MAILBOX_FAULTS
