/*
 * What stands under a name that came from outside: an address, a form, a letter. Every object inherits names of its own
 * (`constructor`, `toString`, `__proto__`), and those mean nothing here.
 */

/** Whether a table has something of its own under a name. */
export function isNamedIn<Table extends object>(table: Table, name: PropertyKey): name is keyof Table {
  return Object.hasOwn(table, name)
}

/** What a table has of its own under a name. */
export function namedIn<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return isNamedIn(table, name) ? table[name] : undefined
}
