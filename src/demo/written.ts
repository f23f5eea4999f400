import { type Week, sunday } from '#domain/week.ts'

export type DemoFile = { name: string; text: string }

/* How the files of the invented fleet write days and amounts. */

export function compactWeek(week: Week): string {
  return week.replaceAll('-', '')
}

/** The Monday after: the exclusive end of Uber's file names. */
export function compactAfter(week: Week): string {
  return compactDay(sunday(week).add({ days: 1 }))
}

export function compactDay(day: Temporal.PlainDate): string {
  return day.toString().replaceAll('-', '')
}

export function writeDay(day: Temporal.PlainDate | Temporal.PlainDateTime): string {
  return `${padTwo(day.day)}/${padTwo(day.month)}/${day.year}`
}

export function padTwo(number: number): string {
  return String(number).padStart(2, '0')
}

export function amountWithPoint(cents: number): string {
  return (cents / 100).toFixed(2)
}

export function amountWithComma(cents: number): string {
  return amountWithPoint(cents).replace('.', ',')
}
