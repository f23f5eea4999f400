import { Cancelled } from '#domain/progress.ts'

/** Milliseconds between two words on how far the work is. */
const PAUSE = 100

/** One line on the terminal that is written over; empty text takes it away. `null` where nobody looks at a terminal. */
export function lineOnTerminal(): ((text: string) => void) | null {
  if (!process.stderr.isTTY) return null
  let last = 0
  return (text) => {
    const now = performance.now()
    if (text !== '' && now - last < PAUSE) return
    last = now
    process.stderr.write(`\r${text.slice(0, (process.stderr.columns || 80) - 1)}\u001b[K`)
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
