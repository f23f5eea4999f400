import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ReadOnce } from './read-once.server.ts'

/** Ids as PostgreSQL writes them: neighbours together. */
function multirange(ids: readonly number[]): string | null {
  const spans: [number, number][] = []
  for (const id of ids) {
    if (spans.at(-1)?.[1] === id) spans.at(-1)![1] = id + 1
    else spans.push([id, id + 1])
  }
  return spans.length === 0 ? null : `{${spans.map(([from, to]) => `[${from},${to})`).join(',')}}`
}

function idsIn(spans: string): number[] {
  return [...spans.matchAll(/\[(\d+),(\d+)\)/g)].flatMap(([, from, to]) =>
    Array.from({ length: Number(to) - Number(from) }, (_, place) => Number(from) + place),
  )
}

test('whatever comes and goes, all rows asked for are there in their order, and none is read while it is kept', async () => {
  const some = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(fc.array(some, { maxLength: 6 }), async (times) => {
      const kept = new ReadOnce<string>(1_000)
      let before: number[] = []
      for (const time of times) {
        const ids = time.toSorted((a, b) => a - b)
        const read: number[] = []
        const rows = await kept.rows('a', multirange(ids), async (missing) => {
          read.push(...idsIn(missing))
          return idsIn(missing).map((id) => [id, `row ${id}`] as const)
        })
        expect(rows).toEqual(ids.map((id) => `row ${id}`))
        expect(read).toEqual(ids.filter((id) => !before.includes(id)))
        before = ids
      }
    }),
  )
})

test('the list is the very same while the ids are, and the group asked for longest ago falls out first', async () => {
  const kept = new ReadOnce<number>(4)
  const ask = (group: string, ids: readonly number[]) =>
    kept.rows(group, multirange(ids), async (missing) => idsIn(missing).map((id) => [id, id]))
  const [a, b] = [await ask('a', [1, 2]), await ask('b', [5, 6])]
  expect(await ask('a', [1, 2])).toBe(a)
  await ask('c', [8, 9])
  expect(await ask('a', [1, 2])).toBe(a)
  expect(await ask('b', [5, 6])).not.toBe(b)
})
