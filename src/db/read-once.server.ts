/**
 * Keeps rows that never change once they are written (the database refuses it): when rows are asked for again, only the
 * new ones are read. Which rows there are is asked anew each time, so nobody has to announce a change. At most `most`
 * rows are kept, in groups; the group asked for longest ago is dropped first.
 */
export class ReadOnce<Row> {
  readonly #most: number
  readonly #groups = new Map<string, { ids: string | null; known: Map<number, Row>; rows: readonly Row[] }>()

  constructor(most: number) {
    this.#most = most
  }

  /**
   * Answers the rows of these ids in their order; the very same list if the ids are those of before. `ids` is a
   * multirange as PostgreSQL writes it (`{[1,5),[8,9)}`, `null` for none). `read` reads the rows of such a multirange,
   * each with its id. The name of a group must name the server too, because another server counts its ids anew.
   */
  async rows(
    group: string,
    ids: string | null,
    read: (missing: string) => Promise<Iterable<readonly [id: number, row: Row]>>,
  ): Promise<readonly Row[]> {
    const before = this.#groups.get(group)
    this.#groups.delete(group)
    const now = before?.ids === ids ? before : await this.#next(before?.known, ids, read)
    this.#groups.set(group, now)
    this.#letGo()
    return now.rows
  }

  async #next(
    before: ReadonlyMap<number, Row> | undefined,
    ids: string | null,
    read: (missing: string) => Promise<Iterable<readonly [id: number, row: Row]>>,
  ) {
    const spans = spansOf(ids)
    const known = new Map<number, Row>()
    const missing: Span[] = []
    for (const [from, to] of spans) {
      for (let id = from; id < to; id++) {
        const row = before?.get(id)
        if (row !== undefined) known.set(id, row)
        // oxlint-disable-next-line typescript/no-non-null-assertion -- the number was counted up from one that is there
        else if (missing.at(-1)?.[1] === id) missing.at(-1)![1] += 1
        else missing.push([id, id + 1])
      }
    }
    if (missing.length > 0) for (const [id, row] of await read(textOf(missing))) known.set(id, row)
    const rows: Row[] = []
    // oxlint-disable-next-line typescript/no-non-null-assertion -- all of them were read; asked for every row, so no more than this
    for (const [from, to] of spans) for (let id = from; id < to; id++) rows.push(known.get(id)!)
    return { ids, known, rows }
  }

  #letGo(): void {
    let kept = [...this.#groups.values()].reduce((total, { rows }) => total + rows.length, 0)
    for (const [group, { rows }] of this.#groups) {
      if (kept <= this.#most) return
      this.#groups.delete(group)
      kept -= rows.length
    }
  }
}

/** Ids from `from` up to, but without, `to`. */
type Span = [from: number, to: number]

function spansOf(multirange: string | null): Span[] {
  return [...(multirange ?? '').matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)])
}

function textOf(spans: readonly Span[]): string {
  return `{${spans.map(([from, to]) => `[${from},${to})`).join(',')}}`
}
