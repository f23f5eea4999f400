import { type MiddlewareFunction, data } from 'react-router'
import { REFUSALS } from '#domain/refusal.ts'
import { withoutLanguage } from '#messages/language.ts'
import { currentOperator } from '#platform/operator.ts'
import { type Work, workingAs } from '#platform/work.ts'
import { userContext } from './context.ts'
import { plainPath } from './plain-path.ts'

/**
 * Pages that read whole weeks of the fleet, or many of them: the only list of them. They have database connections of
 * their own and are made a few at a time, so that whoever opens the dearest page many times lets every other reader by.
 */
const HEAVY: readonly RegExp[] = [
  /^\/admin(\/start)?$/,
  /^\/admin\/(data|data\/newcomers|weekly|weekly\/forecast)$/,
  /^\/admin\/kpis(\/cars|\/company)?(\/files\/[^/]+)?$/,
  /^\/admin\/weekly\/\d{4}-w\d{2}(\/[^/]+\/beside|\/rows\/[^/]+)?$/,
  /^\/admin\/weekly\/\d{4}-w\d{2}\/(tolls|export\.csv|export\.xlsx|statements\.zip)$/,
  /^\/admin\/weekly\/\d{4}-w\d{2}\/(approval|batch|terms\/new|keys|holder|adjustments)$/,
  /^\/admin\/drivers\/[^/]+\/terms\/[^/]+$/,
  // Who moves when it is corrected who had a car.
  /^\/admin\/vehicles\/[^/]+\/drivers\/([^/]+|[^/]+\/removal|moments\/[^/]+)$/,
  // The week of all cars.
  /^\/admin\/vehicles\/week\/[^/]+(\/files\/[^/]+)?$/,
  /^\/admin\/financial-settings\/[a-z-]+$/,
]

/** Where files are sent and weeks approved: work that may take as long as it takes. */
const UNHURRIED = /^\/admin\/(data|weekly)\b/

/** What a request is to the database, however its address is spelt. */
export function workOf(method: string, pathname: string): Work {
  const path = withoutLanguage(plainPath(pathname))
  const reads = method === 'GET' || method === 'HEAD'
  if (!reads) return UNHURRIED.test(path) ? 'long' : 'page'
  return HEAVY.some((page) => page.test(path)) ? 'heavy' : 'page'
}

/** Of `root.tsx`: a heavy page of the office waits for its turn. Refuses with `request.too-slow` when none comes. */
export const turnMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const user = context.get(userContext)
  // Anybody else is turned away at once, and reads nothing.
  if (user?.role !== 'admin' || workOf(request.method, url.pathname) !== 'heavy') return next()
  // Of whose house a person is goes into the name: all share these turns, and two may be called alike.
  return turns.take(`${currentOperator().name} ${user.uid}`, request.signal, () => workingAs('heavy', next))
}

/**
 * Turns for so many at a time, and for one at a time of each person, who is let in again after everybody else who waits;
 * whoever waits longer than `patience` milliseconds is told to come again.
 */
export class Turns {
  readonly #patience: number
  readonly #inside = new Set<string>()
  /** Of each person who waits, what was asked first; persons in the order in which they are let in. */
  readonly #waiting = new Map<string, Set<() => void>>()
  #free: number

  constructor(atOnce: number, patience: number) {
    this.#free = atOnce
    this.#patience = patience
  }

  /** What `work` answers, once it is its turn; who went away meanwhile (`signal`) gives the turn up. */
  async take<Result>(person: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(person, signal)
    try {
      return await work()
    } finally {
      this.#free += 1
      this.#inside.delete(person)
      this.#letIn()
    }
  }

  #turn(person: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(tooSlow())
    return new Promise((go, refuse) => {
      const mine = this.#waiting.get(person) ?? new Set()
      const leave = () => {
        mine.delete(come)
        if (mine.size === 0) this.#waiting.delete(person)
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
      this.#waiting.set(person, mine.add(come))
      this.#letIn()
    })
  }

  #letIn(): void {
    for (const [person, asked] of this.#waiting) {
      if (this.#free === 0) return
      const [first] = asked
      if (!first || this.#inside.has(person)) continue
      this.#free -= 1
      this.#inside.add(person)
      first()
      // What else this person asked for comes after everybody who waits now.
      if (asked.size > 0) {
        this.#waiting.delete(person)
        this.#waiting.set(person, asked)
      }
    }
  }
}

/** What whoever waits too long is answered: to come again. */
export function tooSlow() {
  const code = 'request.too-slow'
  return data({ code, params: {} }, { status: REFUSALS[code], headers: { 'retry-after': '30' } })
}

const turns = new Turns(2, 15_000)
