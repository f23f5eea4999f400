import { expect, test } from 'vitest'
import { bounds, previousWeek, weekAt } from '#domain/week.ts'
import { DRIVERS, uuid } from '../fleet.ts'
import { boltWeeks } from '../bolt-files.ts'
import { DEMO_COMPANY } from './bolt-demo.ts'

test('the orders of a week that is over come to what its file sums up, but for the tip that came late', () => {
  for (const back of [1, 2, 3]) {
    const week = previousWeek(weekAt(Temporal.Now.instant()), back)
    const { start, end } = bounds(week)
    const [from, to] = [start, end].map((at) => Math.floor(at.epochMilliseconds / 1_000)) as [number, number]
    const orders = DEMO_COMPANY.orders(from, to - 1).filter(({ order_created_timestamp: at }) => at >= from && at < to)
    const off = boltWeeks(week, DRIVERS).flatMap(({ driver, bolt, trips }) => {
      const own = orders.filter((order) => order.driver_uuid === uuid('bolt', driver))
      const sum = (name: string) =>
        own.reduce((soFar, { order_price }) => soFar + Math.round((order_price[name] ?? 0) * 100), 0)
      expect([own.length, sum('ride_price'), sum('toll_fee'), sum('commission')]).toEqual([
        trips,
        bolt.app + bolt.cash,
        bolt.tolls,
        bolt.commission,
      ])
      return sum('tip') === bolt.tip ? [] : [driver.ref]
    })
    expect(off.every((ref) => ref === 'M8')).toBe(true)
    expect(new Set(orders.map(({ order_reference }) => order_reference)).size).toBe(orders.length)
  }
})
