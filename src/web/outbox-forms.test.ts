import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SCREENS = join(import.meta.dirname, 'routes/dashboard')

/** Forms of a driver that are lost without a network, each with the reason. */
const NOT_KEPT: Record<string, string> = {
  'times.tsx Form': 'answers with what was read of the file, which somebody has to look at',
  'personal-data.tsx Form': 'asks for a page, or says a consent to the browser that holds it',
  'help.tsx Form': 'opens a page',
  'inbox.tsx Form': 'opens a page',
  'tracking.tsx Form': 'holds from the moment in which the server hears of it, and not before',
}

/** Each form of a screen, as its opening tag is written. */
function formsOf(text: string): string[] {
  const opened = [...text.matchAll(/<(?:Form|SmallAct)\b/g)]
  return opened.map(({ index }) => {
    let depth = 0
    for (let at = index; at < text.length; at++) {
      if (text[at] === '{') depth++
      else if (text[at] === '}') depth--
      else if (text[at] === '>' && depth === 0 && text[at - 1] !== '=') return text.slice(index, at + 1)
    }
    return text.slice(index)
  })
}

const kindOf = (tag: string) => /^<(\w+)/.exec(tag)![1]!

test('whatever a driver sends waits on the phone where there is no network, or says why it does not', () => {
  const lost = new Set<string>()
  let kept = 0
  for (const file of readdirSync(SCREENS).filter((name) => name.endsWith('.tsx')))
    for (const tag of formsOf(readFileSync(join(SCREENS, file), 'utf8'))) {
      if (/\bdata-outbox\b|\bisKept\b/.test(tag)) kept++
      else if (!/method="get"/.test(tag)) lost.add(`${file} ${kindOf(tag)}`)
    }
  expect(kept).toBeGreaterThan(20)
  expect([...lost].toSorted()).toEqual(Object.keys(NOT_KEPT).toSorted())
})

test('a page of the office whose form waits on the phone has the place where its refusal is said', () => {
  const office = join(import.meta.dirname, 'routes/admin')
  const files = readdirSync(office, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const texts = files.map((name) => [name, readFileSync(join(office, name), 'utf8')] as const)
  const keeping = texts.filter(([, text]) => text.includes('data-outbox'))
  expect(keeping.length).toBeGreaterThan(1)
  // Pages of drivers have it in their frame.
  expect(keeping.filter(([, text]) => !text.includes('<OutboxState')).map(([name]) => name)).toEqual([])
})

test('a form is read to its end, whatever stands in its braces', () => {
  expect(
    formsOf('<Form reply={(a) => (a > b ? 1 : 2)} data-outbox> <p>x</p> <SmallAct\n question={{ x: 1 }}\n isKept />'),
  ).toEqual(['<Form reply={(a) => (a > b ? 1 : 2)} data-outbox>', '<SmallAct\n question={{ x: 1 }}\n isKept />'])
})
