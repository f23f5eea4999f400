import { setTimeout as pause } from 'node:timers/promises'
import { log } from '#platform/log.ts'
import { type Operator, asOperator, operatorOf } from '#platform/operator.ts'
import { type KnownOperator, type Times, readTimes, writeTimes } from './operators.server.ts'

/** Functions of an operator that is awake. All of them are called within `asOperator`. */
export type Awake<Served> = {
  served: Served
  /** Orders the work of each day, each quarter of an hour or each minute. */
  order: (kind: 'daily' | 'often' | 'eachMinute') => Promise<void>
  /** Answers when its queue has work next, in milliseconds; work that is due or in progress is due now. `null`: none waits. */
  nextWork: () => Promise<number | null>
  /** Ends everything it works with. */
  end: () => Promise<void>
}

type HostedOperator<Served> = {
  known: KnownOperator
  operator: Operator
  times: Times
  awake: Promise<Awake<Served>> | null
  /** The operator's last falling asleep, until it is complete. */
  falling: Promise<void>
  isFalling: boolean
  /** Time of the last request, and time until which it need not be looked at: milliseconds of the process. */
  askedAt: number
  restUntil: number
  minuteAt: number
  atWork: number
  streams: number
}

export type Limits = {
  /** Milliseconds without a request after which an operator falls asleep, and the same if pages are open that wait for news. */
  quiet: number
  quietStreams: number
  /** Most operators that wake at the same time. */
  wakes: number
  /** Milliseconds in which ordered work begins, and finished work may order more. */
  rest: number
  /** Milliseconds that a waking operator waits for connections, where the database accepts no more. */
  patience: number
}

export const LIMITS: Limits = { quiet: 180_000, quietStreams: 1_800_000, wakes: 2, rest: 2_000, patience: 10_000 }

/** Milliseconds between two tries meanwhile. */
const AGAIN = 200

/** Milliseconds. */
const DAY = 86_400_000
const QUARTER = 900_000
const MINUTE = 60_000

/**
 * The operators of a host. They sleep until somebody asks for one or work of one is due, and fall asleep again when
 * nothing happens. Waking operators queue, and requests come before due work.
 */
export class HostedOperators<Served> {
  readonly #wake: (operator: Operator) => Promise<Awake<Served>>
  readonly #settings: (known: KnownOperator) => Record<string, string>
  readonly #limits: Limits
  readonly #operators = new Map<string, HostedOperator<Served>>()
  readonly #byHost = new Map<string, HostedOperator<Served>>()
  #waking = 0
  readonly #line: { asked: (() => void)[]; due: (() => void)[] } = { asked: [], due: [] }

  constructor(
    wake: (operator: Operator) => Promise<Awake<Served>>,
    settings: (known: KnownOperator) => Record<string, string>,
    limits: Limits = LIMITS,
  ) {
    this.#wake = wake
    this.#settings = settings
    this.#limits = limits
  }

  /** Takes over the current list of operators: new ones start asleep, and those that are gone fall asleep for good. */
  async know(all: readonly KnownOperator[]): Promise<void> {
    const gone = [...this.#operators.values()].filter(({ known }) => !all.some(({ name }) => name === known.name))
    for (const { known } of gone) this.#operators.delete(known.name)
    for (const known of all) {
      if (this.#operators.has(known.name)) continue
      const times = readTimes(known)
      const operator = operatorOf(known.name, this.#settings(known))
      this.#operators.set(known.name, {
        known,
        operator,
        times,
        awake: null,
        falling: Promise.resolve(),
        isFalling: false,
        askedAt: -Infinity,
        restUntil: 0,
        minuteAt: -Infinity,
        atWork: 0,
        streams: 0,
      })
    }
    this.#byHost.clear()
    for (const hosted of this.#operators.values()) for (const host of hosted.known.hosts) this.#byHost.set(host, hosted)
    await Promise.all(gone.map((hosted) => this.#fall(hosted)))
  }

  has(host: string): boolean {
    return this.#byHost.has(host)
  }

  counts(): { known: number; awake: number; waking: number } {
    const operators = [...this.#operators.values()]
    return {
      known: operators.length,
      awake: operators.filter(({ awake }) => awake !== null).length,
      waking: this.#waking,
    }
  }

  /**
   * Does something at an operator, which wakes for it; `ended` settles when it is over. A stream only waits for news: a
   * sleeping operator has none, and the answer is `null`.
   */
  async at<Result>(
    host: string,
    { isStream, ended }: { isStream: boolean; ended: Promise<void> },
    act: (served: Served) => Result,
  ): Promise<Result | null> {
    const hosted = this.#byHost.get(host)
    if (!hosted || (isStream && hosted.awake === null)) return null
    const kind = isStream ? 'streams' : 'atWork'
    if (!isStream) hosted.askedAt = performance.now()
    hosted[kind] += 1
    void ended.then(() => (hosted[kind] -= 1))
    const { served } = await this.#awake(hosted, 'asked')
    return asOperator(hosted.operator, () => act(served))
  }

  #awake(hosted: HostedOperator<Served>, why: 'asked' | 'due'): Promise<Awake<Served>> {
    hosted.awake ??= this.#rouse(hosted, why).catch((error: unknown) => {
      hosted.awake = null
      throw error
    })
    return hosted.awake
  }

  async #rouse(hosted: HostedOperator<Served>, why: 'asked' | 'due'): Promise<Awake<Served>> {
    await hosted.falling
    await this.#turn(why)
    try {
      const started = performance.now()
      const awake = await this.#wakeInRoom(hosted)
      hosted.restUntil = performance.now() + this.#limits.rest
      const milliseconds = Math.round(performance.now() - started)
      log.info({ operator: hosted.known.name, milliseconds, why }, 'an operator woke')
      return awake
    } finally {
      const next = this.#line.asked.shift() ?? this.#line.due.shift()
      // Hand the place directly to the next in the queue, so that nobody can come in between.
      if (next) next()
      else this.#waking -= 1
    }
  }

  /**
   * Wakes an operator, and makes room for it: connections are limited, and where none are left, the operator asked for
   * longest ago gives up its own.
   */
  async #wakeInRoom(hosted: HostedOperator<Served>): Promise<Awake<Served>> {
    const until = performance.now() + this.#limits.patience
    for (;;) {
      try {
        return await asOperator(hosted.operator, () => this.#wake(hosted.operator))
      } catch (error) {
        // Forget what the operator began to remember: it is of no use to the next try.
        hosted.operator.own.clear()
        if (!isOutOfConnections(error) || performance.now() >= until) throw error
      }
      if (!(await this.#letOneSleep())) await pause(AGAIN)
    }
  }

  /**
   * Lets one idle operator fall asleep: first those without an open page, then the one asked for longest ago. Answers
   * whether there was one.
   */
  async #letOneSleep(): Promise<boolean> {
    const now = performance.now()
    const quiet = [...this.#operators.values()]
      .filter(
        ({ awake, isFalling, atWork, restUntil }) => awake !== null && !isFalling && atWork === 0 && restUntil <= now,
      )
      .toSorted((a, b) => Math.sign(a.streams) - Math.sign(b.streams) || a.askedAt - b.askedAt)
    for (const hosted of quiet) {
      const awake = await Promise.race([hosted.awake, pause(0, null, { ref: false })])
      if (awake === null) continue
      // This question takes a connection too: an operator that cannot be asked is looked at again in a minute.
      const next = await asOperator(hosted.operator, awake.nextWork).catch(() => Date.now() + MINUTE)
      if ((next !== null && next <= Date.now()) || hosted.atWork > 0) continue
      hosted.times.due = next
      await this.#fall(hosted)
      return true
    }
    return false
  }

  async #turn(why: 'asked' | 'due'): Promise<void> {
    if (this.#waking >= this.#limits.wakes) return await new Promise<void>((go) => this.#line[why].push(go))
    this.#waking += 1
  }

  /** Does what is due: orders work of operators that are awake, lets idle ones fall asleep, and wakes those that have work. */
  async look(): Promise<void> {
    const room = this.#limits.wakes - this.#waking - this.#line.asked.length - this.#line.due.length
    const due = [...this.#operators.values()].filter((hosted) => hosted.awake === null && isDue(hosted.times))
    // The others wake at one of the next looks, so that a requested operator does not wait behind all of them.
    for (const hosted of due.slice(0, Math.max(0, room))) this.#awake(hosted, 'due').catch(tellOf(hosted))
    const awake = [...this.#operators.values()].filter((hosted) => hosted.awake !== null)
    await Promise.all(awake.map((hosted) => this.#lookAfter(hosted).catch(tellOf(hosted))))
  }

  async #lookAfter(hosted: HostedOperator<Served>): Promise<void> {
    const now = performance.now()
    // An operator that is still waking is looked after once it is awake.
    if (hosted.isFalling || hosted.restUntil > now) return
    const awake = await Promise.race([hosted.awake, pause(0, null, { ref: false })])
    if (awake === null) return
    const order = (kind: 'daily' | 'often' | 'eachMinute') => {
      hosted.restUntil = performance.now() + this.#limits.rest
      return asOperator(hosted.operator, () => awake.order(kind))
    }
    if (now - hosted.minuteAt >= MINUTE) {
      hosted.minuteAt = now
      await order('eachMinute')
    }
    for (const [kind, span] of [['daily', DAY] as const, ['often', QUARTER] as const]) {
      if (Date.now() - hosted.times[kind] < span) continue
      hosted.times[kind] = Date.now()
      await order(kind)
    }
    if (hosted.restUntil > now) return
    const quiet = hosted.streams > 0 ? this.#limits.quietStreams : this.#limits.quiet
    if (hosted.atWork > 0 || now - hosted.askedAt < quiet) return
    const next = await asOperator(hosted.operator, awake.nextWork)
    hosted.restUntil = performance.now() + this.#limits.rest
    if (next !== null && next <= Date.now() + this.#limits.rest) return
    // A request may have come while the queue was asked.
    if (hosted.atWork > 0 || now - hosted.askedAt < quiet) return
    hosted.times.due = next
    await this.#fall(hosted)
  }

  async #fall(hosted: HostedOperator<Served>): Promise<void> {
    const { awake } = hosted
    if (awake === null) return hosted.falling
    hosted.awake = null
    hosted.isFalling = true
    hosted.falling = this.#end(hosted, awake)
    await hosted.falling
  }

  async #end(hosted: HostedOperator<Served>, awake: Promise<Awake<Served>>): Promise<void> {
    try {
      const served = await awake
      await asOperator(hosted.operator, served.end)
    } catch (error) {
      tellOf(hosted)(error)
    }
    hosted.operator.own.clear()
    hosted.isFalling = false
    // The folder of an operator that was closed meanwhile is elsewhere.
    if (this.#operators.has(hosted.known.name)) writeTimes(hosted.known, hosted.times)
  }

  /** Lets all operators fall asleep. */
  async end(): Promise<void> {
    await Promise.all([...this.#operators.values()].map((hosted) => this.#fall(hosted)))
  }
}

/** Whether a sleeping operator has due work: in its queue, or the work of each day and each quarter of an hour. */
function isDue({ due, daily, often }: Times): boolean {
  const now = Date.now()
  return (due !== null && due <= now) || daily + DAY <= now || often + QUARTER <= now
}

/** Whether PostgreSQL accepts no more connections: all of the server, of a database or of a role are in use. */
function isOutOfConnections(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53300'
}

function tellOf({ known }: { known: KnownOperator }) {
  return (error: unknown): void => log.error({ err: error, operator: known.name }, 'an operator is not well')
}
