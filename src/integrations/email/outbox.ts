import { mkdir, writeFile } from 'node:fs/promises'
import { createTransport } from 'nodemailer'
import { dataPath } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import { type Email, envelope } from './letter.ts'

/** Replaces a mail server: each letter becomes a file in the data directory that any mail program opens. */
export function outbox(): Email {
  return {
    send: async (letter) => {
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(envelope(letter))
      const name = `${letter.id.replaceAll(/[^\w.-]/g, '_')}.eml`
      await mkdir(dataPath('outbox'), { recursive: true, mode: 0o700 })
      await writeFile(dataPath('outbox', name), message, { mode: 0o600 })
      log.info({ file: name }, 'a message was written to the outbox folder')
      return { outcome: 'sent', via: 'outbox' }
    },
  }
}
