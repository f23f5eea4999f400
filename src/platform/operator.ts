import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * One installation of those that a host serves: its name, the settings that are its own, and what this process remembers
 * of it. An ordinary process serves one, which has no name and whose settings are the process's.
 */
export type Operator = {
  readonly name: string
  readonly settings: Readonly<Record<string, string | undefined>>
  readonly own: Map<symbol, unknown>
}

export function operatorOf(name: string, settings: Operator['settings']): Operator {
  return { name, settings, own: new Map() }
}

const ONLY = operatorOf('', {})
const at = new AsyncLocalStorage<Operator>()
let isHost = false

/** From now on this process serves many: what is done outside any of them is refused. Answers the way back, for tests. */
export function becomeHost(): () => void {
  isHost = true
  return () => {
    isHost = false
  }
}

/** Whether this process serves many. */
export function isHosted(): boolean {
  return isHost
}

/** Whose work this is. A host never guesses: work that is nobody's is a defect, and not the first operator's. */
export function currentOperator(): Operator {
  if (!isHost) return ONLY
  const operator = at.getStore()
  if (!operator) throw new Error('This work belongs to no operator.')
  return operator
}

/** Who is at work, as lines of a host's log say it. */
export function operatorInLog(): { operator?: string } {
  const name = isHost ? at.getStore()?.name : undefined
  return name === undefined ? {} : { operator: name }
}

/** Whatever `act` does, also later, it does for this operator. */
export function asOperator<Result>(operator: Operator, act: () => Result): Result {
  return at.run(operator, act)
}

/**
 * What a module remembers of an installation: made at its first use, each operator's own, and gone when the operator falls
 * asleep. Nothing else that changes stands at the top of a module (`test/shared-state.test.ts`), for in a host it would be
 * read by all.
 */
export function ofOperator<Value>(make: () => Value, what = 'of the operator'): { value: Value } {
  const key = Symbol(what)
  return {
    get value() {
      const { own } = currentOperator()
      if (!own.has(key)) own.set(key, make())
      return own.get(key) as Value
    },
    set value(next: Value) {
      currentOperator().own.set(key, next)
    },
  }
}

const READ = 'read of the database'

/**
 * Keeps for an operator what was read of the database, so that it is not read again: it may be of a person, and is forgotten with them.
 * Whoever reads takes what it keeps it in before it reads: what is forgotten meanwhile is not kept again.
 */
export function keptOfOperator<Value>(make: () => Value): { value: Value } {
  return ofOperator(make, READ)
}

/** Somebody was erased: nothing that this process read of the database before is kept. */
export function forgetKept(): void {
  const { own } = currentOperator()
  for (const key of own.keys()) if (key.description === READ) own.delete(key)
}
