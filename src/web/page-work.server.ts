import { type MiddlewareFunction, data } from 'react-router'
import { REFUSALS } from '#domain/refusal.ts'
import { withoutLanguage } from '#messages/language.ts'
import { type Work, workingAs } from '#platform/work.ts'

/**
 * Pages that read whole weeks of the fleet, or many of them: the only list of them. They have database connections of
 * their own and are made a few at a time, so that whoever opens the dearest page many times lets every other reader by.
 */
const HEAVY: readonly RegExp[] = [
  /^\/admin$/,
  /^\/admin\/(data|data\/newcomers|kpis|weekly)$/,
  /^\/admin\/weekly\/\d{4}-W\d{2}$/,
  /^\/admin\/weekly\/\d{4}-W\d{2}\/(tolls|export\.csv|export\.xlsx|statements\.zip)$/,
  /^\/admin\/financial-settings\/[a-z-]+$/,
]

/** Where files are sent and weeks approved: work that may take as long as it takes. */
const UNHURRIED = /^\/admin\/(data|weekly)\b/

/** What a request is to the database. */
export function workOf(method: string, pathname: string): Work {
  const path = withoutLanguage(pathname)
  const reads = method === 'GET' || method === 'HEAD'
  if (!reads) return UNHURRIED.test(path) ? 'long' : 'page'
  return HEAVY.some((page) => page.test(path)) ? 'heavy' : 'page'
}

/** Of `root.tsx`: a heavy page waits for its turn. Refuses with `request.too-slow` when none comes. */
export const turnMiddleware: MiddlewareFunction<Response> = async ({ request, url }, next) => {
  if (workOf(request.method, url.pathname) !== 'heavy') return next()
  return turns.take(request.signal, () => workingAs('heavy', next))
}

/** Turns for so many at a time; whoever waits longer than `patience` milliseconds is told to come again. */
export class Turns {
  readonly #patience: number
  readonly #waiting = new Set<() => void>()
  #free: number

  constructor(atOnce: number, patience: number) {
    this.#free = atOnce
    this.#patience = patience
  }

  /** What `work` answers, once it is its turn; who went away meanwhile (`signal`) gives the turn up. */
  async take<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(signal)
    try {
      return await work()
    } finally {
      const [first] = this.#waiting
      if (first) first()
      else this.#free += 1
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return Promise.resolve()
    }
    return new Promise((go, refuse) => {
      const leave = () => {
        this.#waiting.delete(come)
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
      }
      const come = () => {
        leave()
        go()
      }
      const giveUp = () => {
        leave()
        refuse(tooSlow())
      }
      const timer = setTimeout(giveUp, this.#patience)
      signal.addEventListener('abort', giveUp)
      this.#waiting.add(come)
    })
  }
}

function tooSlow() {
  const code = 'request.too-slow'
  return data({ code, params: {} }, { status: REFUSALS[code], headers: { 'retry-after': '30' } })
}

const turns = new Turns(2, 15_000)
