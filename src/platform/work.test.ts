import { expect, test } from 'vitest'
import { takeStatementSlot, runAs } from './work.ts'

test('one page asks three questions at the same time, the next when one is answered; long work asks all', async () => {
  const opened = async (count: number) => {
    const open: (() => void)[] = []
    for (let asked = 0; asked < count; asked += 1) void takeStatementSlot().then((leave) => open.push(leave))
    await new Promise(setImmediate)
    return open
  }
  await runAs('page', async () => {
    const open = await opened(5)
    expect(open).toHaveLength(3)
    open[0]!()
    await new Promise(setImmediate)
    expect(open).toHaveLength(4)
    // Another page has its own limit of statements at once.
    expect(await runAs('heavy', () => opened(4))).toHaveLength(3)
  })
  expect(await runAs('long', () => opened(9))).toHaveLength(9)
})
