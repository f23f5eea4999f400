import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const records = readdirSync('docs/decisions').filter((name) => /^\d{3}-/.test(name))
const index = readFileSync('docs/decisions/README.md', 'utf8')
/** The parts of a line of the index: the record’s file, its title, and its mark where it has one. */
const listed = [...index.matchAll(/^- \[\d{3}\]\((\d{3}-[^)]+)\) (.+?)(?: — \*(.+)\*)?$/gm)].map(
  ([, name, title, mark]) => ({ name: name!, title: title!, mark: mark ?? '' }),
)
const textOf = (name: string) => readFileSync(`docs/decisions/${name}`, 'utf8')

test('each decision record stands once in the index, under its own title, and the index names no other', () => {
  expect(listed.map(({ name }) => name).toSorted()).toEqual(records.toSorted())
  for (const { name, title } of listed) expect(textOf(name).split('\n')[0]).toBe(`# ${name.slice(0, 3)} · ${title}`)
})

test('each decision record ends with its status, and the index marks what was withdrawn', () => {
  const statuses = records.map((name) => ({ name, status: /^\*\*Status\.\*\* (\w+)/m.exec(textOf(name))?.[1] }))
  expect(statuses.filter(({ status }) => status !== 'Accepted' && status !== 'Withdrawn')).toEqual([])
  const marked = listed.filter(({ mark }) => mark === 'withdrawn').map(({ name }) => name)
  expect(marked).toEqual(statuses.filter(({ status }) => status === 'Withdrawn').map(({ name }) => name))
})
