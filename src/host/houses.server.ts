import { setTimeout as pause } from 'node:timers/promises'
import { log } from '#platform/log.ts'
import { type Operator, asOperator, operatorOf } from '#platform/operator.ts'
import { type KnownOperator, type Times, readTimes, writeTimes } from './operators.server.ts'

/** What an operator that is awake can do. All of it is called `asOperator`. */
export type Awake<Served> = {
  served: Served
  /** Orders what is done each day, each quarter of an hour or each minute. */
  order: (kind: 'daily' | 'often' | 'eachMinute') => Promise<void>
  /** When its queue has work next, in milliseconds; what is due or being done is due now. `null`: nothing waits. */
  nextWork: () => Promise<number | null>
  /** Ends what it works with. */
  end: () => Promise<void>
}

type House<Served> = {
  known: KnownOperator
  operator: Operator
  times: Times
  awake: Promise<Awake<Served>> | null
  /** The last sleep, until it has come. */
  falling: Promise<void>
  isFalling: boolean
  /** When somebody asked last, and until when it rests: milliseconds of the process. */
  askedAt: number
  restUntil: number
  minuteAt: number
  atWork: number
  streams: number
}

export type Limits = {
  /** Milliseconds without a request after which an operator falls asleep, and the same where pages wait to be told something. */
  quiet: number
  quietStreams: number
  /** Operators that wake at the same time. */
  wakes: number
  /** Milliseconds in which what was ordered is begun, and what was done may order more. */
  rest: number
  /** Milliseconds for which who wakes waits for connections, where the database takes nobody more in. */
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
 * The operators of a host: asleep until somebody asks for one or work of one is due, asleep again when it is quiet. Those who wake stand in line, who
 * is asked for before who has work.
 */
export class Houses<Served> {
  readonly #wake: (operator: Operator) => Promise<Awake<Served>>
  readonly #settings: (known: KnownOperator) => Record<string, string>
  readonly #limits: Limits
  readonly #houses = new Map<string, House<Served>>()
  readonly #byHost = new Map<string, House<Served>>()
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

  /** The operators there are from now on: new ones come asleep, those that are gone fall asleep for good. */
  async know(all: readonly KnownOperator[]): Promise<void> {
    const gone = [...this.#houses.values()].filter(({ known }) => !all.some(({ name }) => name === known.name))
    for (const { known } of gone) this.#houses.delete(known.name)
    for (const known of all) {
      if (this.#houses.has(known.name)) continue
      const times = readTimes(known)
      const operator = operatorOf(known.name, this.#settings(known))
      this.#houses.set(known.name, {
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
    for (const house of this.#houses.values()) for (const host of house.known.hosts) this.#byHost.set(host, house)
    await Promise.all(gone.map((house) => this.#fall(house)))
  }

  has(host: string): boolean {
    return this.#byHost.has(host)
  }

  counts(): { known: number; awake: number; waking: number } {
    const all = [...this.#houses.values()]
    return { known: all.length, awake: all.filter(({ awake }) => awake !== null).length, waking: this.#waking }
  }

  /**
   * Does something at the operator of a host, who wakes for it; `ended` settles when it is over. A stream waits for news and asks for nothing: of a
   * sleeper there is none, and the answer is `null`.
   */
  async at<Result>(
    host: string,
    { isStream, ended }: { isStream: boolean; ended: Promise<void> },
    act: (served: Served) => Result,
  ): Promise<Result | null> {
    const house = this.#byHost.get(host)
    if (!house || (isStream && house.awake === null)) return null
    const kind = isStream ? 'streams' : 'atWork'
    if (!isStream) house.askedAt = performance.now()
    house[kind] += 1
    void ended.then(() => (house[kind] -= 1))
    const { served } = await this.#awake(house, 'asked')
    return asOperator(house.operator, () => act(served))
  }

  #awake(house: House<Served>, why: 'asked' | 'due'): Promise<Awake<Served>> {
    house.awake ??= this.#rouse(house, why).catch((error: unknown) => {
      house.awake = null
      throw error
    })
    return house.awake
  }

  async #rouse(house: House<Served>, why: 'asked' | 'due'): Promise<Awake<Served>> {
    await house.falling
    await this.#turn(why)
    try {
      const started = performance.now()
      const awake = await this.#wakeInRoom(house)
      house.restUntil = performance.now() + this.#limits.rest
      const milliseconds = Math.round(performance.now() - started)
      log.info({ operator: house.known.name, milliseconds, why }, 'an operator woke')
      return awake
    } finally {
      const next = this.#line.asked.shift() ?? this.#line.due.shift()
      // Whose turn it is takes the place over: nobody comes in between.
      if (next) next()
      else this.#waking -= 1
    }
  }

  /** Connections are the limit of a host: where there are none left, who was asked for longest ago gives up its own. */
  async #wakeInRoom(house: House<Served>): Promise<Awake<Served>> {
    const until = performance.now() + this.#limits.patience
    for (;;) {
      try {
        return await asOperator(house.operator, () => this.#wake(house.operator))
      } catch (error) {
        // What the operator began to remember is of no use to the next try.
        house.operator.own.clear()
        if (!isOutOfConnections(error) || performance.now() >= until) throw error
      }
      if (!(await this.#letOneSleep())) await pause(AGAIN)
    }
  }

  /** Who has nothing to do, those without an open page first, then the one that was asked for longest ago. Answers whether there was one. */
  async #letOneSleep(): Promise<boolean> {
    const now = performance.now()
    const quiet = [...this.#houses.values()]
      .filter(
        ({ awake, isFalling, atWork, restUntil }) => awake !== null && !isFalling && atWork === 0 && restUntil <= now,
      )
      .toSorted((a, b) => Math.sign(a.streams) - Math.sign(b.streams) || a.askedAt - b.askedAt)
    for (const house of quiet) {
      const one = await Promise.race([house.awake, pause(0, null, { ref: false })])
      if (one === null) continue
      // To be told takes a connection too: whoever cannot be asked is looked at again in a minute.
      const next = await asOperator(house.operator, one.nextWork).catch(() => Date.now() + MINUTE)
      if ((next !== null && next <= Date.now()) || house.atWork > 0) continue
      house.times.due = next
      await this.#fall(house)
      return true
    }
    return false
  }

  async #turn(why: 'asked' | 'due'): Promise<void> {
    if (this.#waking >= this.#limits.wakes) return await new Promise<void>((go) => this.#line[why].push(go))
    this.#waking += 1
  }

  /** What time brings: orders what is due of those who are awake, lets those sleep who are quiet, wakes whom work waits for. */
  async look(): Promise<void> {
    const room = this.#limits.wakes - this.#waking - this.#line.asked.length - this.#line.due.length
    const due = [...this.#houses.values()].filter((house) => house.awake === null && isDue(house.times))
    // The others come at one of the next looks: nobody who is asked for stands behind all of them.
    for (const house of due.slice(0, Math.max(0, room))) this.#awake(house, 'due').catch(tellOf(house))
    const awake = [...this.#houses.values()].filter((house) => house.awake !== null)
    await Promise.all(awake.map((house) => this.#lookAfter(house).catch(tellOf(house))))
  }

  async #lookAfter(house: House<Served>): Promise<void> {
    const now = performance.now()
    // One that still wakes is looked after when it does.
    if (house.isFalling || house.restUntil > now) return
    const one = await Promise.race([house.awake, pause(0, null, { ref: false })])
    if (one === null) return
    const order = (kind: 'daily' | 'often' | 'eachMinute') => {
      house.restUntil = performance.now() + this.#limits.rest
      return asOperator(house.operator, () => one.order(kind))
    }
    if (now - house.minuteAt >= MINUTE) {
      house.minuteAt = now
      await order('eachMinute')
    }
    for (const [kind, span] of [['daily', DAY] as const, ['often', QUARTER] as const]) {
      if (Date.now() - house.times[kind] < span) continue
      house.times[kind] = Date.now()
      await order(kind)
    }
    if (house.restUntil > now) return
    const quiet = house.streams > 0 ? this.#limits.quietStreams : this.#limits.quiet
    if (house.atWork > 0 || now - house.askedAt < quiet) return
    const next = await asOperator(house.operator, one.nextWork)
    house.restUntil = performance.now() + this.#limits.rest
    if (next !== null && next <= Date.now() + this.#limits.rest) return
    // Somebody may have asked while the queue was.
    if (house.atWork > 0 || now - house.askedAt < quiet) return
    house.times.due = next
    await this.#fall(house)
  }

  async #fall(house: House<Served>): Promise<void> {
    const { awake } = house
    if (awake === null) return house.falling
    house.awake = null
    house.isFalling = true
    house.falling = this.#end(house, awake)
    await house.falling
  }

  async #end(house: House<Served>, awake: Promise<Awake<Served>>): Promise<void> {
    try {
      const one = await awake
      await asOperator(house.operator, one.end)
    } catch (error) {
      tellOf(house)(error)
    }
    house.operator.own.clear()
    house.isFalling = false
    // One that was closed meanwhile has its folder elsewhere.
    if (this.#houses.has(house.known.name)) writeTimes(house.known, house.times)
  }

  /** All fall asleep. */
  async end(): Promise<void> {
    await Promise.all([...this.#houses.values()].map((house) => this.#fall(house)))
  }
}

/** Whether work of a sleeper waits: what its queue holds, or what is ordered each day and each quarter. */
function isDue({ due, daily, often }: Times): boolean {
  const now = Date.now()
  return (due !== null && due <= now) || daily + DAY <= now || often + QUARTER <= now
}

/** PostgreSQL takes nobody more in: all connections of the server, of a database or of a role are taken. */
function isOutOfConnections(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53300'
}

function tellOf({ known }: { known: KnownOperator }) {
  return (error: unknown): void => log.error({ err: error, operator: known.name }, 'an operator is not well')
}
