/**
 * What a migration takes away from code that still runs: a site that is updated is stopped after the new one began where there are several, and
 * whoever must go back goes back with the database as it is. So a migration adds first; another one takes away, once no landed code reads it.
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

/** New columns that whoever writes must fill in, though code of before does not know them. */
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

/** Statements in small letters with one space between words, without comments, texts and the bodies of functions. */
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

/** The migration since which nobody reads what is taken away: `-- contracts: unread since 640-name.sql`. */
export function unreadSince(sql: string): string | null {
  return /^-- contracts: unread since (\d{3}-[a-z\d-]+\.sql)$/m.exec(sql)?.[1] ?? null
}
