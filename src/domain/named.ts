/* Reads what a table has under a name that came from outside: an address, a form, a letter. Every object inherits names
   (`constructor`, `toString`, `__proto__`), which must not be found here. */

/** Whether a table itself has this name. */
export function isNamedIn<Table extends object>(table: Table, name: PropertyKey): name is keyof Table {
  return Object.hasOwn(table, name)
}

/** Answers what a table itself has under a name. */
export function namedIn<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return isNamedIn(table, name) ? table[name] : undefined
}
