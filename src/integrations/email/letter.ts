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
 * What became of a try. `later`: worth trying again; `never`: refused for good; `away`: the mail server was not reached, or let
 * nobody in, which says nothing about this letter. `reason` is the other side's own words.
 */
export type Delivery =
  | { outcome: 'sent'; via: 'smtp' | 'outbox' }
  | { outcome: 'later' | 'never' | 'away'; reason: string }

/** Why a mail server can't be used: there is none of that name, nobody answers there, it is silent, encryption failed, it lets nobody in, or else. */
export type MailFaultKind = 'unknown' | 'closed' | 'silent' | 'encryption' | 'sign-in' | 'refused'
/** Why a mail server can't be used, with the other side's own words. */
export type MailFault = { kind: MailFaultKind; words: string }

/** The way out for e-mail. Answers what became of the letter; throws only for a defect of ours. */
export type Email = { send: (letter: Letter) => Promise<Delivery> }

/** A letter as nodemailer takes it. Addresses are objects: of a string it would read any recipients that are in it. */
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
