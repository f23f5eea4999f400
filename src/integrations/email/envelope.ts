import type { SendMailOptions } from 'nodemailer'
import type { Letter } from './email.ts'

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
