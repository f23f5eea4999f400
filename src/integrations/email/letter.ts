import type { SendMailOptions } from 'nodemailer'

/** A message to one person. `id` is its `Message-ID`: the same for every try, so that a repeated one is recognised. */
export type Letter = {
  id: string
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
}

/**
 * Result of one try to deliver. `later`: worth trying again; `never`: refused for good; `away`: the mail server was not
 * reached, or let nobody in, which says nothing about this letter. `reason` is the other side's own words.
 */
export type Delivery =
  | { outcome: 'sent'; via: 'smtp' | 'outbox' }
  | { outcome: 'later' | 'never' | 'away'; reason: string }

/**
 * Why a mail server can't be used: its name is unknown, nobody answers there, it is silent, encryption failed, its
 * certificate is not to be trusted, it refuses our sign-in, or another reason.
 */
export type MailFaultKind = 'unknown' | 'closed' | 'silent' | 'encryption' | 'certificate' | 'sign-in' | 'refused'
/** Why a mail server can't be used, with the other side's own words. */
export type MailFault = { kind: MailFaultKind; words: string }

/** Port for sending e-mail. Answers the result of a letter; throws only for a defect of ours. */
export type Email = { send: (letter: Letter) => Promise<Delivery> }

/** Makes a letter for nodemailer. Addresses are objects: in a string nodemailer would read further recipients. */
export function envelope({ id, from, to, subject, text, html }: Letter): SendMailOptions {
  return {
    messageId: `<${id}>`,
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
