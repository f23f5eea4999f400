import { isOneAddress } from './email.ts'
import { readPhone } from './identifiers.ts'

/**
 * Why no mail goes to a person: the record lacks an address or has a bad one, the installation has no mail server, or
 * this event is not mailed.
 */
export type NoMailReason = 'no-address' | 'bad-address' | 'no-server' | 'not-mailed'

/** Result of a mail: it waits, was sent by a mail server, was only kept as a file, or was given up. */
export type MailResult = 'waiting' | 'sent' | 'kept' | 'dead'

/** Ways to reach a person. */
export type Means = {
  /** Whether the person has an open account, with which they read their own area. */
  hasAccount: boolean
  email: string | null
  phone: string | null
  /** Whether the person has a browser that asked for notices of this kind, on a phone or elsewhere. */
  hasPush?: boolean
  /** Whether the person wants WhatsApp, and the company sends this kind of notice by it. */
  hasWhatsApp?: boolean
}

/** Channels of the installation, and those that this event uses. */
export type Channels = { hasMailServer: boolean; inArea: boolean; byMail: boolean }

/** How a person is reached: automatically in the own area and by mail, and by hand on the telephone. */
export type Reach = {
  inArea: boolean
  /** Address of the mail; `null`: none is sent, for the reason in `lack`. */
  mail: string | null
  lack: NoMailReason | null
  /** Whether the message rings on a phone too; that alone does not count as telling the person, because a phone forgets. */
  onPhone: boolean
  /** Whether WhatsApp is tried first, and mail only if that does not arrive. */
  byWhatsApp: boolean
  /** Number for a WhatsApp conversation opened by hand; nothing is sent automatically. */
  phone: string | null
}

/** Works out whether and how a person is reached. A person without own area and mail is not. */
export function reachOf(
  { hasAccount, email, phone, hasPush = false, hasWhatsApp = false }: Means,
  { hasMailServer, inArea, byMail }: Channels,
): Reach {
  const lack = !byMail
    ? 'not-mailed'
    : email === null
      ? 'no-address'
      : !isOneAddress(email)
        ? 'bad-address'
        : hasMailServer
          ? null
          : 'no-server'
  return {
    inArea: inArea && hasAccount,
    mail: lack === null ? email : null,
    lack,
    onPhone: hasPush,
    byWhatsApp: hasWhatsApp,
    phone: phone === null ? null : readPhone(phone),
  }
}

/** Whether it reaches the person automatically. */
export function isReached({ inArea, mail }: Pick<Reach, 'inArea' | 'mail'>): boolean {
  return inArea || mail !== null
}

/**
 * Counts for many people told at once: how many by each channel, how many have a number for WhatsApp, and how many are
 * not reached automatically.
 */
export type ReachCounts = {
  all: number
  inArea: number
  mail: number
  onPhone: number
  /** Number of people to whom WhatsApp goes automatically. */
  byWhatsApp: number
  whatsApp: number
  nobody: number
}

export function countReach(reaches: Iterable<Reach>): ReachCounts {
  const allReaches = [...reaches]
  const count = (is: (reach: Reach) => boolean) => allReaches.filter(is).length
  return {
    all: allReaches.length,
    inArea: count(({ inArea }) => inArea),
    mail: count(({ mail }) => mail !== null),
    onPhone: count(({ onPhone }) => onPhone),
    byWhatsApp: count(({ byWhatsApp }) => byWhatsApp),
    whatsApp: count((reach) => !isReached(reach) && reach.phone !== null),
    nobody: count((reach) => !isReached(reach)),
  }
}
