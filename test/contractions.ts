/**
 * Lists what a migration takes away from code that still runs. Where there are several sites, an update stops the old
 * one only after the new one has started, and whoever goes back to the old program keeps the new database. So a
 * migration first adds, and a later one takes away, once no landed code reads the old form.
 */
export function contractionsIn(sql: string): string[] {
  return statementsOf(sql).flatMap((statement) => {
    const found = [
      /\bdrop (?:table|view|materialized view|function|procedure|schema|type|sequence|domain)\b.*/,
      /^alter table\b.* drop (?:column )?(?!constraint|default|not null|identity|expression)(?:if exists )?[\w"]+/,
      /^alter (?:table|view|function|type|sequence|schema)\b.* rename\b.*/,
      /^alter table\b.* set not null/,
      /^alter table\b.* alter (?:column )?[\w"]+ (?:set data )?type\b/,
    ].flatMap((kind) => kind.exec(statement)?.[0] ?? [])
    return [...found, ...demandsIn(statement)]
  })
}

/** New columns that every writer must fill in, though older code does not know them. */
function demandsIn(statement: string): string[] {
  if (!statement.startsWith('alter table')) return []
  return [
    ...statement.matchAll(
      /\badd (?:column )?(?!constraint|primary|unique|foreign|check|exclude)(.*?)(?=, add |, drop |, alter |$)/g,
    ),
  ]
    .map(([, column = '']) => column)
    .filter((column) => /\bnot null\b/.test(column) && !/\bdefault\b|\bgenerated\b/.test(column))
    .map((column) => `add ${column}`)
}

/**
 * Statements in small letters with one space between words, without comments, string literals and the bodies of
 * functions.
 */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
}

/** The migration since which no code reads what is taken away: `-- contracts: unread since 640-name.sql`. */
export function unreadSince(sql: string): string | null {
  return /^-- contracts: unread since (\d{3}-[a-z\d-]+\.sql)$/m.exec(sql)?.[1] ?? null
}
