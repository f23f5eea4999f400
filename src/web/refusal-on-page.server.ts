import { data } from 'react-router'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'

/** Reads for a page that shows a refusal itself, with its reason and where to go on: pages of links that expired. */
export async function refusalOnPage<Result extends object>(read: () => Promise<Result>) {
  try {
    return data<Result | { problem: RefusalCode }>(await read())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return data<Result | { problem: RefusalCode }>({ problem: error.code }, error.status)
  }
}
