import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Cancelled } from '#domain/progress.ts'

/** Milliseconds between two lines of progress. */
const PROGRESS_INTERVAL_MS = 100

/** Makes text safe for a terminal: a name from a file or a form must not send it control characters. */
export function safeForTerminal(text: string): string {
  return text.replace(/(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
}

/** Makes a function that overwrites one line on the terminal; empty text removes the line. `null` where the output is no terminal. */
export function lineOnTerminal(): ((text: string) => void) | null {
  if (!process.stderr.isTTY) return null
  let last = 0
  return (text) => {
    const now = performance.now()
    if (text !== '' && now - last < PROGRESS_INTERVAL_MS) return
    last = now
    process.stderr.write(`\r${safeForTerminal(text).slice(0, (process.stderr.columns || 80) - 1)}\u001b[K`)
  }
}

/** Runs work that Ctrl-C stops at its checks: from then on `checkInterrupted` throws `Cancelled`. */
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

/** Reads one line without showing it; from a pipe, its first line. */
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
