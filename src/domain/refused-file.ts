import { type FileRefusal, REPORT_KINDS, type ReportKind, type Source, SOURCES } from './import.ts'

/** Guesses what a file that could not be read is: from the columns it lacks, else from its name. `null` where neither tells. */
export function likelyReport(
  name: string,
  { params }: Pick<FileRefusal, 'params'>,
): { source: Source; kind: ReportKind | null } | null {
  const [sourceName, kindName] = String(params['report'] ?? '').split(' ')
  const source = SOURCES.find((candidate) => candidate === sourceName)
  if (source) return { source, kind: REPORT_KINDS.find((reportKind) => reportKind === kindName) ?? null }
  return NAMES.find(({ is }) => is.test(name)) ?? null
}

/** Patterns of names that portals give to their files, and of words that people write into them. */
const NAMES: readonly { is: RegExp; source: Source; kind: ReportKind | null }[] = [
  { is: /payments_driver/i, source: 'uber', kind: 'payments_driver' },
  { is: /driver_activity/i, source: 'uber', kind: 'driver_activity' },
  { is: /payments_order/i, source: 'uber', kind: 'payments_order' },
  { is: /trip_activity/i, source: 'uber', kind: 'trip_activity' },
  { is: /driver_quality/i, source: 'uber', kind: 'driver_quality' },
  { is: /uber/i, source: 'uber', kind: null },
  { is: /desempenho d?[oe]?s? ?motorista/i, source: 'bolt', kind: 'performance' },
  { is: /bolt|ganhos por motorista|earnings per driver|driver earnings/i, source: 'bolt', kind: 'earnings' },
  { is: /via ?verde|extrato_movimentos|^movimentos_/i, source: 'viaverde', kind: 'movements' },
  { is: /prio.*(electric|el[ée]tric)|carregamentos/i, source: 'prio', kind: 'electric' },
  { is: /transac[a-z]*_frota|prio.*frota/i, source: 'prio', kind: 'fuel_card' },
  { is: /prio/i, source: 'prio', kind: null },
  // Any other source by its own name, as a separate word.
  ...SOURCES.filter((source) => source !== 'other').map((source) => ({
    is: new RegExp(`(^|[^a-z])${source}([^a-z]|$)`, 'i'),
    source,
    kind: null,
  })),
  { is: /repsol|solred/i, source: 'repsol', kind: null },
]

/** Whether a file is all right except that neither its name nor its content says its week. */
export function lacksWeek({ code }: { code: string }): boolean {
  return code === 'period-missing'
}

/**
 * Whether a refused file leaves an open question in its week. A report that is known and has nothing for the accounts
 * was dropped by mistake and leaves none, and neither does what a program puts beside a file that is open in it.
 */
export function leavesQuestion({ code }: Pick<FileRefusal, 'code'>): boolean {
  return code !== 'kind-not-supported' && code !== 'lock-file'
}
