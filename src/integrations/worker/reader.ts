import { join } from 'node:path'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { log } from '#platform/log.ts'
import { PROJECT_ROOT } from '#platform/root.ts'
import type { FromReader, Subject, Talks, ToReader } from './messages.ts'

/**
 * Memory of a reader in MB: enough for the largest table that is held as a whole; short-lived objects are collected
 * early, so that a large file leaves little behind.
 */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 4 }
/** Milliseconds without a message from a reader at work after which it is given up. */
const SILENCE_TIMEOUT_MS = 60_000
/** Milliseconds after which an unused reader ends. */
const IDLE_MS = 30_000

/** Thrown when a reader ended before it answered. `isOwn`: while it worked on this very file, not on another one. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone'
  readonly isOwn: boolean

  constructor(isOwn: boolean) {
    super('A reader of files ended before it answered.')
    this.isOwn = isOwn
  }
}

/** One thread that reads files, one at a time: the next caller waits until it has answered the one before. */
export type Reader = {
  isAlive: () => boolean
  /** Number of callers that wait for it. */
  waiting: () => number
  /**
   * Asks, and passes the answers on piece by piece. `onWalked` is called with the bytes walked, and stops everything by
   * throwing. Throws `ReaderGone`.
   */
  talk: <Of extends Subject>(
    subject: Of,
    request: Talks[Of]['asked'],
    onWalked?: (bytes: number) => void,
  ) => AsyncGenerator<Talks[Of]['answer']>
  end: () => Promise<void>
}

type AtWork = {
  onWalked: (bytes: number) => void
  answer: (message: FromReader) => void
  fail: (error: unknown) => void
}

/** Program of a reader: in the built site the built one, else from the sources. */
const THREAD = import.meta.env?.PROD
  ? join(PROJECT_ROOT, 'build', 'server', 'reader.js')
  : join(import.meta.dirname, 'thread.ts')

/** Starts a thread. It does not keep the process alive while nobody waits for it. */
export function startReader(memory: ResourceLimits = MEMORY): Reader {
  const worker = new Worker(THREAD, {
    resourceLimits: memory,
    // Pass no secret of the site, and nothing that would change how the thread runs.
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  worker.unref()
  let isAlive = true
  let atWork: AtWork | null = null
  let line: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let talking = 0
  let talks = 0
  let idle: NodeJS.Timeout | null = null
  let silence: NodeJS.Timeout | null = null

  const end = async () => {
    isAlive = false
    await worker.terminate()
  }
  const giveUp = (reason: string) => {
    log.warn({ why: reason }, 'a reader of files was ended')
    void end()
  }

  worker.on('message', (message: FromReader) => {
    silence?.refresh()
    if (!('walked' in message)) return atWork?.answer(message)
    try {
      atWork?.onWalked(message.walked)
    } catch (error) {
      atWork?.fail(error)
      void end()
    }
  })
  worker.on('error', (error) => log.warn({ err: error }, 'a reader of files failed'))
  worker.on('exit', () => {
    isAlive = false
    atWork?.fail(new ReaderGone(true))
  })

  /** Sends one message and waits for its answer, once no other caller is waiting. */
  const step = (message: ToReader, onWalked: (bytes: number) => void): Promise<FromReader> => {
    waiting += 1
    if (idle) clearTimeout(idle)
    const next = line.then(() => {
      if (!isAlive) throw new ReaderGone(false)
      return new Promise<FromReader>((answer, fail) => {
        atWork = { onWalked, answer, fail }
        worker.ref()
        silence = setTimeout(giveUp, SILENCE_TIMEOUT_MS, 'silence')
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(message)
      })
    })
    const done = next.finally(() => {
      waiting -= 1
      atWork = null
      if (silence) clearTimeout(silence)
      if (waiting === 0 && isAlive) worker.unref()
    })
    line = done.catch(() => {})
    return done
  }

  return {
    isAlive: () => isAlive,
    waiting: () => waiting,
    end,
    talk: async function* (subject, request, onWalked = () => {}) {
      const talk = talks++
      let isOver = false
      talking += 1
      try {
        let message: ToReader = { talk, subject, asked: request }
        for (;;) {
          const answer = await step(message, onWalked)
          isOver = !('answer' in answer)
          if ('threw' in answer) throw answer.threw
          if (!('answer' in answer)) return
          yield answer.answer
          message = { talk, goOn: true }
        }
      } finally {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        if (!isOver && isAlive) worker.postMessage({ talk, stop: true } satisfies ToReader)
        talking -= 1
        if (talking === 0 && isAlive) idle = setTimeout(() => void end(), IDLE_MS).unref()
      }
    },
  }
}
