import { PATIENCE, mostConnections } from '#db/client.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { ofOperator } from '#platform/operator.ts'
import { type Work, currentSender, currentWork } from '#platform/work.ts'

/** The kind of sender of files: somebody who is signed in (`panel`), or a visitor (`site`). */
export type Keeper = 'panel' | 'site'

/** The share of a kind of work's database connections that senders of files may hold at once. */
const SHARE: Readonly<Record<Keeper, number>> = { panel: 0.4, site: 0.2 }
/** The share of those places for one account, or one visitor's network. */
const SHARE_OF_ONE = 0.25
/** Seconds after which a refused sender should try again. */
const RETRY_SECONDS = 10

const doors = ofOperator(() => new Map<string, Door>())

/**
 * Runs an act that stores files once it is its turn. Such an act holds a database connection while the scanner and
 * the store work. If one of them hangs, only the admitted senders wait with their connections, and pages keep the
 * rest. One account gets only a part of the places, so that some are left for others. Waiting for a turn holds no
 * connection. Refuses `upload.busy` when no place becomes free, and `upload.own` for a sender who already has files
 * on the way.
 */
export async function inTurn<Result>(keeper: Keeper, act: () => Promise<Result>, patience = PATIENCE.turn) {
  const places = Math.max(1, Math.round((await mostConnections(currentWork())) * SHARE[keeper]))
  const ofOne = Math.max(1, Math.floor(places * SHARE_OF_ONE))
  const leave = await doorOf(currentWork(), keeper).enter(currentSender(), { all: places, ofOne }, patience)
  try {
    return await act()
  } finally {
    leave()
  }
}

function doorOf(work: Work, keeper: Keeper): Door {
  const name = `${work} ${keeper}`
  const door = doors.value.get(name) ?? new Door()
  doors.value.set(name, door)
  return door
}

/** The maximum number of acts that run at once, of all senders and of one sender. */
type TurnLimits = { all: number; ofOne: number }
type Waiting = { sender: string | null; most: TurnLimits; come: () => void }

class Door {
  #inside = 0
  /** The number of running acts by sender; acts without a sender are not counted. */
  readonly #held = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()

  /** Waits for a place for this sender; returns the function that frees it. */
  async enter(sender: string | null, most: TurnLimits, patience: number): Promise<() => void> {
    if (this.#hasPlace({ sender, most })) this.#count(sender, 1)
    else await this.#place(sender, most, patience)
    return () => {
      this.#count(sender, -1)
      this.#letIn()
    }
  }

  #place(sender: string | null, most: TurnLimits, patience: number): Promise<void> {
    return new Promise((go, refuse) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(mine)
        const code = this.#heldBy(sender) >= most.ofOne ? 'upload.own' : 'upload.busy'
        refuse(new Refusal(code, { retryAfter: RETRY_SECONDS }))
      }, patience)
      const come = () => {
        this.#waiting.delete(mine)
        clearTimeout(timer)
        this.#count(sender, 1)
        go()
      }
      const mine = { sender, most, come }
      this.#waiting.add(mine)
    })
  }

  /** Admits the waiting sender with the fewest running acts; among equals, the one who has waited longest. */
  #letIn(): void {
    const first = [...this.#waiting]
      .filter((waiting) => this.#hasPlace(waiting))
      .toSorted((a, b) => this.#heldBy(a.sender) - this.#heldBy(b.sender))[0]
    first?.come()
  }

  #hasPlace({ sender, most }: Pick<Waiting, 'sender' | 'most'>): boolean {
    return this.#inside < most.all && this.#heldBy(sender) < most.ofOne
  }

  #heldBy(sender: string | null): number {
    return sender === null ? 0 : (this.#held.get(sender) ?? 0)
  }

  #count(sender: string | null, by: 1 | -1): void {
    this.#inside += by
    if (sender === null) return
    const held = this.#heldBy(sender) + by
    if (held > 0) this.#held.set(sender, held)
    else this.#held.delete(sender)
  }
}
