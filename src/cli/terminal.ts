import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Cancelled } from '#domain/progress.ts'

/** Milliseconds between two words on how far the work is. */
const PAUSE = 100

/** Text as a terminal may be given it: a name from a file or a form tells it nothing but letters. */
export function shown(text: string): string {
  return text.replace(/(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
}

/** One line on the terminal that is written over; empty text takes it away. `null` where nobody looks at a terminal. */
export function lineOnTerminal(): ((text: string) => void) | null {
  if (!process.stderr.isTTY) return null
  let last = 0
  return (text) => {
    const now = performance.now()
    if (text !== '' && now - last < PAUSE) return
    last = now
    process.stderr.write(`\r${shown(text).slice(0, (process.stderr.columns || 80) - 1)}\u001b[K`)
  }
}

/** Work that Ctrl-C stops where it asks: `checkInterrupted` throws `Cancelled` from then on. */
export async function interruptible<Result>(work: (checkInterrupted: () => void) => Promise<Result>): Promise<Result> {
  let isInterrupted = false
  const interrupt = () => {
    isInterrupted = true
  }
  process.on('SIGINT', interrupt)
  try {
    return await work(() => {
      if (isInterrupted) throw new Cancelled()
    })
  } finally {
    process.off('SIGINT', interrupt)
  }
}

/** One line that is not shown while it is typed; from a pipe, its first line. */
export async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process
  if (stdin.isTTY) stderr.write(`${question} `)
  const lines = createInterface({
    input: stdin,
    terminal: stdin.isTTY,
    output: new Writable({ write: (_, __, done) => done() }),
  })
  const typed = await new Promise<string>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
  })
  lines.close()
  if (stdin.isTTY) stderr.write('\n')
  return typed
}
