import { readWeek } from '#domain/week.ts'
import { withLocalServices } from '#demo/services/local.server.ts'
import { type MondayLine, mondayWords } from '#features/mail/schema.ts'
import { lookAtWeek } from '#features/weeks/mondays/commands.server.ts'
import type { Answer, Call } from './command.ts'

/** Prepares the week that has ended, as the schedule does, and shows what is late and what must be decided. */
export async function prepareWeek({ t }: Call): Promise<Answer> {
  const now = Temporal.Now.instant()
  const run = await withLocalServices(() => lookAtWeek({ now, by: null, askedAt: now }))
  const lines = run?.found?.lines ?? []
  const written = lines.map((line) => ({ line, ...mondayWords(line, readWeek(run?.name ?? ''), t) }))
  return {
    json: {
      week: run?.name ?? null,
      asked: (run?.found?.asked ?? []).map(({ provider, received, kept, isWhole }) => ({
        name: provider,
        received,
        kept,
        whole: isWhole,
      })),
      taken: run?.found?.taken ?? 0,
      files: run?.found?.files ?? 0,
      late: run?.lacks ?? false,
      told: run?.notifiedAt != null,
      lines: written.map(({ line, what, to }) => ({ is: line.is, of: ofLine(line), what, to: to })),
    },
    text: written.map(({ what, to }) => `${what}\t${to}`).join('\n') || t('page.monday.nothing'),
  }
}

/** Names what a line is about: a source, a platform or a kind of question. */
function ofLine(line: MondayLine): string | null {
  if (line.is === 'connection') return line.provider
  if (line.is === 'decide') return line.kind
  return 'source' in line ? line.source : null
}
