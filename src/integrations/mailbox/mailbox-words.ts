import type { ConnectionTrouble } from '#integrations/connections/connection-fault.ts'

/** Encryption of a mailbox: from the first byte, after the greeting, or none, which is only for this machine. */
export const MAILBOX_SAFETIES = ['tls', 'start-tls', 'none'] as const
export type MailboxSafety = (typeof MAILBOX_SAFETIES)[number]

/** Faults of a mailbox, and what each means for the account: a network fault never makes an account count as dead. */
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
