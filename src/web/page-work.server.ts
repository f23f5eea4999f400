import { type MiddlewareFunction, data } from 'react-router'
import { REFUSALS } from '#domain/refusal.ts'
import { withoutLanguage } from '#messages/language.ts'
import { currentOperator } from '#platform/operator.ts'
import { type Work, runAs } from '#platform/work.ts'
import { userContext } from './context.ts'
import { plainPath } from './plain-path.ts'

/**
 * Pages that read whole weeks of the fleet, or many of them: the only list of them. They have database connections of
 * their own and are made a few at a time, so that a person who opens the most expensive page many times does not block
 * other readers.
 */
const HEAVY: readonly RegExp[] = [
  /^\/admin(\/start)?$/,
  /^\/admin\/(data|data\/newcomers|weekly|weekly\/forecast)$/,
  /^\/admin\/kpis(\/cars|\/company)?(\/files\/[^/]+)?$/,
  /^\/admin\/weekly\/\d{4}-w\d{2}(\/[^/]+\/beside|\/rows\/[^/]+)?$/,
  /^\/admin\/weekly\/\d{4}-w\d{2}\/(tolls|export\.csv|export\.xlsx|statements\.zip)$/,
  /^\/admin\/weekly\/\d{4}-w\d{2}\/(approval|batch|terms\/new|keys|holder|adjustments)$/,
  /^\/admin\/drivers\/[^/]+\/terms\/[^/]+$/,
  // Shows who would move when a correction changes who had a car.
  /^\/admin\/vehicles\/[^/]+\/drivers\/([^/]+|[^/]+\/removal|moments\/[^/]+)$/,
  // The week of all cars.
  /^\/admin\/vehicles\/week\/[^/]+(\/files\/[^/]+)?$/,
  /^\/admin\/financial-settings\/[a-z-]+$/,
]

/** Paths that take uploads and approve weeks: work without a time limit. */
const UNHURRIED = /^\/admin\/(data|weekly)\b/

/** The kind of work that a request is to the database, however its path is spelt. */
export function workOf(method: string, pathname: string): Work {
  const path = withoutLanguage(plainPath(pathname))
  const reads = method === 'GET' || method === 'HEAD'
  if (!reads) return UNHURRIED.test(path) ? 'long' : 'page'
  return HEAVY.some((page) => page.test(path)) ? 'heavy' : 'page'
}

/** Middleware of `root.tsx`: a heavy page of the office waits for its turn. Refuses with `request.too-slow` when none comes. */
export const turnMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const user = context.get(userContext)
  // Anybody else is turned away at once without reading anything.
  if (user?.role !== 'admin' || workOf(request.method, url.pathname) !== 'heavy') return next()
  // The operator's name is part of the key: all operators of a process share these turns, and two may use the same
  // `uid`.
  return turns.take(`${currentOperator().name} ${user.uid}`, request.signal, () => runAs('heavy', next))
}

/**
 * Turns for a number of readers at a time, and one at a time for each person. A person's next turn comes after everybody
 * else who waits. A reader who waits longer than `patience` milliseconds is refused with `request.too-slow`.
 */
export class Turns {
  readonly #patience: number
  readonly #inside = new Set<string>()
  /** For each waiting person their requests, oldest first; people in the order of their turns. */
  readonly #waiting = new Map<string, Set<() => void>>()
  #free: number

  constructor(atOnce: number, patience: number) {
    this.#free = atOnce
    this.#patience = patience
  }

  /** Runs `work` when its turn comes and answers its result. A reader who goes away meanwhile (`signal`) gives the turn up. */
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
      // This person's other requests come after everybody who waits now.
      if (asked.size > 0) {
        this.#waiting.delete(person)
        this.#waiting.set(person, asked)
      }
    }
  }
}

/** The answer to a reader who waited too long: come again. */
export function tooSlow() {
  const code = 'request.too-slow'
  return data({ code, params: {} }, { status: REFUSALS[code], headers: { 'retry-after': '30' } })
}

const turns = new Turns(2, 15_000)
