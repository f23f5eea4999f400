/**
 * What to do after a mail server's answer: correct the address, wait (`later`), wait until the mailbox has room
 * (`full`), or look at the sender or the settings of the server. `null` where the answer tells none of these.
 */
export type MailAdvice = 'address' | 'later' | 'full' | 'sender' | 'server'

/** Reads a server's answer, by its codes (RFC 3463) where it has them: `550 5.1.1 <ana@example.org>: User unknown`. */
export function readMailAnswer(words: string): MailAdvice | null {
  const found = /^([45])\d\d(?:[ -][45]\.(\d{1,3}\.\d{1,3}))?/.exec(words)
  // Without a code no server answered, or it let nobody in.
  if (!found) return 'server'
  const [, kind, detail = ''] = found
  if (/^53[0458]\b/.test(words)) return 'server'
  if (detail === '2.2' || /(?:mailbox|quota|caixa)[^.]*(?:full|exceeded|cheia)/i.test(words)) return 'full'
  if (kind === '4') return 'later'
  if (
    detail.startsWith('1.') ||
    /(?:user|mailbox|recipient)[^.]*(?:unknown|not found|unavailable)|no such/i.test(words)
  )
    return 'address'
  return detail.startsWith('7.') || words.startsWith('553') ? 'sender' : null
}
