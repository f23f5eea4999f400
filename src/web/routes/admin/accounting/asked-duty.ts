import type { DutyKey } from '#features/accounting/duties/schema.ts'

/** The duty that an address names. */
export function askedDuty({ year, kind, period }: { year: string; kind: string; period: string }): DutyKey {
  return { year: Number(year), kind, period }
}
