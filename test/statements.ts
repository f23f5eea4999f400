import pg from 'pg'

/**
 * The statements that `work` asks of the database, in their order, and how many rows each answered; the rows of lists
 * within an answer count too.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<{ words: string; rows: number }[]> {
  const asked: { words: string; rows: number }[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    const answer: unknown = Reflect.apply(query, this, given)
    const [statement] = given
    const one = {
      words: typeof statement === 'string' ? statement : String(Reflect.get(Object(statement), 'text')),
      rows: 0,
    }
    asked.push(one)
    if (answer instanceof Promise)
      answer.then(
        ({ rows }: pg.QueryResult) => (one.rows = rows?.reduce((count, row) => count + rowsIn(row), 0) ?? 0),
        () => undefined,
      )
    return answer
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return asked
}

/** One for a plain row, or the number of rows in the lists of `askTogether`. */
function rowsIn(row: unknown): number {
  const answers: unknown = Reflect.get(Object(row), 'answers')
  if (!Array.isArray(answers)) return 1
  const lists = answers.map((one) => Reflect.get(Object(one), 'rows') as unknown)
  return lists.reduce((count: number, list) => count + (Array.isArray(list) ? list.length : 1), 0)
}
