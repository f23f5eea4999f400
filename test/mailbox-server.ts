import { createRequire } from 'node:module'
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { once } from 'node:events'

/** The parts of `hoodiecrow-imap`, which has no types, that this file uses. */
type Hoodiecrow = {
  server: Server
  listen: (port: number, host: string, done: () => void) => void
  appendMessage: (folder: string, flags: string[], date: string | undefined, raw: string) => void
  getMailbox: (name: string) => { messages: { raw: string; uid: number }[]; uidvalidity: number } | undefined
}
const require = createRequire(import.meta.url)
const hoodiecrow = require('hoodiecrow-imap') as (options: object) => Hoodiecrow

export const MAILBOX_LOGIN = { login: 'semana@frota.pt', password: 'segredo-da-caixa' }

type Part = { name: string; bytes: Uint8Array | string; type?: string; encoding?: 'base64' | '8bit'; inline?: boolean }

/** A mail with files, as a program sends it. */
export function aMail({
  from = 'relatorios@uber.example',
  proof = '',
  parts = [],
}: {
  from?: string
  proof?: string
  parts?: readonly Part[]
}): string {
  const files = parts.map(({ name, bytes, type = 'text/csv', encoding = 'base64', inline = false }) =>
    [
      `Content-Type: ${type}; name="=?utf-8?B?${Buffer.from(name).toString('base64')}?="`,
      `Content-Disposition: ${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
      `Content-Transfer-Encoding: ${encoding}`,
      '',
      encoding === 'base64'
        ? Buffer.from(bytes as Uint8Array)
            .toString('base64')
            .replaceAll(/.{76}/g, '$&\r\n')
        : String(bytes),
    ].join('\r\n'),
  )
  const letter = ['Content-Type: text/plain; charset=utf-8', '', 'Segue em anexo.'].join('\r\n')
  return [
    ...(proof === '' ? [] : [`Authentication-Results: ${proof}`]),
    `From: Relatórios <${from}>`,
    'To: semana@frota.pt',
    'Subject: Semana',
    'Date: Mon, 08 Jun 2026 08:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="limite"',
    '',
    ...[letter, ...inGroups(files)].map((part) => `--limite\r\n${part}`),
    '--limite--',
    '',
  ].join('\r\n')
}

/**
 * Puts files into nested parts: the server of these tests knows only nine parts side by side, and programs that send
 * mail nest parts too.
 */
function inGroups(files: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(files.length / 8) }, (_, group) =>
    [
      `Content-Type: multipart/mixed; boundary="grupo-${group}"`,
      '',
      ...files.slice(group * 8, group * 8 + 8).map((part) => `--grupo-${group}\r\n${part}`),
      `--grupo-${group}--`,
    ].join('\r\n'),
  )
}

/**
 * A mail server on this machine that speaks IMAP (RFC 3501, 6851), with faults on the way to it: `cutAfter` breaks each
 * connection off after that many bytes, and `hold` lets nothing through.
 */
export async function aMailbox(mails: readonly string[] = []) {
  const server = hoodiecrow({
    plugins: ['ID', 'SASL-IR', 'NAMESPACE', 'UIDPLUS', 'ENABLE', 'LITERALPLUS', 'UNSELECT', 'SPECIAL-USE', 'MOVE'],
    storage: { INBOX: { messages: mails.map((raw) => ({ raw })) }, '': { folders: { Guardados: {} } } },
    users: { [MAILBOX_LOGIN.login]: { password: MAILBOX_LOGIN.password } },
  })
  // The server writes line by line: with Nagle's algorithm each line would wait 40 ms until the one before was acknowledged.
  server.server.on('connection', (socket) => socket.setNoDelay())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // As above: of a thousand short answers each would come 40 ms late.
  server.server.on('connection', (socket: Socket) => socket.setNoDelay())
  const behind = (server.server.address() as AddressInfo).port
  const way: { cutAfter: number; isHeld: boolean; received: string } = {
    cutAfter: Infinity,
    isHeld: false,
    received: '',
  }
  const sockets = new Set<Socket>()
  const front = createServer({ noDelay: true }, (socket) => {
    const inner = new (socket.constructor as new () => Socket)()
    inner.setNoDelay()
    inner.connect(behind, '127.0.0.1')
    let sent = 0
    for (const one of [socket, inner]) {
      one.setNoDelay()
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => sockets.delete(one))
    }
    socket.on('data', (bytes: Buffer) => {
      way.received += bytes.toString('latin1')
      if (!way.isHeld) inner.write(bytes)
    })
    inner.on('data', (bytes: Buffer) => {
      if (way.isHeld) return
      sent += bytes.length
      if (sent <= way.cutAfter) socket.write(bytes)
      else {
        socket.write(bytes.subarray(0, Math.max(0, bytes.length - (sent - way.cutAfter))))
        socket.destroy()
      }
    })
    socket.on('close', () => inner.destroy())
    inner.on('close', () => socket.destroy())
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  return {
    way,
    port: (front.address() as AddressInfo).port,
    receive: (raw: string) => server.appendMessage('INBOX', [], undefined, raw),
    /** How many mails lie in a folder. */
    count: (folder: string) => server.getMailbox(folder)?.messages.length ?? 0,
    /** Renumbers the folder: its numbers now name other mails. */
    renumber: (validity: number) => {
      const inbox = server.getMailbox('INBOX')
      if (inbox) inbox.uidvalidity = validity
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      front.close()
      server.server.close()
      await once(server.server, 'close')
    },
  }
}
