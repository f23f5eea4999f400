import { PATIENCE, mostConnections } from '#db/client.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { ofOperator } from '#platform/operator.ts'
import { type Work, currentSender, currentWork } from '#platform/work.ts'

/** Who keeps files: somebody who is signed in, or anybody. */
export type Keeper = 'panel' | 'site'

/** How much of the connections of a kind of work may be held at once by those who keep files. */
const SHARE: Readonly<Record<Keeper, number>> = { panel: 0.4, site: 0.2 }
/** How much of that one account, or the network of a visitor, may hold. */
const SHARE_OF_ONE = 0.25
/** Seconds after which it is worth another try. */
const RETRY = 10

const doors = ofOperator(() => new Map<string, Door>())

/**
 * Does what keeps files once it is its turn. A change holds a connection of the database while scanner and store are asked; where one of them
 * hangs, those who came first wait with theirs, and everybody else has the rest: pages go on. One account has a part of the places, so that there is
 * one for others. Whoever waits for a turn holds nothing. Refuses `upload.busy` where none comes, and `upload.own` who has files on the way already.
 */
export async function inTurn<Result>(keeper: Keeper, act: () => Promise<Result>, patience = PATIENCE.turn) {
  const all = Math.max(1, Math.round((await mostConnections(currentWork())) * SHARE[keeper]))
  const ofOne = Math.max(1, Math.floor(all * SHARE_OF_ONE))
  const leave = await doorOf(currentWork(), keeper).enter(currentSender(), { all, ofOne }, patience)
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

/** How many may be inside, and how many of one sender. */
type Most = { all: number; ofOne: number }
type Waiting = { sender: string | null; most: Most; come: () => void }

class Door {
  #inside = 0
  /** Of each sender how many are inside; what nobody sent is not counted. */
  readonly #held = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()

  /** Waits until there is a place for this sender; answers how to leave. */
  async enter(sender: string | null, most: Most, patience: number): Promise<() => void> {
    if (this.#hasPlace({ sender, most })) this.#count(sender, 1)
    else await this.#place(sender, most, patience)
    return () => {
      this.#count(sender, -1)
      this.#letIn()
    }
  }

  #place(sender: string | null, most: Most, patience: number): Promise<void> {
    return new Promise((go, refuse) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(mine)
        const code = this.#heldBy(sender) >= most.ofOne ? 'upload.own' : 'upload.busy'
        refuse(new Refusal(code, { retryAfter: RETRY }))
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

  /** Lets in who has the fewest inside; of several, who waited longest. */
  #letIn(): void {
    const first = [...this.#waiting]
      .filter((one) => this.#hasPlace(one))
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
