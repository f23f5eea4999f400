import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * One installation among those that a host serves: its name, its own settings, and what this process remembers of it.
 * An ordinary process serves one, which has no name and uses the process's settings.
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

/**
 * Makes this process a host of many operators: from now on work outside any of them is refused. Answers the function
 * that undoes it, for tests.
 */
export function becomeHost(): () => void {
  isHost = true
  return () => {
    isHost = false
  }
}

/** Whether this process serves many operators. */
export function isHosted(): boolean {
  return isHost
}

/**
 * Answers the operator whose work this is. A host never guesses: work of no operator is a defect, and does not count as
 * the first operator's.
 */
export function currentOperator(): Operator {
  if (!isHost) return ONLY
  const operator = at.getStore()
  if (!operator) throw new Error('This work belongs to no operator.')
  return operator
}

/** Fields that name the current operator in a host's log. */
export function operatorInLog(): { operator?: string } {
  const name = isHost ? at.getStore()?.name : undefined
  return name === undefined ? {} : { operator: name }
}

/** Runs `act` for this operator, also for what it does later. */
export function asOperator<Result>(operator: Operator, act: () => Result): Result {
  return at.run(operator, act)
}

/**
 * Makes a value that a module remembers of an installation: created at its first use, separate for each operator, and
 * gone when the operator falls asleep. Modules keep no other state (`test/shared-state.test.ts`), because all operators
 * of a host would share it.
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
 * Makes a value, as `ofOperator` does, that keeps what was read from the database. It may hold personal data, so it is
 * forgotten when a person is erased. Read `value` before you read the database: then an answer that was forgotten
 * meanwhile is not kept again.
 */
export function keptOfOperator<Value>(make: () => Value): { value: Value } {
  return ofOperator(make, READ)
}

/** Forgets everything that this process keeps of the operator's database, after a person was erased. */
export function forgetKept(): void {
  const { own } = currentOperator()
  for (const key of own.keys()) if (key.description === READ) own.delete(key)
}
