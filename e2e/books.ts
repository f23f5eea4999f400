import { expect } from 'vitest'
import type { Office } from './office.ts'

/** The books as the downloads show them: cells as they stand in the files, added up here and nowhere else. */

export const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
/** An amount of a file, with a point or with a comma. */
export const cents = (cell: string) => Math.round(Number(cell.replace(',', '.')) * 100)

/** The text of a page or download, which has to be there. */
export async function text(office: Office, path: string): Promise<string> {
  const answer = await office.get(path)
  expect(answer.status, path).toBe(200)
  return answer.text()
}

/** Cells of a CSV, with the separator of its heading line, and quotes removed; no cell has a line break. */
export function cells(csv: string): string[][] {
  const lines = csv.replace('\uFEFF', '').trimEnd().split(/\r?\n/)
  const by = lines[0]!.includes(';') ? ';' : ','
  return lines.map((line) =>
    [...`${line}${by}`.matchAll(by === ';' ? /("(?:[^"]|"")*"|[^;]*);/g : /("(?:[^"]|"")*"|[^,]*),/g)].map(([, cell]) =>
      cell!.replace(/^"|"$/g, '').replaceAll('""', '"'),
    ),
  )
}

/** Rows of a CSV by the names of their columns. */
export function table(csv: string): Record<string, string>[] {
  const [head, ...rows] = cells(csv)
  return rows.map((row) => Object.fromEntries(head!.map((name, at) => [name, row[at] ?? ''])))
}

/** The amount of a row: one signed amount, or debit and credit. */
export function moved(row: Record<string, string>): number {
  return 'valor' in row ? cents(row['valor']) : cents(row['crédito']!) - cents(row['débito']!)
}

type Entry = { journal: string; ref: string; origin: string; amount: number; balance: number }

/** One account of the company or of a driver: every entry, and the final balance. */
export async function account(office: Office, path: string): Promise<{ entries: Entry[]; balance: number }> {
  const csv = await text(office, path)
  const last = cells(csv).at(-1)!.at(-1)!
  const balance = (row: Record<string, string>) => cents(Object.values(row).at(-1)!)
  const entries = table(csv)
    .slice(0, -1)
    .map((row) => ({
      journal: row['lançamento']!,
      ref: row['ref']!,
      origin: row['origem']!,
      amount: moved(row),
      balance: balance(row),
    }))
  return { entries, balance: cents(last) }
}

/** Every account with its balance at the end of a day, + for a credit; the drivers' by kind. */
export async function trialBalance(office: Office, on = ''): Promise<Map<string, number>> {
  const rows = table(await text(office, `/admin/account/trial-balance/csv?on=${on}`))
  return new Map(rows.slice(0, -1).map((row) => [row['código']!, moved(row)]))
}

export const DRIVER_ACCOUNTS = ['current', 'plan', 'deposit'] as const

/** Every entry of the books as a line of their journal, oldest first. */
export async function journal(office: Office): Promise<Record<string, string>[]> {
  return table(await text(office, '/admin/account/journal.csv?from=2000-01-01'))
}
