import { isOneAddress } from './email.ts'
import { readPhone } from './identifiers.ts'

/** Why a mail to somebody does not go out: of the record, of the house, or of this event, which nobody is mailed. */
export type MailLack = 'no-address' | 'bad-address' | 'no-server' | 'not-mailed'

/** What became of a mail: it waits, left by a mail server, was only kept as a file, or was given up. */
export type MailFate = 'waiting' | 'sent' | 'kept' | 'dead'

/** What is known of a person by which they can be told something. */
export type Means = {
  /** An account that is open: the own area is read with it. */
  hasAccount: boolean
  email: string | null
  phone: string | null
  /** Browsers that asked for notices of this kind, on a phone or elsewhere. */
  hasPush?: boolean
  /** The person wants WhatsApp, and the company sends this kind of notice by it. */
  hasWhatsApp?: boolean
}

/** What the house has to tell something by, and what of it this event takes. */
export type Ways = { hasMailServer: boolean; inArea: boolean; byMail: boolean }

/** How somebody is told something: by itself in the own area and by mail, and by hand to a telephone. */
export type Reach = {
  inArea: boolean
  /** Where the mail goes; `null`: none goes out, for what `lack` says. */
  mail: string | null
  lack: MailLack | null
  /** The message rings on a phone too; that alone does not count as telling somebody, because a phone forgets. */
  onPhone: boolean
  /** WhatsApp goes first, and the mail only where that does not arrive. */
  byWhatsApp: boolean
  /** A number that WhatsApp can be opened with; nothing leaves by itself. */
  phone: string | null
}

/** Whether and how somebody is told something. Nobody who is not in the area and gets no mail was told by it. */
export function reachOf(
  { hasAccount, email, phone, hasPush = false, hasWhatsApp = false }: Means,
  { hasMailServer, inArea, byMail }: Ways,
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

/** Whether it gets to them without somebody's hand. */
export function isReached({ inArea, mail }: Pick<Reach, 'inArea' | 'mail'>): boolean {
  return inArea || mail !== null
}

/** Of many who are told at once: how many by which way, how many have a number for WhatsApp, and how many nothing gets to by itself. */
export type ReachCounts = {
  all: number
  inArea: number
  mail: number
  onPhone: number
  /** WhatsApp goes to them by itself. */
  byWhatsApp: number
  whatsApp: number
  nobody: number
}

export function countReach(reaches: Iterable<Reach>): ReachCounts {
  const all = [...reaches]
  const count = (is: (reach: Reach) => boolean) => all.filter(is).length
  return {
    all: all.length,
    inArea: count(({ inArea }) => inArea),
    mail: count(({ mail }) => mail !== null),
    onPhone: count(({ onPhone }) => onPhone),
    byWhatsApp: count(({ byWhatsApp }) => byWhatsApp),
    whatsApp: count((reach) => !isReached(reach) && reach.phone !== null),
    nobody: count((reach) => !isReached(reach)),
  }
}
