import { PATIENCE, mostConnections } from '#db/client.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { ofOperator } from '#platform/operator.ts'
import { type Work, currentWork } from '#platform/work.ts'

/** Who keeps files: somebody who is signed in, or anybody. */
export type Keeper = 'panel' | 'site'

/** How much of the connections of a kind of work may be held at once by those who keep files. */
const SHARE: Readonly<Record<Keeper, number>> = { panel: 0.4, site: 0.2 }
/** Seconds after which it is worth another try. */
const RETRY = 10

const doors = ofOperator(() => new Map<string, Door>())

/**
 * Does what keeps files once it is its turn. A change holds a connection of the database while scanner and store are asked; where one of them
 * hangs, those who came first wait with theirs, and everybody else has the rest: pages go on. Whoever waits for a turn holds nothing. Refuses
 * `upload.busy` where none comes.
 */
export async function inTurn<Result>(keeper: Keeper, act: () => Promise<Result>, patience = PATIENCE.turn) {
  const leave = await doorOf(currentWork(), keeper).enter(
    Math.max(1, Math.floor((await mostConnections(currentWork())) * SHARE[keeper])),
    patience,
  )
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

class Door {
  #inside = 0
  readonly #waiting = new Set<() => void>()

  /** Waits until fewer than so many are inside; answers how to leave. */
  async enter(most: number, patience: number): Promise<() => void> {
    if (this.#inside < most) this.#inside += 1
    else await this.#place(patience)
    return () => {
      // Whoever waited longest takes the place over.
      const [next] = this.#waiting
      if (next) next()
      else this.#inside -= 1
    }
  }

  #place(patience: number): Promise<void> {
    return new Promise((go, refuse) => {
      const come = () => {
        this.#waiting.delete(come)
        clearTimeout(timer)
        go()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(come)
        refuse(new Refusal('upload.busy', { retryAfter: RETRY }))
      }, patience)
      this.#waiting.add(come)
    })
  }
}
